import { id } from "ethers";

/**
 * The Transaction Builder warns unless `meta.checksum` is this: keccak256 of the file with sorted keys,
 * without the checksum, and with `null` for its name. From `apps/tx-builder/src/lib/checksum.ts` in
 * safe-global/safe-react-apps.
 */
export function builderChecksum<Meta extends object>(file: { readonly meta: Meta }): string {
  const { checksum: _, ...meta } = file.meta as Meta & { readonly checksum?: string };
  return id(written({ ...file, meta: { ...meta, name: null } }));
}

/** An object is the list of its keys, then its values, each with a comma after it. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  const values = keys.map((key) => `${written(Reflect.get(value, key))},`);
  return `{${JSON.stringify(keys)}${values.join("")}}`;
}
