import { ZeroAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { type Sale, withSale } from "../record/sale.ts";
import { cancelPending } from "../send/cancel-pending.ts";
import { currentFees } from "../send/fees.ts";
import { settlePending } from "../send/pending-calls.ts";
import { type DecodedCall, decodeCall } from "../send/ticket-call.ts";
import { parseGwei } from "../shared/amounts.ts";
import type { Sending } from "./owner-change.ts";

/** What each of the owner's tasks takes beside its own arguments. */
export interface SendArguments {
  readonly yes: boolean;
  readonly speedUp?: boolean;
  readonly cancel?: boolean;
  /** Gwei. */
  readonly maxFee?: string | undefined;
  /** Shows what would be sent, and sends nothing. */
  readonly dryRun?: boolean;
}

/**
 * Runs `use` with the sale once nothing of the sender is pending, so that what `use` reads is what its call will find. The
 * same call, pending from an interrupted run, is waited for, or is to be replaced; any other is an error that describes it.
 * @param isAsked whether a pending call is what the task was asked for now
 * @param senderOf who sends the task's call: the owner, unless said otherwise
 */
export async function withOwnersSale(
  hre: HardhatRuntimeEnvironment,
  { yes, speedUp = false, cancel = false, maxFee: text, dryRun = false }: SendArguments,
  isAsked: (call: DecodedCall, sale: Sale) => boolean,
  use: (sale: Sale, sending: Sending) => Promise<void>,
  senderOf: (sale: Sale) => Promise<string> = (sale) => sale.ticket.owner(),
): Promise<void> {
  const maxFee = text === undefined ? null : parseGwei("--max-fee", text);
  const run = async (sale: Sale) => {
    const from = await senderOf(sale);
    if (cancel) return await cancelPending(sale, { from, yes, maxFee });
    const replaces =
      from === ZeroAddress
        ? null
        : await settlePending(
            sale,
            {
              from,
              isAsked: (data) => {
                const call = decodeCall(data);
                return call !== null && isAsked(call, sale);
              },
              speedUp,
            },
            async () => (await currentFees(sale)).baseFee,
          );
    await use(sale, { yes, replaces, maxFee });
  };
  await withSale(hre, run, { dryRun });
}
