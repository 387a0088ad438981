import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as collection from "../../../collection.ts";
import { liveNetworkNames } from "../../../networks.ts";
import { readRecord } from "../../tasks/record/record.ts";

/**
 * `npm run descriptor`: writes the collection's name and the recorded deployments into docs/erc7730/ticket.json, by which
 * a hardware wallet shows a purchase in words. A wallet trusts a descriptor for the contracts that it names, and for no
 * other.
 */
const ROOT = path.resolve(import.meta.dirname, "../../..");

const file = path.join(ROOT, "docs/erc7730/ticket.json");
const found = await Promise.all(liveNetworkNames.map((network) => readRecord(ROOT, network)));
const records = found.filter((record) => record !== null);
const entries = records.map(
  ({ chainId, address }) => `{ "chainId": ${chainId}, "address": "${address}" }`,
);
const [open, close] = entries.length > 1 ? ["[\n        ", "\n      ]"] : ["[", "]"];

// All else stays as people have laid it out.
let text = await readFile(file, "utf8");
write(/"\$id": ("(?:[^"\\]|\\.)*")/, JSON.stringify(`${collection.name} tickets`));
write(/"owner": ("(?:[^"\\]|\\.)*")/, JSON.stringify(collection.name));
write(/"deployments": (\[[^\]]*\])/, open + entries.join(",\n        ") + close);
await writeFile(file, text);
console.log(
  records.length === 0
    ? "No deployment to a live network is recorded: the descriptor names none."
    : records.map(({ network, address }) => `${network} ${address}`).join("\n"),
);

/** Replaces the value that the pattern's group finds. */
function write(pattern: RegExp, value: string): void {
  const [whole, old = ""] = pattern.exec(text) ?? [];
  if (whole === undefined) throw new Error(`docs/erc7730/ticket.json has no ${pattern.source}`);
  text = text.replace(whole, () => whole.slice(0, whole.length - old.length) + value);
}
