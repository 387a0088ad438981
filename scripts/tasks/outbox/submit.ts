import type { TransactionReceipt } from "ethers";
import type { Endpoint } from "../chain/endpoint.ts";
import { withLinks } from "../cli/explorer.ts";
import { oneLine, TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";
import type { Signer } from "../record/signer.ts";
import type { Change, Receipts, Sending } from "./change.ts";
import { type Emergency, emergencyBudget } from "./emergency.ts";
import { type Fees, replacing } from "./fees.ts";
import { readNotes, writeNote } from "./notes.ts";
import { estimate, type Quote, type QuotedCall, withRoom } from "./quote.ts";
import { callText } from "./ticket-call.ts";
import { minedReceipt, NonceTaken, type Sent, sendTransaction } from "./transaction.ts";

async function sendOne(
  sale: Sale,
  { isNoteOptional = false }: Change,
  signer: Signer,
  { isRough: _, gas, ...call }: QuotedCall,
  at: { readonly nonce: number; readonly fees: Fees },
  endpoints: readonly Endpoint[],
): Promise<Sent> {
  const note = async (hash: string | null) => {
    const offer = {
      maxFeePerGas: at.fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: at.fees.maxPriorityFeePerGas.toString(),
    };
    const { data } = call;
    await writeNote(sale, signer.address, { nonce: at.nonce, data, hash, ...offer }).catch(
      (error: unknown) => {
        if (!isNoteOptional) throw error;
        console.error(
          `Warning: the sent transactions can't be saved on this machine: ${oneLine(error)}`,
        );
      },
    );
  };
  const unsent = { ...call, gas: withRoom(gas), ...at };
  return await sendTransaction(sale, signer, unsent, endpoints, note);
}

const MOST_PLACES = 3;

/**
 * Sends the call to every endpoint. Until a block includes it, changes the fee or nonce, because an
 * endpoint may hide it.
 */
export async function submitAtOnce(
  sale: Sale,
  change: Change,
  { maxFee }: Sending,
  emergency: Emergency,
  signer: Signer,
  { calls: [call], fees: offered }: Quote,
): Promise<Receipts> {
  if (call === undefined) throw new Error("An emergency without a call");
  const from = signer.address;
  const most = emergencyBudget(sale, maxFee);
  let { place } = emergency;
  let fees = offered;
  for (let places = 1; ; ) {
    try {
      const sent = await Promise.all(
        place.nonces.map(async (nonce) => {
          const at = { nonce, fees };
          const one = await sendOne(sale, change, signer, call, at, sale.endpoints);
          const said = `Sent ${one.hash}, nonce ${nonce}, waiting for it to be mined.`;
          console.log(withLinks(sale.network, said));
          return one;
        }),
      );
      return await anyMined(
        sent.map((one) =>
          minedReceipt(sale, one, sale.endpoints, () => readAhead(sale, change, from)),
        ),
      );
    } catch (error) {
      const raised = replacing(fees, fees);
      const isLow = /underpriced/i.test(oneLine(error));
      if (isLow && raised.maxFeePerGas <= (most ?? raised.maxFeePerGas)) {
        fees = raised;
        continue;
      }
      if (!(error instanceof NonceTaken) || places === MOST_PLACES) throw error;
      console.error("Another transaction has used the nonce. Looking for the next one.");
      await sale.refresh();
      place = await emergency.look();
      places += 1;
    }
  }
}

async function anyMined(waiting: readonly Promise<TransactionReceipt>[]): Promise<Receipts> {
  const settled = await Promise.allSettled(waiting);
  const [first, ...others] = settled.flatMap((one) =>
    one.status === "fulfilled" ? [one.value] : [],
  );
  if (first === undefined) throw (settled[0] as PromiseRejectedResult).reason;
  return [first, ...others];
}

export async function submitInTurn(
  sale: Sale,
  change: Change,
  sending: Sending,
  signer: Signer,
  { calls, fees }: Quote,
): Promise<Receipts> {
  const { progress } = change;
  const from = signer.address;
  const [endpoint] = sale.endpoints;
  // Uses the agreed block's nonce, because one endpoint could name a later nonce to delay the call.
  let nonce = sending.replaces?.nonce ?? (await sale.provider.getTransactionCount(from));
  const noted = new Set((await readNotes(sale, from)).map(({ hash }) => hash));
  const receipts: TransactionReceipt[] = [];
  for (const call of calls) {
    if (receipts.length > 0) {
      nonce = Math.max(nonce + 1, await sale.provider.getTransactionCount(from));
      await assertFree(sale, from, nonce, noted);
    }
    const gas = call.isRough ? await estimate(sale, call, from) : call.gas;
    const at = { nonce, fees };
    const sent = await sendOne(sale, change, signer, { ...call, gas }, at, [endpoint]);
    if (sale.live && progress === undefined) {
      console.log(withLinks(sale.network, `Sent ${sent.hash}, waiting for it to be mined.`));
    }
    noted.add(sent.hash);
    receipts.push(await minedReceipt(sale, sent, [endpoint], () => readAhead(sale, change, from)));
    progress?.(receipts.length);
  }
  const [first, ...others] = receipts;
  if (first === undefined) throw new Error("A change without a call");
  return [first, ...others];
}

function readAhead(sale: Sale, change: Change, from: string): void {
  // With one endpoint, the panel caches nothing.
  if (!sale.checked) return;
  void Promise.allSettled([change.readAhead?.(), sale.provider.getTransactionCount(from)]);
}

/** @param known transaction hashes that this machine noted, earlier or in this run */
async function assertFree(
  sale: Sale,
  from: string,
  nonce: number,
  known: ReadonlySet<string | null>,
): Promise<void> {
  const notes = await readNotes(sale, from);
  const other = notes.findLast((note) => note.nonce === nonce && !known.has(note.hash));
  if (other === undefined) return;
  throw new TaskError(
    `Another task on this machine has sent ${callText(other.data)} (${other.hash}) with the next nonce, ${nonce}, so this one stops here. ` +
      "Run the same command again once that is mined: it continues from what is on chain.",
  );
}
