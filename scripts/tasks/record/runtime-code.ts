export interface CompiledCode {
  readonly deployedBytecode: string;
  /** The positions of bytes that the constructor writes, by the compiler's variable id. */
  readonly immutableReferences?: Readonly<
    Record<string, readonly { readonly start: number; readonly length: number }[]>
  >;
}

export function isCodeOf(
  { deployedBytecode, immutableReferences = {} }: CompiledCode,
  code: string,
) {
  const written = Object.values(immutableReferences).flat();
  return (
    code.length === deployedBytecode.length &&
    without(written, code) === without(written, deployedBytecode)
  );
}

function without(
  places: readonly { readonly start: number; readonly length: number }[],
  code: string,
): string {
  let rest = code.toLowerCase();
  for (const { start, length } of places) {
    const from = 2 + 2 * start;
    rest = rest.slice(0, from) + "0".repeat(2 * length) + rest.slice(from + 2 * length);
  }
  return rest;
}
