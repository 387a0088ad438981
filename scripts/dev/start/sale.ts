import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The options of each deployment of `npm start`. */
export interface Sale {
  /** In ETH, as typed; by default the price of every trial network. */
  readonly price: string | undefined;
  /** The folder that the pictures are in; without it they are drawn on chain. */
  readonly baseUri: string | undefined;
  readonly affiliates: readonly string[];
}

export async function deploySale(sale: Sale): Promise<void> {
  const thread = new Worker(new URL("deploy-sale.ts", import.meta.url), { workerData: sale });
  await once(thread, "exit");
}
