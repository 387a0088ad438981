import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { networks } from "../../../networks.ts";
import { type DeploymentRecord, readRecord } from "../../tasks/record/record.ts";
import { isRehearsal } from "../../tasks/record/sale.ts";

/**
 * `npm run descriptor`: writes the recorded deployments into docs/erc7730/ticket.json, by which a hardware wallet shows
 * a purchase in words. A wallet trusts a descriptor for the contracts that it names, and for no other.
 */
const ROOT = path.resolve(import.meta.dirname, "../../..");

const file = path.join(ROOT, "docs/erc7730/ticket.json");
const records: DeploymentRecord[] = [];
for (const network of Object.keys(networks)) {
  const record = isRehearsal(network) ? null : await readRecord(ROOT, network);
  if (record !== null) records.push(record);
}
const entries = records.map(
  ({ chainId, address }) => `{ "chainId": ${chainId}, "address": "${address}" }`,
);
// All else stays as people have laid it out.
const [open, close] = entries.length > 1 ? ["[\n        ", "\n      ]"] : ["[", "]"];
const text = await readFile(file, "utf8");
await writeFile(
  file,
  text.replace(/("deployments": )\[[^\]]*\]/, `$1${open}${entries.join(",\n        ")}${close}`),
);
console.log(
  records.length === 0
    ? "No deployment to a live network is recorded: the descriptor names none."
    : records.map(({ network, address }) => `${network} ${address}`).join("\n"),
);
