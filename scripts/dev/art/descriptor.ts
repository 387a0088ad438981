import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as collection from "../../../collection.ts";
import { liveNetworkNames } from "../../../networks.ts";

/**
 * `npm run descriptor`: writes the recorded deployments into docs/erc7730. A hardware wallet then
 * explains calls to these contracts, and to no others.
 */
const ROOT = path.resolve(import.meta.dirname, "../../..");

await describe("ticket.json", `${collection.name} tickets`, "record.json");
await describe("payouts.json", `${collection.name} payouts`, "payouts-record.json");

interface Deployment {
  readonly network: string;
  readonly chainId: number;
  readonly address: string;
}

async function describe(name: string, id: string, record: string): Promise<void> {
  const file = path.join(ROOT, "docs/erc7730", name);
  const found = await Promise.all(liveNetworkNames.map((network) => recordOf(network, record)));
  const records = found.filter((one) => one !== null);
  const entries = records.map(
    ({ chainId, address }) => `{ "chainId": ${chainId}, "address": "${address}" }`,
  );
  const [open, close] = entries.length > 1 ? ["[\n        ", "\n      ]"] : ["[", "]"];

  // Edits the text in place, because people maintain the layout.
  let text = await readFile(file, "utf8");
  const write = (pattern: RegExp, value: string) => {
    const [whole, old = ""] = pattern.exec(text) ?? [];
    if (whole === undefined) throw new Error(`docs/erc7730/${name} has no ${pattern.source}`);
    text = text.replace(whole, () => whole.slice(0, whole.length - old.length) + value);
  };
  write(/"\$id": ("(?:[^"\\]|\\.)*")/, JSON.stringify(id));
  write(/"owner": ("(?:[^"\\]|\\.)*")/, JSON.stringify(collection.name));
  write(/"deployments": (\[[^\]]*\])/, open + entries.join(",\n        ") + close);
  await writeFile(file, text);
  console.log(
    records.length === 0
      ? `No deployment to a live network is recorded: ${name} names none.`
      : records.map(({ network, address }) => `${network} ${address}`).join("\n"),
  );
}

async function recordOf(network: string, record: string): Promise<Deployment | null> {
  try {
    return JSON.parse(await readFile(path.join(ROOT, "deployments", network, record), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
