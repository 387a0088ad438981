import { parseEther, toQuantity, ZeroHash } from "ethers";
import type { Others } from "../../../frontend/src/chain/purchase/sale-search.ts";
import type { RpcCall, Transport } from "../../../frontend/src/chain/rpc/transport.ts";
import type { TicketsSoldEvent } from "../../../typechain-types/contracts/interfaces/ITicket.ts";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { answering } from "./transport-of.ts";

export const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
export const BUYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const STRANGER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
/** The hash that the wallet returns. */
export const HASH = `0x${"ab".repeat(32)}`;
export const OTHER_HASH = `0x${"cd".repeat(32)}`;
const NEXT_NONCE = 5;
const HEAD = 12;

export const sale = ITicket__factory.createInterface();

/** No other purchase is open. */
export const alone: Others = {
  has: () => false,
  names: () => false,
  usesNonce: () => false,
  hasOlderTwin: () => false,
};

export interface ToldLog {
  readonly address: unknown;
  readonly topics: readonly unknown[];
  readonly data: string;
  readonly transactionHash?: string;
}

/** A transaction as an endpoint shows it. Without a block it is pending. */
export interface Told {
  readonly hash: string;
  readonly from: string;
  readonly nonce: number;
  readonly to?: string;
  readonly block?: number;
  readonly status?: string;
  readonly logs?: readonly ToldLog[];
}

/** The chain as one endpoint shows it. By default it shows the purchase's pending transaction. */
export interface View {
  readonly head?: number;
  readonly transactions?: readonly Told[];
  /** The buyer's next nonce before any of the transactions is mined. */
  readonly nextNonce?: number;
  /** The buyer's nonce at the newest block, if it contradicts the transactions. */
  readonly count?: number;
  readonly genesis?: string;
  /** Answers by method that replace the chain's own: a value, an error or a function. */
  readonly tells?: Readonly<Record<string, unknown>>;
}

export const sent = (fields: Partial<Told> = {}): Told => ({
  hash: HASH,
  from: BUYER,
  nonce: NEXT_NONCE,
  ...fields,
});

/** A mined transaction without a sale. */
export const mined = (fields: Partial<Told> = {}) => ({ ...sent(), block: HEAD, ...fields });

export const selling = (first: bigint, fields: Partial<Told> = {}) =>
  mined({ logs: [soldLog(first)], ...fields });

/** The other transaction, which sold the tickets in place of the wallet's. */
export const replacing = (first = 7n, fields: Partial<Told> = {}) =>
  selling(first, { hash: OTHER_HASH, ...fields });

export function soldLog(
  first: bigint,
  { address = TICKET, buyer = BUYER, to = BUYER, quantity = 2n, paid = parseEther("0.1") } = {},
): ToldLog {
  const values: TicketsSoldEvent.InputTuple = [buyer, to, ZeroHash, first, quantity, paid];
  return { address, ...sale.encodeEventLog("TicketsSold", values) };
}

export interface ToldEndpoint {
  readonly transport: Transport;
  readonly calls: readonly RpcCall[];
  /** The parameters of each call of the method. */
  asked(method: string): readonly (readonly unknown[])[];
}

export function toldChain(view: (call: RpcCall) => View): ToldEndpoint {
  const { transport, calls } = answering((call) => answerOf(call, view(call)));
  const asked = (method: string) =>
    calls.flatMap((call) => (call.method === method ? [call.params] : []));
  return { transport, calls, asked };
}

/** The first and last blocks of each search for logs. */
export function windowsOf({ asked }: ToldEndpoint): readonly (readonly [number, number])[] {
  return asked("eth_getLogs").map(([filter]) => {
    const { fromBlock, toBlock } = filter as Filter;
    return [Number(fromBlock), Number(toBlock)];
  });
}

interface Filter {
  readonly address: string;
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly topics: readonly string[];
}

export function answerOf({ method, params }: RpcCall, view: View): unknown {
  const { head = HEAD, transactions = [sent()], count, genesis = ZeroHash, tells = {} } = view;
  const { nextNonce = NEXT_NONCE } = view;
  if (method in tells) {
    const told = tells[method];
    return typeof told === "function" ? told(...params) : told;
  }
  const [first, second] = params as [string, string];
  const found = transactions.find(({ hash }) => hash === first);
  switch (method) {
    case "eth_blockNumber":
      return toQuantity(head);
    case "eth_getTransactionByHash":
      return found === undefined ? null : shownIn(found);
    case "eth_getTransactionReceipt":
      return found?.block === undefined ? null : receiptOf(found);
    case "eth_getTransactionCount": {
      if (second === "latest" && count !== undefined) return toQuantity(count);
      const until = second === "latest" ? head : Number(second);
      const nonces = transactions.flatMap(({ from, nonce, block = Number.POSITIVE_INFINITY }) =>
        from === first && block <= until ? nonce + 1 : [],
      );
      return toQuantity(Math.max(nextNonce, ...nonces));
    }
    case "eth_getBlockByNumber": {
      const inBlock = transactions.filter(({ block }) => block === Number(first));
      return { hash: genesis, transactions: inBlock.map(shownIn) };
    }
    case "eth_getLogs":
      return transactions.flatMap((each) => logsOf(each, params[0] as Filter));
    default:
      throw new Error(`The test's chain has no answer to ${method}`);
  }
}

const shownIn = ({ hash, from, nonce, to }: Told) => ({ hash, from, nonce: toQuantity(nonce), to });

export const receiptOf = ({ hash, status = "0x1", block = 0, to, logs = [] }: Told) => ({
  status,
  blockNumber: toQuantity(block),
  transactionHash: hash,
  to,
  logs: logs.map((log) => ({ transactionHash: hash, ...log })),
});

function logsOf(told: Told, { address, fromBlock, toBlock, topics }: Filter) {
  const { block } = told;
  if (block === undefined || block < Number(fromBlock) || block > Number(toBlock)) return [];
  return receiptOf(told).logs.filter(
    (log) => log.address === address && topics.every((topic, at) => log.topics[at] === topic),
  );
}
