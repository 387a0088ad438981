import { JsonRpcApiProvider, Network, type Provider } from "ethers";
import { TaskError } from "../cli/task.ts";
import type { Ask } from "./endpoint.ts";
import { type Agreed, BLOCKS_APART, createPanel, type Endpoints, type Panel } from "./panel.ts";
import { sayingSo } from "./waiting.ts";

/** A chain whose endpoints agree on every read. */
export interface Chain {
  readonly network: string;
  readonly chainId: number;
  /** The endpoints, for separate requests. The first endpoint receives transactions. */
  readonly endpoints: Endpoints;
  readonly provider: Provider;
  readonly request: Ask;
  /**
   * Moves reads to a block that every endpoint has: to `block`, or to the first endpoint's newest
   * block.
   */
  refresh(block?: number): Promise<void>;
  /**
   * Moves reads to the newest common block without waiting for any endpoint.
   * @returns the block's number
   */
  renew(): Promise<number>;
}

/** Leaves the errors of `ask` as they are, because ethers' own providers replace them. */
export class AskingProvider extends JsonRpcApiProvider {
  readonly #ask: Ask;

  constructor(chainId: number, ask: Ask) {
    super(chainId, { staticNetwork: Network.from(chainId), cacheTimeout: -1 });
    this.#ask = ask;
  }

  override send(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.#ask(method, params);
  }

  override _send(): never {
    throw new Error("Requests are not sent in batches");
  }
}

/** @param waits if `false`, reads use the newest common block, even an old one */
export async function chainOf(
  network: string,
  chainId: number,
  endpoints: Endpoints,
  { waits = true }: { readonly waits?: boolean } = {},
): Promise<Chain> {
  const [first] = endpoints;
  const over = (request: Ask) => {
    return { network, chainId, endpoints, request, provider: new AskingProvider(chainId, request) };
  };
  if (endpoints.length === 1 && first.isOwn) {
    const renew = async () => Number.POSITIVE_INFINITY;
    return { ...over(first.request), refresh: async () => {}, renew };
  }
  const panel = createPanel(endpoints, { chainId, blocksApart: BLOCKS_APART });
  const hosts = endpoints.map(({ host }) => host).join(" and ");
  const chain: Chain = {
    ...over(panel.request),
    refresh: (from = 0) =>
      sayingSo(`${hosts} to have the same newest block`, () => level(panel, hosts, from)),
    renew: async () => (await agreedBlock(panel)).number,
  };
  if (waits) await chain.refresh();
  return chain;
}

async function agreedBlock(panel: Panel): Promise<Agreed> {
  const found = await panel.look();
  if (found instanceof TaskError) throw found.cause ?? found;
  return found;
}

const POLL_MS = 1_000;
const POLLS = 60;

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
