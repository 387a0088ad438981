import { toQuantity } from "ethers";
import type { RpcCall } from "../../../frontend/src/chain/rpc/transport.ts";
import type { TicketState } from "../page/fake-ticket.ts";
import { isServedCall, type ServedChain, servedAnswer } from "./served.ts";
import { ticketAnswers } from "./ticket-answers.ts";

interface Honest {
  readonly served?: Partial<ServedChain>;
  readonly sale?: Partial<TicketState>;
  /** By method, in place of the usual answers. */
  readonly told?: Readonly<Record<string, unknown>>;
}

/** The answer about a sale that goes on, and a buyer who has funds. */
export function honestAnswer({ method, params }: RpcCall, state: Honest = {}): unknown {
  const { served, sale, told } = state;
  const timestamp = Math.floor(Date.now() / 1000) - 6;
  const chain = { chainId: 1, height: 5_000, timestamp, code: "0xc0de", ...served };
  if (isServedCall({ method, params })) return servedAnswer(chain);
  if (method === "eth_call") return ticketAnswers(sale)({ id: 0, method, params });
  const answers: Readonly<Record<string, unknown>> = {
    eth_blockNumber: toQuantity(chain.height),
    eth_getBlockByNumber: { hash: `0x${"9e".repeat(32)}` },
    eth_getCode: "0x",
    eth_getBalance: toQuantity(10n ** 24n),
    eth_estimateGas: toQuantity(90_000),
    eth_gasPrice: toQuantity(20n * 10n ** 9n),
    eth_getTransactionCount: "0x5",
    ...told,
  };
  if (!(method in answers)) throw new Error(`The page asks for ${method}`);
  return answers[method];
}
