/** Programs that an endpoint's EVM runs as the data of a call without a recipient. */

/** Pushes two bytes. */
export function push2(value: number): string {
  return `61${value.toString(16).padStart(4, "0")}`;
}

/** Hex of a program whose lines are hex, `name:` for a place to jump to, and `{name}` to push that place. */
export function assembled(lines: readonly string[]): string {
  const places = new Map<string, number>();
  let length = 0;
  for (const line of lines) {
    if (line.endsWith(":")) places.set(line.slice(0, -1), length);
    // As long as what is put in its place.
    length += line.endsWith(":") ? 1 : line.replace(/\{\w+\}/, push2(0)).length / 2;
  }
  const placed = (_: string, name: string) => push2(places.get(name) ?? 0);
  const program = lines.map((line) =>
    line.endsWith(":") ? "5b" : line.replace(/\{(\w+)\}/, placed),
  );
  return `0x${program.join("")}`;
}
