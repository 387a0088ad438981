import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { currencyOf, isNetworkName, networks } from "../../../networks.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { AskingProvider } from "../chain/chain.ts";
import { askEndpoint } from "../chain/endpoint.ts";
import { watchedEndpoints } from "../chain/endpoints.ts";
import { type Agreed, createPanel, type Panel } from "../chain/panel.ts";
import { TaskError } from "../cli/task.ts";
import { proveRecord } from "../record/prove-record.ts";
import { assertSameCode, isRehearsal, networkOption, recordOf, type Sale } from "../record/sale.ts";

export interface WatchedSale {
  readonly sale: Sale;
  readonly panel: Panel;
  readonly confirmations: number;
  readonly agreed: Agreed;
}

/**
 * Opens the sale to read it, at the block that enough endpoints agree on.
 * @param confirmations the network's own number if `undefined`
 */
export async function withWatchedSale(
  hre: HardhatRuntimeEnvironment,
  confirmations: number | undefined,
  signal: AbortSignal,
  use: (watched: WatchedSale) => Promise<void>,
): Promise<void> {
  const network = networkOption(hre);
  const known = isNetworkName(network) ? networks[network] : null;
  const { root } = hre.config.paths;
  const record = await recordOf(root, network, known?.chainId ?? null);
  const { chainId } = record;
  const on = confirmations ?? known?.confirmations ?? 0;
  const watched = await watchedEndpoints(hre, network);
  const endpoints = watched.map(({ host, url }) => ({
    host,
    request: (method: string, params: readonly unknown[]) =>
      askEndpoint(url, method, params, signal),
  }));
  const panel = createPanel(endpoints, {
    chainId,
    confirmations: on,
    firstBlock: record.blockNumber,
    signal,
  });
  const agreed = await panel.look();
  if (agreed instanceof TaskError) {
    const problems = panel
      .health()
      .flatMap(({ name, problem }) => (problem === null ? [] : `${name} ${problem}`));
    throw new TaskError(`The sale can't be read: ${[agreed.message, ...problems].join("; ")}`);
  }
  const provider = new AskingProvider(chainId, panel.request);
  await assertSameCode(record, provider);
  await proveRecord(record, panel.request);
  const sale: Sale = {
    hre,
    network,
    chainId,
    currency: currencyOf(chainId),
    live: !isRehearsal(network),
    dryRun: false,
    checked: panel.needed > 1,
    root,
    feeCap: undefined,
    record,
    provider,
    ticket: Ticket__factory.connect(record.address, provider),
    request: panel.request,
    endpoints: [{ host: network, request: panel.request }],
    refresh: async () => {},
    renew: async () => Number.POSITIVE_INFINITY,
    signers: async () => [],
  };
  await use({ sale, panel, confirmations: on, agreed });
}
