import { plural } from "../../cli/amounts.ts";
import type { Sale } from "../../record/sale.ts";
import type { Change } from "../change.ts";
import type { SafeAccount } from "./safe.ts";
import { batchFile } from "./safe-builder-file.ts";
import { markSuperseded, readSafeFiles, writeSafeFile } from "./safe-folder.ts";
import { type Call, type SafeHashes, safeHashes } from "./safe-transaction.ts";

/** EIP-7825 allows 16,777,216. The rest is for the Safe's own code and for growth. */
const GAS_OF_A_FILE = 14_000_000n;

export async function proposeToSafe(
  sale: Sale,
  { name, title, lines }: Change,
  calls: readonly Call[],
  { role, safe }: { readonly role: string; readonly safe: SafeAccount },
): Promise<void> {
  const batches = await inBatches(sale, safe, calls);
  const block = await sale.provider.getBlock("latest");
  if (block === null) throw new Error("The endpoint has no newest block");
  const values = lines.map((line) => line.trim().replaceAll(/\s+/g, " ")).join("; ");

  const files: string[] = [];
  const written: string[] = [];
  for (const [i, batch] of batches.entries()) {
    const nonce = safe.nonce + BigInt(i);
    const part = batches.length === 1 ? "" : `${i + 1}-of-${batches.length}`;
    const text = {
      title: part === "" ? title : `${title} (${part.replaceAll("-", " ")})`,
      description: `${sale.network}: ${values}`,
      timestamp: block.timestamp,
    };
    const file = await writeSafeFile(sale, name, nonce, part, batchFile(sale, safe, text, batch));
    const hashes = await safeHashes(sale.provider, sale.chainId, safe, nonce, batch);
    const count = batch.length === 1 ? "" : ` (${plural(batch.length, "call")})`;
    files.push(file);
    written.push(`  ${file}${count}`, ...hashLines(hashes, nonce));
  }
  const superseded = await markSuperseded(sale, files);

  const [load, oneByOne] = files.length === 1 ? ["this", ""] : ["these", ", one by one"];
  console.log(
    `The ${role} is a Safe (${safe.threshold} of ${safe.owners.length}): nothing was sent. ` +
      `Its owners load ${load} into the Safe's Transaction Builder and sign${oneByOne}:`,
  );
  for (const line of written) console.log(line);
  const rivals = (await readSafeFiles(sale)).filter(
    ({ file, nonce, superseded: isOld, problem, batch }) =>
      !(isOld || files.includes(file)) &&
      problem === null &&
      nonce >= safe.nonce &&
      nonce < safe.nonce + BigInt(files.length) &&
      batch?.meta.createdFromSafeAddress === safe.address,
  );
  for (const { file, nonce } of rivals) {
    console.log(`Only one file with nonce ${nonce} can be executed. Another one is ${file}`);
  }
  for (const file of superseded) console.log(`Superseded. Don't sign it: ${file}`);
  console.log(
    "Another nonce gives other hashes, and so does a transaction that waits in the Safe: " +
      `npm run hardhat -- ticket safe-files --nonce N --network ${sale.network}`,
  );
}

export function hashLines(hashes: SafeHashes | null, nonce: bigint): string[] {
  if (hashes === null) {
    return [
      `    nonce ${nonce}; its hashes are unknown for this version of the Safe or on this chain`,
    ];
  }
  const { safeTxHash, domainHash, messageHash, multiSend } = hashes;
  return [
    `    safeTxHash   ${safeTxHash} (nonce ${nonce}${multiSend === null ? "" : `, by MultiSend ${multiSend}`})`,
    `    domain hash  ${domainHash}`,
    `    message hash ${messageHash}`,
  ];
}

async function inBatches(
  { provider }: Sale,
  { address: from }: SafeAccount,
  calls: readonly Call[],
): Promise<Call[][]> {
  if (calls.length === 1) return [[...calls]];
  const batches: Call[][] = [];
  let room = 0n;
  for (const call of calls) {
    const { to, data, value = 0n } = call;
    const gas = call.gas ?? (await provider.estimateGas({ to, data, value, from }));
    const last = batches.at(-1);
    if (last === undefined || gas > room) {
      batches.push([call]);
      room = GAS_OF_A_FILE - gas;
    } else {
      last.push(call);
      room -= gas;
    }
  }
  return batches;
}
