import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Interference, type RpcProxy, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { type Command, runTask } from "./command.ts";
import { revertTo } from "./node.ts";
import { recordAsMainnet } from "./owned-sale.ts";
import { forgetKept } from "./project.ts";
import { useSale } from "./sale.ts";

/** A URL, `"none"`, a proxy, or how a new proxy behaves. */
type Place = string | RpcProxy | Interference;

/** Where a task asks; the node by default. */
export interface Places {
  readonly first?: Place;
  readonly second?: Place;
  readonly env?: Readonly<Record<string, string>>;
}

/** Registers hooks: each test starts from the chain that the suite's own hooks left. */
export function useLiveSale(name: string, ...options: string[]) {
  const proxies: RpcProxy[] = [];
  let clean: string | undefined;
  let rehearsed: string;
  const sale = Object.assign(useSale({ owner: name, deploy: options }), {
    /** Starts a proxy that closes after the test. */
    async proxy(interference: Interference) {
      const proxy = await startRpcProxy(sale.node.url, interference);
      proxies.push(proxy);
      return proxy;
    },
    async at({ first, second, env }: Places = {}): Promise<Command> {
      const { url } = sale.node;
      return {
        project: sale.project,
        env: {
          MAINNET_RPC_URL: await urlOf(first ?? url),
          MAINNET_SECOND_RPC_URL: await urlOf(second ?? `${url}/second`),
          DEPLOYER_PRIVATE_KEY: sale.owner.privateKey,
          ...env,
        },
      };
    },
    /** Runs a task on mainnet. Spaces separate its words. */
    run: async (task: string, places?: Places) =>
      await runTask(await sale.at(places), ...task.split(" "), "--network", "mainnet"),
    proceeds: async () => await sale.balance(await sale.ticket.getAddress()),
    /** Mines a block with this base fee, in wei. */
    async baseFeeOf(wei: bigint) {
      const fee = `0x${wei.toString(16)}`;
      await sale.node.provider.send("hardhat_setNextBlockBaseFeePerGas", [fee]);
      await sale.node.provider.send("evm_mine", []);
    },
  });

  async function urlOf(place: Place): Promise<string> {
    if (typeof place === "string") return place;
    return ("url" in place ? place : await sale.proxy(place)).url;
  }

  before(async () => {
    rehearsed = await readFile(rehearsal(), "utf8");
    await recordAsMainnet(sale.project);
  });

  const rehearsal = () => path.join(sale.project, "deployments/rehearsal/record.json");

  beforeEach(async () => {
    const { provider } = sale.node;
    if (clean !== undefined) await revertTo(provider, clean);
    clean = await provider.send("evm_snapshot", []);
    await forgetKept("notes");
    await writeFile(rehearsal(), rehearsed);
    await recordAsMainnet(sale.project);
  });

  afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.close())));
  return sale;
}

/** How an endpoint answers instead of the node. */
export const answers = (wanted: string, result: unknown): Interference => ({
  before: ({ method }) => (method === wanted ? { result } : undefined),
});
