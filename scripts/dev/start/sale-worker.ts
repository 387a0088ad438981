import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface Sale {
  /** In ETH; the local networks' price by default. */
  readonly price: string | undefined;
  readonly baseUri: string | undefined;
  readonly affiliates: readonly string[];
}

export async function deploySale(sale: Sale): Promise<void> {
  const thread = new Worker(new URL("deploy-sale.ts", import.meta.url), { workerData: sale });
  await once(thread, "exit");
}
