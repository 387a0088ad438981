import { ZeroAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { askEstimate } from "../outbox/apply-change.ts";
import { cancelPending } from "../outbox/cancel-pending.ts";
import { placeOf, type Urgent } from "../outbox/emergency.ts";
import { currentFees } from "../outbox/fees.ts";
import { settlePending } from "../outbox/pending-calls.ts";
import { type DecodedCall, decodeCall } from "../outbox/ticket-call.ts";
import { sendingAlone } from "../outbox/under-way.ts";
import { type Books, requireBooks } from "../payouts/books.ts";
import { type Sale, withSale } from "../record/sale.ts";
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
  /** Changes `Payouts`, in place of `Ticket`. */
  readonly payouts?: boolean;
}

/** The contract that a task changes. Both have the same functions for their owners. */
export interface Owned {
  /** `null` for `Ticket`. */
  readonly books: Books | null;
  /** `undefined` for `Ticket`, which is what every call is of unless said otherwise. */
  readonly contract: string | undefined;
  /** As in "owner of Payouts". */
  role(of: string): string;
  owner(): Promise<string>;
  pendingOwner(): Promise<string>;
  /** As in " --payouts": what a command beside this one takes. */
  readonly flag: string;
}

function ownedBy({ ticket }: Sale, books: Books | null): Owned {
  const contract = books?.payouts ?? ticket;
  return {
    books,
    contract: books?.record.address,
    role: (of) => (books === null ? of : `${of} of Payouts`),
    owner: () => contract.owner(),
    pendingOwner: () => contract.pendingOwner(),
    flag: books === null ? "" : " --payouts",
  };
}

/**
 * Runs `use` with the sale once nothing of the sender is pending, so that what `use` reads is what its call will find. The
 * same call, pending from an interrupted run, is waited for, or is to be replaced; any other is an error that describes it.
 * @param isAsked whether a pending call is what the task was asked for now
 * @param senderOf who sends the task's call: the owner, unless said otherwise
 * @param data the task's call, encoded, if it is known before anything is read
 * @param urgent set if the call waits for nothing that is pending
 */
export async function withOwnersSale(
  hre: HardhatRuntimeEnvironment,
  {
    yes,
    speedUp = false,
    cancel = false,
    maxFee: text,
    dryRun = false,
    payouts = false,
  }: SendArguments,
  isAsked: (call: DecodedCall, sale: Sale) => boolean,
  use: (sale: Sale, sending: Sending, owned: Owned) => Promise<void>,
  {
    senderOf = (owned) => owned.owner(),
    urgent,
    data,
  }: {
    readonly senderOf?: (owned: Owned) => Promise<string>;
    readonly urgent?: Pick<Urgent, "data" | "undoneBy">;
    readonly data?: string;
  } = {},
): Promise<void> {
  const maxFee = text === undefined ? null : parseGwei("--max-fee", text);
  const run = async (sale: Sale) => {
    const owned = ownedBy(sale, payouts ? await requireBooks(sale) : null);
    const from = await senderOf(owned);
    if (urgent !== undefined && !cancel) {
      const asked = { from, speedUp, ...urgent };
      const look = async () => placeOf(sale, asked, await currentFees(sale));
      const place = await look();
      return await use(sale, { yes, replaces: null, maxFee, emergency: { place, look } }, owned);
    }
    await sendingAlone(sale, from, async () => {
      if (cancel) return await cancelPending(sale, { from, yes, maxFee });
      const replaces =
        from === ZeroAddress
          ? null
          : await settlePending(
              sale,
              {
                from,
                ...(owned.contract !== undefined && { contract: owned.contract }),
                isAsked: (data) => {
                  const call = decodeCall(data);
                  return call !== null && isAsked(call, sale);
                },
                speedUp,
              },
              async () => (await currentFees(sale)).baseFee,
            );
      await use(sale, { yes, replaces, maxFee, emergency: null }, owned);
    });
  };
  const ahead = (sale: Sale) => {
    const { provider, record, ticket } = sale;
    // Most sales stay with their first owner; another one's takes a moment longer.
    const { owner: from } = record.arguments;
    return [
      ...[ticket.owner(), ticket.paused(), currentFees(sale)],
      ...[provider.getCode(from), provider.getBalance(from), provider.getTransactionCount(from)],
      ...(urgent === undefined ? [provider.getTransactionCount(from, "pending")] : []),
      ...(data ? [askEstimate(sale, { to: record.address, data, from, value: "0x0" })] : []),
    ];
  };
  await withSale(hre, run, { dryRun, emergency: urgent !== undefined && !cancel, ahead });
}
