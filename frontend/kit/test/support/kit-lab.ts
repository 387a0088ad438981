import { spoilBuild } from "../../../../test/e2e/controls/spoil-build.ts";
import type { Chain } from "../../../../test/e2e/support/chain.ts";
import { sharedBuild } from "../../../../test/e2e/support/mainnet-build.ts";
import { serveStatic } from "../../../../test/support/static-server.ts";
import { buildKitLab } from "../../lab/build.ts";

export interface KitLab {
  readonly url: string;
  readonly chain: Chain;
  close(): Promise<void>;
}

export async function serveKitLab(chain: Chain): Promise<KitLab> {
  const folder = await sharedBuild("kit-lab", async (empty) => {
    await buildKitLab(empty);
    await spoilBuild(empty);
  });
  const server = await serveStatic(folder);
  return { url: server.url, chain, close: server.close };
}
