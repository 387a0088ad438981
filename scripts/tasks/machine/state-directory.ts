import { cp, lstat, mkdir, rename, rm } from "node:fs/promises";
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
  readonly dryRun: boolean;
  readonly record: { readonly address: string };
}

/** Moves a folder that an earlier version left in the clone, except on a local network. */
export async function saleFolder(sale: SaleAt, name: SaleFolder): Promise<string> {
  const { root, network, chainId, record } = sale;
  const old = path.join(root, "deployments", network, name);
  if (!sale.live) return old;
  const folder = path.join(stateDirectory(), `${chainId}-${record.address}`, name);
  // A symbolic link could lead anywhere.
  if (!(await isFolder(old))) return folder;
  if (await isFolder(folder)) {
    console.error(
      `Warning: ${old} is not read, because ${folder} is. Compare the two, and remove it.`,
    );
    return folder;
  }
  if (sale.dryRun) return old;
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  await move(old, folder);
  console.error(`Moved ${old} to ${folder}, outside the clone. Back that folder up from now on.`);
  return folder;
}

export function shownFile({ root }: Pick<SaleAt, "root">, file: string): string {
  return file.startsWith(root + path.sep) ? path.relative(root, file) : file;
}

async function isFolder(name: string): Promise<boolean> {
  return (await lstat(name).catch(() => null))?.isDirectory() ?? false;
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    // If the folders are on different disks, the copy gets its name only when it is complete.
    await cp(from, `${to}.new`, { recursive: true });
    await rename(`${to}.new`, to);
    await rm(from, { recursive: true });
  }
}
