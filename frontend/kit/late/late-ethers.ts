import type * as ethersParts from "virtual:kit-ethers";

type Parts = typeof ethersParts;

let parts: Parts | null = null;

async function load(): Promise<Parts> {
  parts ??= await import("virtual:kit-ethers");
  return parts;
}

/**
 * Adapter 1.7.4 imports all of ethers (82 kB), but needs it only once a wallet is connected. These
 * replacements load ethers at the first call. A build with sending or swapping keeps the imports,
 * because AppKit uses more of ethers there.
 */
export class JsonRpcProvider {
  readonly #given: ConstructorParameters<Parts["JsonRpcProvider"]>;

  constructor(...given: ConstructorParameters<Parts["JsonRpcProvider"]>) {
    this.#given = given;
  }

  async getBalance(address: string): Promise<bigint> {
    const ethers = await load();
    return await new ethers.JsonRpcProvider(...this.#given).getBalance(address);
  }
}

/** The adapter formats only balances that `getBalance` has read. */
export function formatEther(wei: bigint): string {
  if (parts === null) throw new Error("No balance was read");
  return parts.formatEther(wei);
}

type Methods = Parts["EthersMethods"];

export const EthersMethods: Pick<Methods, "signMessage" | "parseWalletCapabilities"> = {
  signMessage: async (...given) => (await load()).EthersMethods.signMessage(...given),
  parseWalletCapabilities: (capabilities) => JSON.parse(capabilities),
};
