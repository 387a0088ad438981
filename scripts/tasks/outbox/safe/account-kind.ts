import type { Provider } from "ethers";

/**
 * `plain` has no code, `delegating` runs a contract's code and still signs with its own key (EIP-7702), `contract` has
 * code of its own and no key.
 */
export type AccountKind = "plain" | "delegating" | "contract";

/** EIP-7702: the code of a delegating account is this and the address of the contract. */
const DELEGATION_PREFIX = "0xef0100";

export async function accountKind(provider: Provider, address: string): Promise<AccountKind> {
  const code = await provider.getCode(address);
  if (code === "0x") return "plain";
  return code.startsWith(DELEGATION_PREFIX) ? "delegating" : "contract";
}
