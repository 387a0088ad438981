import { id } from "ethers";

/**
 * The checksum that the Safe's Transaction Builder looks for in `meta.checksum`: without it, or with another one, it warns
 * that the file was changed. The algorithm is that of `apps/tx-builder/src/lib/checksum.ts` in safe-global/safe-react-apps:
 * keccak256 of the file without its checksum and with `null` for its name, written with sorted keys.
 */
export function builderChecksum<Meta extends object>(file: { readonly meta: Meta }): string {
  const { checksum: _, ...meta } = file.meta as Meta & { readonly checksum?: string };
  return id(written({ ...file, meta: { ...meta, name: null } }));
}

/** An object is written as the list of its keys and then its values, each with a comma after it. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  const values = keys.map((key) => `${written(Reflect.get(value, key))},`);
  return `{${JSON.stringify(keys)}${values.join("")}}`;
}
