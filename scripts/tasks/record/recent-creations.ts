import { getCreateAddress, type Provider } from "ethers";

const LOOKED_AT = 50;

export interface CreatedContract {
  readonly address: string;
  readonly nonce: number;
  readonly code: string;
}

/** The newest first. */
export async function recentCreations(
  provider: Provider,
  account: string,
): Promise<CreatedContract[]> {
  const next = await provider.getTransactionCount(account);
  const created = await Promise.all(
    Array.from({ length: Math.min(LOOKED_AT, next) }, async (_, i) => {
      const nonce = next - 1 - i;
      const address = getCreateAddress({ from: account, nonce });
      return { address, nonce, code: await provider.getCode(address) };
    }),
  );
  return created.filter(({ code }) => code !== "0x");
}
