import { AbiCoder, Interface } from "ethers";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { discounted } from "../../support/collection.ts";
import type { Message } from "./rpc-endpoints.ts";

/** The contract as an endpoint reports it. */
interface FakeTicket {
  /** Wei per ticket. */
  readonly price: bigint;
  readonly totalSupply: bigint;
  readonly paused: boolean;
  readonly activeCodes: readonly string[];
}

const ticket = ITicket__factory.createInterface();
const multicall = new Interface(["function multicall(bytes[] data) returns (bytes[] results)"]);

/** Answers `eth_call` as the contract would: the page reads everything in one call. */
export function ticketAnswers(overrides: Partial<FakeTicket> = {}): (message: Message) => unknown {
  const {
    price = 50_000_000_000_000_000n,
    totalSupply = 0n,
    paused = false,
    activeCodes = ["welcome5"],
  } = overrides;
  const word = (type: string, value: unknown) => AbiCoder.defaultAbiCoder().encode([type], [value]);
  const read = (data: string): string => {
    const call = ticket.parseTransaction({ data });
    switch (call?.name) {
      case "totalSupply":
        return word("uint256", totalSupply);
      case "paused":
        return word("bool", paused);
      case "getPriceForQuantity":
        return word("uint256", price * call.args[0]);
      case "getAffiliatePriceForQuantity":
        return word("uint256", discounted(price * call.args[0]));
      case "isAffiliateActive":
        return word("bool", activeCodes.includes(call.args[0]));
      default:
        throw new Error(`Unexpected read: ${data}`);
    }
  };
  return ({ params }) => {
    const [{ data }] = params as [{ data: string }];
    const [calls] = multicall.decodeFunctionData("multicall", data);
    return multicall.encodeFunctionResult("multicall", [Array.from(calls as string[], read)]);
  };
}
