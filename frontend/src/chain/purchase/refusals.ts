import { type ErrorDescription, Interface } from "ethers";
import { ITicket__factory } from "../../../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { IERC721A__factory } from "../../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import { MintError, type MintFailure, type Refusal } from "../../domain/mint/mint-failure.ts";
import type { Reverted } from "../rpc/transport.ts";
import { revertDataOf, walletFailure } from "./wallet-error.ts";

/** `ITicket` lacks the errors that `Ticket` inherits from ERC721A. */
const errors = new Interface([...ITicket__factory.abi, ...IERC721A__factory.abi]);

/** @param error from a wallet */
export function asMintError(error: unknown): MintError {
  const data = revertDataOf(error);
  const refusal = data === null ? null : refusalIn(data);
  const failure = refusal === null ? walletFailure(error) : refused(refusal);
  return new MintError(failure, { cause: error });
}

export function refusedBy({ data }: Reverted): MintFailure {
  return refused(refusalIn(data) ?? { kind: "other", error: null });
}

function refused(refusal: Refusal): MintFailure {
  return { reason: "refused", refusal };
}

const REFUSALS: Readonly<Record<string, (args: ErrorDescription["args"]) => Refusal>> = {
  SoldOut: ({ remaining }) => ({ kind: "tooFewLeft", remaining }),
  SalePaused: () => ({ kind: "salePaused" }),
  IncorrectPayment: ({ expected }) => ({ kind: "priceChanged", price: expected }),
  AffiliateNotActive: () => ({ kind: "affiliateNotActive" }),
  InvalidQuantity: () => ({ kind: "invalidQuantity" }),
};

export function refusalIn(data: string): Refusal | null {
  const error = parseRevert(data);
  if (error === null) return null;
  return REFUSALS[error.name]?.(error.args) ?? { kind: "other", error: error.name };
}

/** ethers throws for incomplete revert data. */
function parseRevert(data: string): ErrorDescription | null {
  try {
    return errors.parseError(data);
  } catch {
    return null;
  }
}
