import { id } from "ethers";

/**
 * The Transaction Builder warns without this checksum: keccak256 of the file with sorted keys, no
 * checksum and a `null` name. Source: `apps/tx-builder/src/lib/checksum.ts` in
 * safe-global/safe-react-apps.
 */
export function builderChecksum<Meta extends object>(file: { readonly meta: Meta }): string {
  const { checksum: _, ...meta } = file.meta as Meta & { readonly checksum?: string };
  return id(written({ ...file, meta: { ...meta, name: null } }));
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  const values = keys.map((key) => `${written(Reflect.get(value, key))},`);
  return `{${JSON.stringify(keys)}${values.join("")}}`;
}
