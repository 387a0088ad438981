import type { Page } from "@playwright/test";
import { account, type Chain } from "../../e2e/support/chain.ts";
import { InjectedWallet, WalletRefusal } from "./injected-wallet.ts";

export interface AskedTransaction {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

const READS = [
  "eth_blockNumber",
  "eth_call",
  "eth_estimateGas",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByNumber",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
];

/** Reads the chain for the page, like real wallets. @param approve decides for the user: `false` rejects */
export async function installEverydayWallet(
  page: Page,
  chain: Chain,
  approve: (transaction: AskedTransaction) => Promise<boolean> | boolean,
): Promise<InjectedWallet> {
  const accountIndex = 1;
  const wallet = await InjectedWallet.install(page, chain, { chainId: 1, accountIndex });
  const signer = account(accountIndex).connect(chain.provider);
  wallet.override = async ({ method, params }) => {
    if (READS.includes(method)) return await chain.provider.send(method, [...params]);
    if (method !== "eth_sendTransaction") return undefined;
    const { from = "", to = "", value = "0x0", data = "0x" } = params[0] as Record<string, string>;
    const transaction = { from, to, value: BigInt(value), data };
    if (!(await approve(transaction))) {
      throw new WalletRefusal({ code: 4001, message: "User rejected the request." });
    }
    const { hash } = await signer.sendTransaction(transaction);
    wallet.transactionHashes.push(hash);
    return hash;
  };
  return wallet;
}
