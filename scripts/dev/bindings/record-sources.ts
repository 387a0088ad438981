import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { HardhatPlugin } from "hardhat/types/plugins";
import { DIGESTS_FILE, digestSources } from "./source-digests.ts";

/**
 * List this plugin after the toolbox, because it must run after TypeChain. A partial build writes
 * nothing, because the other bindings stay old.
 */
export const recordedSources: HardhatPlugin = {
  id: "recorded-sources",
  hookHandlers: {
    solidity: async () => ({
      default: async () => ({
        async processArtifactsAfterSuccessfulBuild({ config, globalOptions }, artifacts, built) {
          if (globalOptions.noTypechain) return;
          const { root } = config.paths;
          const digests = digestSources(root);
          const isWhole = Object.keys(digests).every((source) =>
            built.includes(path.join(root, source)),
          );
          if (!isWhole) return;
          const folder = path.resolve(root, config.typechain.outDir ?? "types");
          writeFileSync(path.join(folder, DIGESTS_FILE), `${JSON.stringify(digests, null, 2)}\n`);
          writeFileSync(path.join(folder, "lenses.ts"), lensesIn(artifacts));
        },
      }),
    }),
  },
};

function lensesIn(artifacts: readonly string[]): string {
  return artifacts
    .filter((artifact) => /[\\/]lenses[\\/].+Lens\.json$/.test(artifact))
    .map((artifact) => JSON.parse(readFileSync(artifact, "utf8")))
    .filter(({ bytecode }) => bytecode !== "0x")
    .map(({ contractName, bytecode }) => `export const ${contractName} = "${bytecode}";\n`)
    .join("");
}
