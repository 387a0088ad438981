import { isError } from "ethers";
import { Payouts__factory } from "../../../typechain-types/factories/contracts/Payouts__factory.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { oneLine, TaskError, withoutKeys } from "../cli/task.ts";
import { visibleLine } from "../cli/visible-text.ts";

export function describeError(error: unknown): string {
  if (error instanceof TaskError) return oneLine(error);
  const reverted = revertReason(error);
  if (reverted !== null) return `The contract refuses: ${reverted}`;
  const message = oneLine(error);

  const missing = /Configuration Variable "(\w+)" not found/.exec(message)?.[1];
  if (missing !== undefined) {
    return `${missing} is not set. Set it: npm run hardhat -- keystore set ${missing} (or in the environment)`;
  }
  if (/Field\.fromBytes|private key|invalid scalar|invalid field element/i.test(message)) {
    return "DEPLOYER_PRIVATE_KEY is not a private key: 64 hex digits, not all of them 0";
  }
  const refused = refusedFile(error);
  if (refused !== null) return refused;
  const status = httpStatus(error);
  if (status !== null) return statusText(status);
  if (
    /HHE70[34]|connection timed out|Cannot connect to|Failed to make POST|ECONNREFUSED|fetch failed/.test(
      message,
    )
  ) {
    return "The endpoint does not answer. Is a node running there, and is its URL right?";
  }
  if (isError(error, "INSUFFICIENT_FUNDS") || /insufficient funds|enough funds/i.test(message)) {
    return `The account can't pay for this: ${withoutKeys(message)}`;
  }
  return withoutKeys(message.replace(/^HHE\d+: /, ""));
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "its disk is read-only",
  ENOSPC: "its disk is full",
  EDQUOT: "this user's disk quota is used up",
  ENOTDIR: "a file is in the place of a folder",
  EISDIR: "a folder is in the place of a file",
};

function refusedFile(error: unknown): string | null {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (path === undefined || code === undefined || !Object.hasOwn(FILE_ERRORS, code)) return null;
  return `${visibleLine(path)} can't be read or written: ${FILE_ERRORS[code]} (${code})`;
}

/** The error, and what it was caused by. */
function* causesOf(error: unknown, depth = 0): Generator<Readonly<Record<string, unknown>>> {
  if (typeof error !== "object" || error === null || depth > 5) return;
  const causes = error as Readonly<Record<string, unknown>>;
  yield causes;
  for (const key of CAUSES) yield* causesOf(causes[key], depth + 1);
}

const CAUSES = ["data", "error", "cause", "info"] as const;

/** Returns the HTTP status of a response without JSON-RPC, from any cause of the error. */
export function httpStatus(error: unknown): number | null {
  for (const { statusCode } of causesOf(error)) {
    if (typeof statusCode === "number") return statusCode;
  }
  return null;
}

function statusText(status: number): string {
  const answer = `The endpoint answers HTTP ${status}`;
  if (status === 401 || status === 403)
    return `${answer}: access denied. Is the key in its URL right?`;
  if (status === 429) {
    return `${answer}: too many requests, so its quota is used up. Run the command again later, or set another endpoint.`;
  }
  if (status >= 500)
    return `${answer}: a server error. Run the command again later, or set another endpoint.`;
  return `${answer}, which is not an answer of an Ethereum node. Is its URL right?`;
}

function revertReason(error: unknown): string | null {
  const contracts = [Ticket__factory.createInterface(), Payouts__factory.createInterface()];
  for (const data of [...causesOf(error)].flatMap((one) => CAUSES.map((key) => one[key]))) {
    if (typeof data !== "string" || !/^0x[0-9a-f]{8,}$/i.test(data)) continue;
    const [decoded] = contracts.flatMap((contract) => contract.parseError(data) ?? []);
    if (decoded !== undefined) return `${decoded.name}(${decoded.args.map(String).join(", ")})`;
  }
  const message = error instanceof Error ? error.message : "";
  return /reverted with custom error '(.+?)'/.exec(message)?.[1] ?? null;
}
