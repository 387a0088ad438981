import type { NetworkHooks } from "hardhat/types/hooks";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import { TaskError } from "../cli/task.ts";
import { asksOne } from "./endpoints.ts";
import { type Agreed, BLOCKS_APART, createPanel, type Panel, type PanelEndpoint } from "./panel.ts";
import { sayingSo } from "./waiting.ts";

/**
 * Moves later reads to a block that every endpoint has: to `block`, or to the first endpoint's
 * newest block.
 */
export type Refresh = (block?: number) => Promise<void>;

const POLL_MS = 1_000;
const POLLS = 60;

/**
 * Runs `use` while a panel of these endpoints answers all reads of the connection.
 * @param use gets a second argument that looks for a newer block without waiting, and returns its
 * number
 * @param waits if `false`, reads use the newest common block, even an old one
 */
export async function withPanel<T>(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  endpoints: readonly PanelEndpoint[],
  chainId: number,
  use: (refresh: Refresh, renew: () => Promise<number>) => Promise<T>,
  { waits = true }: { readonly waits?: boolean } = {},
): Promise<T> {
  const isOwn = endpoints.length === 1 && endpoints[0]?.saysWaits === true;
  if (isOwn) {
    return await use(
      async () => {},
      async () => Number.POSITIVE_INFINITY,
    );
  }
  const panel = createPanel(endpoints, { chainId, blocksApart: BLOCKS_APART });
  const handlers: Partial<NetworkHooks> = {
    async onRequest(context, asked, request, next) {
      const isOther = asked !== (connection as unknown);
      if (isOther || asksOne.getStore()) return await next(context, asked, request);
      const { id, method, params = [] } = request;
      const result = await panel.request(method, Array.isArray(params) ? params : []);
      return { jsonrpc: "2.0", id, result };
    },
  };
  const hosts = endpoints.map(({ host }) => host).join(" and ");
  const refresh: Refresh = (from) =>
    sayingSo(`${hosts} to have the same newest block`, () => level(panel, hosts, from ?? 0));

  hre.hooks.registerHandlers("network", handlers);
  try {
    if (waits) await refresh();
    return await use(refresh, async () => (await agreedBlock(panel)).number);
  } finally {
    hre.hooks.unregisterHandlers("network", handlers);
  }
}

async function agreedBlock(panel: Panel): Promise<Agreed> {
  const found = await panel.look();
  if (found instanceof TaskError) throw found.cause ?? found;
  return found;
}

async function level(panel: Panel, hosts: string, from: number): Promise<void> {
  let wanted: number | undefined;
  for (let poll = 1; ; poll += 1) {
    const { number } = await agreedBlock(panel);
    wanted ??= Math.max(from, panel.health()[0]?.block ?? 0);
    if (number >= wanted) return;
    if (poll === POLLS) {
      throw new TaskError(
        `${hosts} do not both have block ${wanted} yet. Run ticket status later.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
