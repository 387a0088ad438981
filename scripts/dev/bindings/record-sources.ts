import { writeFileSync } from "node:fs";
import path from "node:path";
import type { HardhatPlugin } from "hardhat/types/plugins";
import { DIGESTS_FILE, digestSources } from "./source-digests.ts";

/**
 * Writes beside TypeChain's bindings which sources they are of. Listed after the toolbox, it runs after TypeChain. A build
 * of some contracts leaves the others' bindings as they were, so it writes nothing.
 */
export const recordedSources: HardhatPlugin = {
  id: "recorded-sources",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        async processArtifactsAfterSuccessfulBuild({ config, globalOptions }, _, built) {
          if (globalOptions.noTypechain) return;
          const { root } = config.paths;
          const digests = digestSources(root);
          const isWhole = Object.keys(digests).every((source) =>
            built.includes(path.join(root, source)),
          );
          if (!isWhole) return;
          const file = path.resolve(root, config.typechain.outDir ?? "types", DIGESTS_FILE);
          writeFileSync(file, `${JSON.stringify(digests, null, 2)}\n`);
        },
      }),
    }),
  },
};
