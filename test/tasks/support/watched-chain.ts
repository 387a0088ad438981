import type { Ticket } from "../../../typechain-types/index.ts";
import { revertTo, type TestNode } from "./node.ts";
import { startSale } from "./sale.ts";

export interface WatchedChain {
  readonly node: TestNode;
  readonly ticket: Ticket;
  readonly buyer: string;
  readonly deployed: number;
  reset(): Promise<void>;
  /** Wei paid. */
  buy(quantity: number, code?: string | null): Promise<bigint>;
  ids(): Promise<string[]>;
}

const NOT_WATCHED = ["Transfer", "ContractURIUpdated", "BatchMetadataUpdate"];

export async function startWatchedChain(): Promise<WatchedChain> {
  const sale = await startSale({ codes: ["alice", "bob"] });
  const { node, ticket } = sale;
  const { provider } = node;
  const { address, blockNumber } = await sale.recorded("record.json");
  const buyer = sale.account(1);
  let clean = await provider.send("evm_snapshot", []);
  return {
    node,
    ticket,
    buyer: buyer.address,
    deployed: blockNumber,
    async reset() {
      await revertTo(provider, clean);
      clean = await provider.send("evm_snapshot", []);
    },
    buy: (quantity, affiliate = null) => sale.buy(quantity, affiliate, buyer),
    async ids() {
      const logs = await provider.getLogs({ address, fromBlock: 0 });
      return logs
        .filter((log) => {
          const name = ticket.interface.parseLog(log)?.name ?? "";
          return !NOT_WATCHED.includes(name);
        })
        .map(({ blockHash, index }) => `1-${blockHash}-${index}`);
    },
  };
}
