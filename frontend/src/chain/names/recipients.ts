import { getAddress, Interface, ZeroAddress } from "ethers";
import type { RecipientRefusal, Recipients, TypedRecipient } from "../../domain/mint/recipient.ts";
import { asData, isContractCode } from "../rpc/answers.ts";
import { type FailoverTransport, type ReadResult, Reverted } from "../rpc/transport.ts";
import { normalisedName, resolveName } from "./names.ts";

const receiver = new Interface([
  "function onERC721Received(address,address,uint256,bytes) returns (bytes4)",
  "function supportsInterface(bytes4) view returns (bool)",
]);
/** The selector of `onERC721Received`, which is also its return value. */
const RECEIVED = "0x150b7a02";

/** Matches a name without its ending, such as "alice", but not a part of an address. */
const LABEL = /^(?!0x|[0-9a-f]{20})[^\s.]{3,}$/i;

export function createRecipients(
  transport: FailoverTransport,
  ticketAddress: string,
  names: boolean,
): Recipients {
  return {
    read: (text) => readRecipient(text.trim(), ticketAddress, names),

    async lookUp(name, signal) {
      try {
        const address = await resolveName(transport, name, signal);
        if (address === null) return { kind: "unknown" };
        const reason = refusalOf(address, ticketAddress);
        return reason === null ? { kind: "found", address } : { kind: "refused", reason };
      } catch (error) {
        console.warn("The name could not be read", error);
        return { kind: "unread" };
      }
    },

    async canHold(address, signal) {
      const call = (data: string) => ({
        method: "eth_call",
        params: [{ from: ticketAddress, to: address, data }, "latest"],
      });
      const calls = [
        { method: "eth_getCode", params: [address, "latest"] },
        call(receiver.encodeFunctionData("onERC721Received", [address, ZeroAddress, 1n, "0x"])),
        call(receiver.encodeFunctionData("supportsInterface", [RECEIVED])),
      ];
      try {
        return await transport.requestAll(calls, holds, signal);
      } catch (error) {
        console.warn("The recipient could not be read", error);
        return null;
      }
    },
  };
}

function readRecipient(text: string, ticketAddress: string, names: boolean): TypedRecipient {
  if (text === "") return { kind: "empty" };
  if (!/^0x[0-9a-f]{40}$/i.test(text)) {
    const name = normalisedName(text);
    const guess = names && LABEL.test(text) ? normalisedName(`${text}.eth`) : null;
    if (name === null && guess !== null) return { kind: "name", name: guess, isGuess: true };
    if (name === null) return { kind: "refused", reason: "unreadable" };
    return names ? { kind: "name", name } : { kind: "refused", reason: "noNames" };
  }
  const address = checksummed(text);
  if (address === null) return { kind: "refused", reason: "misspelt" };
  const reason = refusalOf(address, ticketAddress);
  return reason === null ? { kind: "address", address } : { kind: "refused", reason };
}

function refusalOf(address: string, ticketAddress: string): RecipientRefusal | null {
  if (address === ZeroAddress) return "zero";
  return address === getAddress(ticketAddress) ? "ticket" : null;
}

/** Returns `null` for a wrong checksum. An address in only lower or upper case has no checksum. */
function checksummed(text: string): string | null {
  try {
    return getAddress(text.replace(/^0X/, "0x"));
  } catch {
    return null;
  }
}

/** Whether the address can hold tickets. A contract must declare that it accepts ERC-721 tokens. */
function holds(read: ReadResult): boolean {
  if (!isContractCode(asData(read(0)))) return true;
  const received = answerTo(read(1));
  const supported = answerTo(read(2));
  return received === RECEIVED.padEnd(66, "0") || BigInt(supported) === 1n;
}

function answerTo(result: unknown): string {
  const data = result instanceof Reverted ? "0x" : asData(result).toLowerCase();
  return data.length === 66 ? data : "0x0";
}
