import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { buyTickets } from "../../../scripts/dev/rehearse/buy-tickets.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask } from "./command.ts";
import { startHardhatNode, type TestNode } from "./node.ts";
import { forgetDeployments } from "./project.ts";

export interface WatchedChain {
  readonly node: TestNode;
  readonly ticket: Ticket;
  readonly buyer: string;
  readonly deployed: number;
  reset(): Promise<void>;
  /** Wei paid. */
  buy(quantity: number, code?: string): Promise<bigint>;
  ids(): Promise<string[]>;
}

const NOT_WATCHED = ["Transfer", "ContractURIUpdated", "BatchMetadataUpdate"];

export async function startWatchedChain(project: string): Promise<WatchedChain> {
  await forgetDeployments(project);
  const node = await startHardhatNode(1);
  const { provider } = node;
  const { code, errors } = await runTask(
    { project, env: { REHEARSAL_RPC_URL: node.url } },
    ...["ticket", "deploy", "--network", "rehearsal"],
  );
  expect(code, errors).to.equal(0);
  const text = await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8");
  const record = JSON.parse(text) as { readonly address: string; readonly blockNumber: number };
  const ticket = Ticket__factory.connect(record.address, await provider.getSigner(0));
  const buyer = await (await provider.getSigner(1)).getAddress();
  await (await ticket.setAffiliates(["alice", "bob"], true)).wait();
  let clean = await provider.send("evm_snapshot", []);
  return {
    node,
    ticket,
    buyer,
    deployed: record.blockNumber,
    async reset() {
      await provider.send("evm_revert", [clean]);
      clean = await provider.send("evm_snapshot", []);
    },
    buy: async (quantity, affiliate) =>
      await buyTickets(ticket, await provider.getSigner(1), quantity, affiliate ?? null),
    async ids() {
      const logs = await provider.getLogs({ address: record.address, fromBlock: 0 });
      return logs
        .filter((log) => {
          const name = ticket.interface.parseLog(log)?.name ?? "";
          return !NOT_WATCHED.includes(name);
        })
        .map(({ blockHash, index }) => `1-${blockHash}-${index}`);
    },
  };
}
