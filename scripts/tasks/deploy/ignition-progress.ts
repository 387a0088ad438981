import { getAddress, Transaction } from "ethers";
import type { NetworkHooks } from "hardhat/types/hooks";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { Chain } from "../chain/chain.ts";
import { answered, sayingSo } from "../chain/waiting.ts";
import { withLinks } from "../cli/explorer.ts";
import type { Contract } from "./creations.ts";

/**
 * Prints progress, because Ignition prints none.
 * @param steps in order, by creation code
 * @param confirmations blocks that Ignition waits after each step
 */
export async function withProgress<T>(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
  { network, endpoints: [{ host }] }: Chain,
  steps: readonly Contract[],
  confirmations: number,
  deploy: () => Promise<T>,
): Promise<T> {
  /** The steps that wait for a block, by the transaction's hash. */
  const sent = new Map<string, number>();
  const handlers: Partial<NetworkHooks> = {
    async onRequest(context, asked, request, next) {
      if (asked !== (connection as unknown)) return await next(context, asked, request);
      const answer = await answered(host, request.method, () => next(context, asked, request));
      if ("error" in answer) return answer;
      const [first] = Array.isArray(request.params) ? request.params : [];
      const data = createdBy(request.method, first);
      if (data !== null) {
        const hash = String(answer.result);
        const step = steps.findIndex((each) => data.startsWith(each.code));
        sent.set(hash, step);
        const said = `Sent ${hash}, which creates ${steps[step]?.name}. Waiting for it to be mined.`;
        console.log(withLinks(network, said));
      }
      const step = sent.get(String(first));
      if (request.method === "eth_getTransactionReceipt" && step !== undefined) {
        const receipt = answer.result as Receipt | null;
        if (receipt?.blockNumber && sent.delete(String(first))) {
          console.log(withLinks(network, minedText(receipt, step)));
        }
      }
      return answer;
    },
  };
  function minedText({ blockNumber, contractAddress }: Receipt, step: number): string {
    const then = steps[step + 1]?.name ?? "reading all of it back";
    const blocks = confirmations > 1 ? `${confirmations - 1} more blocks, then ` : "";
    const address = contractAddress ? getAddress(contractAddress) : "no address";
    return `${steps[step]?.name} is in block ${Number(blockNumber)}, at ${address}. Next: ${blocks}${then}.`;
  }
  hre.hooks.registerHandlers("network", handlers);
  try {
    return await sayingSo("the deployment's transactions and their blocks", deploy);
  } finally {
    hre.hooks.unregisterHandlers("network", handlers);
  }
}

interface Receipt {
  readonly blockNumber: string | null;
  readonly contractAddress: string | null;
}

function createdBy(method: string, sent: unknown): string | null {
  if (method === "eth_sendTransaction") return (sent as { readonly data: string }).data;
  return method === "eth_sendRawTransaction" ? Transaction.from(String(sent)).data : null;
}
