import { AbiCoder, Interface, Transaction } from "ethers";
import type { Chain } from "../chain/chain.ts";
import type { Fees } from "../outbox/fees.ts";
import type { Creation } from "./creations.ts";

/** The same address on every OP Stack rollup, such as Base. */
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000F";
const oracle = new Interface(["function getL1Fee(bytes transaction) view returns (uint256)"]);

/**
 * Returns an OP Stack rollup's extra fee for data on Ethereum. Arbitrum includes that fee in its
 * gas.
 * @returns wei for all transactions; 0 on other chains, `null` if the oracle fails
 */
export async function l1DataFee(
  { chainId, request }: Chain,
  creations: readonly (Pick<Creation, "data" | "nonce"> & { readonly gas: bigint })[],
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
): Promise<bigint | null> {
  if ((await request("eth_getCode", [GAS_PRICE_ORACLE, "latest"])) === "0x") return 0n;
  let sum = 0n;
  for (const { data, nonce, gas } of creations) {
    const { unsignedSerialized } = Transaction.from({
      type: 2,
      chainId,
      nonce,
      gasLimit: gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
      data,
    });
    const call = oracle.encodeFunctionData("getL1Fee", [unsignedSerialized]);
    try {
      const answer = await request("eth_call", [{ to: GAS_PRICE_ORACLE, data: call }, "latest"]);
      sum += AbiCoder.defaultAbiCoder().decode(["uint256"], String(answer))[0];
    } catch {
      return null;
    }
  }
  return sum;
}
