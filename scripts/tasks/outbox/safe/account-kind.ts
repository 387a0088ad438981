import type { Provider } from "ethers";

/** `delegating` runs a contract's code but still signs with its own key (EIP-7702). */
export type AccountKind = "plain" | "delegating" | "contract";

const DELEGATION_PREFIX = "0xef0100";

export async function accountKind(provider: Provider, address: string): Promise<AccountKind> {
  const code = await provider.getCode(address);
  if (code === "0x") return "plain";
  return code.startsWith(DELEGATION_PREFIX) ? "delegating" : "contract";
}
