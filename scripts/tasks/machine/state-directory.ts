import { homedir } from "node:os";
import path from "node:path";

/** A folder outside every repository, because a pull request can add files to a clone. */
export function stateDirectory(): string {
  return path.join(stateHome(), "ticket-mint");
}

/** The XDG specification requires programs to ignore a relative `XDG_STATE_HOME`. */
function stateHome(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_STATE_HOME && path.isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME;
  if (process.platform === "darwin") return path.join(homedir(), "Library", "Application Support");
  if (process.platform === "win32") return LOCALAPPDATA ?? path.join(homedir(), "AppData", "Local");
  return path.join(homedir(), ".local", "state");
}

/** `affiliates` contains names and contacts. */
export type SaleFolder = "affiliates" | "safe";

export interface SaleAt {
  readonly root: string;
  readonly network: string;
  readonly chainId: number;
  readonly live: boolean;
  readonly record: { readonly address: string };
}

/** Files of a local network lie beside its deployment, because both end with the chain. */
export function saleFolder(sale: SaleAt, name: SaleFolder): string {
  const { root, network, chainId, record } = sale;
  if (!sale.live) return path.join(root, "deployments", network, name);
  return path.join(stateDirectory(), `${chainId}-${record.address}`, name);
}

export function shownFile({ root }: Pick<SaleAt, "root">, file: string): string {
  return file.startsWith(root + path.sep) ? path.relative(root, file) : file;
}
