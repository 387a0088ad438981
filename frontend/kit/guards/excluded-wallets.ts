/**
 * Excluded wallets, in lower case. Kit 1.7.4 excludes wallets only by their ids in its provider's directory. It lists
 * an installed wallet until the directory has given its rdns and name.
 */
export interface ExcludedWallets {
  readonly rdns: readonly string[];
  readonly names: readonly string[];
}

export function isExcluded(
  { rdns, name }: { readonly rdns?: unknown; readonly name: string },
  excluded: ExcludedWallets,
): boolean {
  return (
    excluded.names.includes(name.toLowerCase()) ||
    (typeof rdns === "string" && excluded.rdns.includes(rdns.toLowerCase()))
  );
}
