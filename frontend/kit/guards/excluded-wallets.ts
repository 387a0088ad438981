/**
 * Excluded wallets, in lower case. AppKit 1.7.4 excludes wallets only by their directory ids, so it
 * lists an installed wallet until the directory returns that wallet's rdns and name.
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
