import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildKitLab } from "../../../frontend/kit-lab/build.ts";
import { serveStatic } from "../../support/static-server.ts";
import { spoilBuild } from "../controls/spoil-build.ts";
import type { Chain } from "./chain.ts";

export interface KitLab {
  readonly url: string;
  readonly chain: Chain;
  close(): Promise<void>;
}

/** Builds the lab's page and serves it, with a chain. */
export async function serveKitLab(chain: Chain): Promise<KitLab> {
  const folder = await mkdtemp(path.join(tmpdir(), "kit-lab-"));
  await buildKitLab(folder);
  await spoilBuild(folder);
  const server = await serveStatic(folder);
  return {
    url: server.url,
    chain,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
