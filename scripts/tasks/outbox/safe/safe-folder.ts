import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { TaskError } from "../../cli/task.ts";
import { type SaleAt, saleFolder, shownFile } from "../../machine/state-directory.ts";
import { namedCall } from "../ticket-call.ts";
import { BATCH_FILE, type BatchFile, builderChecksum, callOf } from "./safe-builder-file.ts";

export interface SafeFile {
  readonly file: string;
  readonly nonce: bigint;
  /** Whether a later file contains all settings of this one. */
  readonly superseded: boolean;
  /** `null` unless a task could have written the file. */
  readonly batch: BatchFile | null;
  readonly problem: string | null;
}

const SUPERSEDED = ".superseded.json";
const NAME = /^\d{8}T\d{6}Z-[a-z-]+-nonce(\d+)-[0-9a-f]{8}(?:-\d+-of-\d+)?(\.superseded)?\.json$/;

/**
 * Never overwrites a file, because the name contains block time, nonce and checksum.
 * @param part such as "2-of-3", or empty
 */
export async function writeSafeFile(
  sale: SaleAt,
  name: string,
  nonce: bigint,
  part: string,
  batch: BatchFile,
): Promise<string> {
  const time = new Date(batch.createdAt).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const digest = batch.meta.checksum.slice(2, 10);
  const suffix = part === "" ? "" : `-${part}`;
  const folder = saleFolder(sale, "safe");
  const file = path.join(folder, `${time}-${name}-nonce${nonce}-${digest}${suffix}.json`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(batch, null, 2)}\n`;
  try {
    await writeFile(file, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // The name contains the checksum, so an existing file must be equal.
    if ((await readFile(file, "utf8")) !== text) {
      throw new TaskError(
        `${shownFile(sale, file)} was changed since it was written. Move it away, and run this again.`,
      );
    }
  }
  return shownFile(sale, file);
}

/**
 * Renames files whose settings `written` contains, because someone could sign them by mistake.
 * @returns the new names
 */
export async function markSuperseded(sale: SaleAt, written: readonly string[]): Promise<string[]> {
  const files = await readSafeFiles(sale);
  const newer = files.filter(({ file }) => written.includes(file));
  const set = new Set(newer.flatMap(subjectsOf));
  const replaced = files.filter((one) => {
    const old = !one.superseded && one.problem === null && !written.includes(one.file);
    return old && subjectsOf(one).every((subject) => set.has(subject));
  });
  const marked: string[] = [];
  for (const { file } of replaced) {
    const name = file.replace(/\.json$/, SUPERSEDED);
    await rename(path.resolve(sale.root, file), path.resolve(sale.root, name));
    marked.push(name);
  }
  return marked;
}

export async function readSafeFiles(sale: SaleAt): Promise<SafeFile[]> {
  const folder = saleFolder(sale, "safe");
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith(".json")).sort();
  return await Promise.all(files.map((name) => readSafeFile(sale, path.join(folder, name))));
}

async function readSafeFile(sale: SaleAt, file: string): Promise<SafeFile> {
  const [known, nonce = "0", superseded] = NAME.exec(path.basename(file)) ?? [];
  const found = {
    file: shownFile(sale, file),
    nonce: BigInt(nonce),
    superseded: superseded !== undefined,
  };
  const text = await readFile(file, "utf8");
  try {
    const written = JSON.parse(text);
    if (builderChecksum(written) !== written.meta.checksum) {
      return { ...found, batch: null, problem: "changed since it was written" };
    }
    const batch = v.parse(BATCH_FILE, written);
    batch.transactions.map(callOf);
    return { ...found, batch, problem: known === undefined ? "renamed" : null };
  } catch {
    return { ...found, batch: null, problem: "not a file that a task wrote" };
  }
}

function subjectsOf({ batch }: SafeFile): string[] {
  return (batch?.transactions ?? []).flatMap((transaction) => {
    const { name, values } = namedCall(callOf(transaction).data);
    const whom = `${batch?.meta.createdFromSafeAddress} ${transaction.to} ${name}`;
    // A later payout includes the earlier one.
    if (name !== "setAffiliates" && name !== "setPayees") return [whom];
    return (JSON.parse(values.codes ?? "[]") as string[]).map((code) => `${whom} ${code}`);
  });
}
