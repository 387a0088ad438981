import { buildKitLab } from "../../../frontend/kit-lab/build.ts";
import { serveStatic } from "../../support/static-server.ts";
import { spoilBuild } from "../controls/spoil-build.ts";
import type { Chain } from "./chain.ts";
import { sharedBuild } from "./shared-build.ts";

export interface KitLab {
  readonly url: string;
  readonly chain: Chain;
  close(): Promise<void>;
}

/** Builds the lab's page and serves it, with a chain. */
export async function serveKitLab(chain: Chain): Promise<KitLab> {
  const folder = await sharedBuild("kit-lab", async (empty) => {
    await buildKitLab(empty);
    await spoilBuild(empty);
  });
  const server = await serveStatic(folder);
  return { url: server.url, chain, close: server.close };
}
