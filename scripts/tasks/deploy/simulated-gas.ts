import type { Fork } from "./chain-rules.ts";
import type { Creation } from "./creations.ts";
import type { Plan } from "./plan.ts";

/** Above the cap of a transaction: Hardhat's chain in memory counts new state towards it on every fork. */
const SIMULATED_GAS_LIMIT = 100_000_000n;

/** Sends the creations to a chain in memory with a fork's rules, as Hardhat has them. @returns the gas of each */
export async function simulatedGas(
  fork: Fork,
  { hre }: Pick<Plan, "hre">,
  creations: readonly Pick<Creation, "data">[],
): Promise<readonly bigint[]> {
  const simulated = await quietly(() =>
    hre.network.create({
      network: "default",
      override: {
        hardfork: fork,
        blockGasLimit: 3n * SIMULATED_GAS_LIMIT,
        transactionGasCap: SIMULATED_GAS_LIMIT,
      },
    }),
  );
  try {
    const [sender] = await simulated.ethers.getSigners();
    const used: bigint[] = [];
    for (const { data } of creations) {
      const sent = await sender?.sendTransaction({ data, gasLimit: SIMULATED_GAS_LIMIT });
      used.push((await sent?.wait())?.gasUsed ?? 0n);
    }
    return used;
  } finally {
    await simulated.close();
  }
}

/** Mutes Hardhat's warning that the next hardfork is not final: it is simulated on purpose. */
async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await run();
  } finally {
    console.error = error;
  }
}
