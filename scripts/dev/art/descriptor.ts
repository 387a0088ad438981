import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as collection from "../../../collection.ts";
import { liveNetworkNames } from "../../../networks.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/**
 * `npm run descriptor`: writes the recorded deployments into docs/erc7730. A hardware wallet then
 * explains calls to these contracts, and to no others.
 */
export async function descriptor(
  _words: readonly string[] = [],
  root = ROOT,
  name: string = collection.name,
): Promise<void> {
  for (const [file, what, record] of [
    ["ticket.json", "tickets", "record.json"],
    ["payouts.json", "payouts", "payouts-record.json"],
  ] as const) {
    const found = await Promise.all(liveNetworkNames.map((one) => recordOf(root, one, record)));
    await write(
      path.join(root, "docs/erc7730", file),
      name,
      what,
      found.filter((one) => one !== null),
    );
  }
}

interface Deployment {
  readonly network: string;
  readonly chainId: number;
  readonly address: string;
}

async function write(
  file: string,
  owner: string,
  what: string,
  records: readonly Deployment[],
): Promise<void> {
  const name = path.basename(file);
  const entries = records.map(
    ({ chainId, address }) => `{ "chainId": ${chainId}, "address": "${address}" }`,
  );
  const [open, close] = entries.length > 1 ? ["[\n        ", "\n      ]"] : ["[", "]"];

  // Edits the text in place, because people maintain the layout.
  let text = await readFile(file, "utf8");
  for (const [pattern, value] of [
    [/"\$id": ("(?:[^"\\]|\\.)*")/, JSON.stringify(`${owner} ${what}`)],
    [/"owner": ("(?:[^"\\]|\\.)*")/, JSON.stringify(owner)],
    [/"deployments": (\[[^\]]*\])/, open + entries.join(",\n        ") + close],
  ] as const) {
    const [whole, old = ""] = pattern.exec(text) ?? [];
    if (whole === undefined) throw new Error(`docs/erc7730/${name} has no ${pattern.source}`);
    text = text.replace(whole, () => whole.slice(0, whole.length - old.length) + value);
  }
  await writeFile(file, text);
  console.log(
    records.length === 0
      ? `No deployment to a live network is recorded: ${name} names none.`
      : records.map(({ network, address }) => `${network} ${address}`).join("\n"),
  );
}

async function recordOf(root: string, network: string, record: string): Promise<Deployment | null> {
  try {
    return JSON.parse(await readFile(path.join(root, "deployments", network, record), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
