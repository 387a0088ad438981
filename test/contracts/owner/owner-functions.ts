import { type FunctionFragment, Interface } from "ethers";
import { Ticket__factory } from "../../../typechain-types/index.js";
import { CODE, PRICE } from "../fixture.ts";

/** Every other writing function, also a new one, must be for the owner only. */
const FOR_ANYONE: readonly string[] = [
  "buyTicket(address,uint256)",
  "buyTicketWithAffiliate(address,uint256,string)",
  "initializeOwnershipAt(uint256)",
  "multicall(bytes[])",
  "approve(address,uint256)",
  "setApprovalForAll(address,bool)",
  "transferFrom(address,address,uint256)",
  "safeTransferFrom(address,address,uint256)",
  "safeTransferFrom(address,address,uint256,bytes)",
  "acceptOwnership()",
];

const abi = new Interface(Ticket__factory.abi);

export const ownerFunctions: readonly FunctionFragment[] = abi.fragments.filter(
  (fragment): fragment is FunctionFragment =>
    fragment.type === "function" && isOwners(fragment as FunctionFragment),
);

function isOwners(fragment: FunctionFragment): boolean {
  // `renounceOwnership` is a view because it only reverts, but it must still reject strangers.
  const writes = !fragment.constant || fragment.name === "renounceOwnership";
  return writes && !FOR_ANYONE.includes(fragment.format("sighash"));
}

export function validCall(fragment: FunctionFragment, address: string): string {
  return abi.encodeFunctionData(
    fragment,
    fragment.inputs.map(({ type }) => validArgument(type, address)),
  );
}

function validArgument(type: string, address: string): string | bigint | boolean | string[] {
  switch (type) {
    case "address":
      return address;
    case "bool":
      return true;
    case "string[]":
      return [CODE];
    case "uint96":
      return 100n;
    case "uint256":
      return PRICE;
    default:
      throw new Error(`owner-functions.ts: say what a valid ${type} is`);
  }
}
