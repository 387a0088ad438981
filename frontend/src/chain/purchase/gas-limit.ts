import { MintError } from "../../domain/mint/mint-failure.ts";
import { Reverted } from "../rpc/transport.ts";
import { type Assessment, gasOf, TRANSACTION_GAS_CAP } from "./assessment.ts";
import { refusedBy } from "./refusals.ts";

/** The specification's limit (P-28). */
const GAS_LIMIT = 300_000n;

export function gasLimitFor(one: Assessment, other: Assessment, value: bigint): bigint {
  if (one.estimate instanceof Reverted) throw new MintError(refusedBy(one.estimate));
  // One endpoint that shows enough funds is sufficient, because the other may not know a new
  // deposit yet.
  if (!canPay(one, value) && !canPay(other, value)) {
    throw new MintError({ reason: "insufficientFunds", funds: fundsOf(one, value) });
  }
  const estimate = gasOf(one) > gasOf(other) ? gasOf(one) : gasOf(other);
  // The estimate exceeds the limit only if a hardfork makes storage more expensive.
  return estimate <= GAS_LIMIT ? GAS_LIMIT : withMargin(estimate);
}

function withMargin(estimate: bigint): bigint {
  const limit = (estimate * 12n) / 10n;
  return limit < TRANSACTION_GAS_CAP ? limit : TRANSACTION_GAS_CAP;
}

function canPay(assessment: Assessment, value: bigint): boolean {
  const funds = fundsOf(assessment, value);
  return funds !== null && funds.owned >= funds.needed;
}

/** The missing amount; `null` if the buyer can pay the price and the fee is unknown. */
function fundsOf({ balance, estimate, gasPrice, byContract }: Assessment, value: bigint) {
  if (balance >= value && typeof estimate !== "bigint") return null;
  // A contract wallet pays no fee: another account sends its transaction.
  const includesFee = typeof estimate === "bigint" && !byContract;
  const needed = includesFee ? value + estimate * gasPrice : value;
  return { needed, owned: balance, includesFee };
}
