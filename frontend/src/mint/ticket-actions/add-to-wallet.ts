import type { Chain } from "../../../../networks.ts";
import { walletFailure } from "../../chain/purchase/wallet-error.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import type { MintFailure } from "../../domain/mint/mint-failure.ts";

/** None of these results is an error, because the visitor owns the ticket in any case. */
export type Added = "asked" | "refused" | "otherNetwork" | "notNow" | "unable";

/** After these failures, the same wallet may accept later. */
const PASSING: readonly MintFailure["reason"][] = [
  "walletLocked",
  "walletBusy",
  "walletOffline",
  "walletOffNetwork",
  "walletLimited",
];

const unable = new WeakSet<Eip1193Provider>();

/** A wallet can't report in advance whether it supports ERC-721 tokens. */
export function mayAdd(provider: Eip1193Provider | null): provider is Eip1193Provider {
  return provider !== null && !unable.has(provider);
}

/** Uses EIP-747 with type ERC-721. The wallet looks for the ticket on its current network. */
export async function addToWallet(
  provider: Eip1193Provider,
  { chainId }: Pick<Chain, "chainId">,
  address: string,
  tokenId: bigint,
): Promise<Added> {
  try {
    if (Number(await provider.request({ method: "eth_chainId" })) !== chainId)
      return "otherNetwork";
    const options = { address, tokenId: String(tokenId) };
    // `wallet_watchAsset` takes an object instead of a list.
    const params = { type: "ERC721", options } as unknown as readonly unknown[];
    const answer = await provider.request({ method: "wallet_watchAsset", params });
    return answer === true ? "asked" : "refused";
  } catch (error) {
    const { reason } = walletFailure(error);
    if (reason === "rejected") return "refused";
    if (PASSING.includes(reason)) return "notNow";
    unable.add(provider);
    return "unable";
  }
}
