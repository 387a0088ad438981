import type { RpcCall } from "../rpc/transport.ts";

/** PUSH2 of the EVM. */
export function push2(value: number): string {
  return `61${value.toString(16).padStart(4, "0")}`;
}

/**
 * A call without a recipient: the EVM runs its data, as it does to create a contract. The lines are
 * hex, `name:` for a place to jump to, and `{name}` to push that place.
 */
export function programCall(lines: readonly string[]): RpcCall {
  const places = new Map<string, number>();
  let length = 0;
  for (const line of lines) {
    if (line.endsWith(":")) places.set(line.slice(0, -1), length);
    length += line.endsWith(":") ? 1 : line.replace(/\{\w+\}/, push2(0)).length / 2;
  }
  const placed = (_: string, name: string) => push2(places.get(name) ?? 0);
  const program = lines.map((line) =>
    line.endsWith(":") ? "5b" : line.replace(/\{(\w+)\}/, placed),
  );
  return { method: "eth_call", params: [{ data: `0x${program.join("")}` }, "latest"] };
}
