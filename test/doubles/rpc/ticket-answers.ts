import { Interface } from "ethers";
import { ITicket__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { fakeTicket, type TicketState } from "../page/fake-ticket.ts";
import type { Message } from "./rpc-endpoints.ts";

const ticket = ITicket__factory.createInterface();
const multicall = new Interface(["function multicall(bytes[] data) returns (bytes[] results)"]);

export function ticketAnswers(state: Partial<TicketState> = {}): (message: Message) => unknown {
  const ask = fakeTicket(state);
  const read = (data: string): string => {
    const call = ticket.parseTransaction({ data });
    if (call === null) throw new Error(`Unexpected read: ${data}`);
    return ticket.encodeFunctionResult(call.fragment, [ask(call.name, call.args)]);
  };
  return ({ params }) => {
    const [{ data }] = params as [{ data: string }];
    const [calls] = multicall.decodeFunctionData("multicall", data);
    return multicall.encodeFunctionResult("multicall", [Array.from(calls as string[], read)]);
  };
}
