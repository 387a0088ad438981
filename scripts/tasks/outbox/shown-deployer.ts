import { getAddress } from "ethers";
import { parseAddress } from "../shared/amounts.ts";
import { TaskError } from "../shared/task-action.ts";

/** @throws a `TaskError` for `--from` without `--dry-run`: what is sent is sent by the account whose key is here */
export function assertForDryRun(from: string | undefined, dryRun = false): void {
  if (from === undefined || dryRun) return;
  throw new TaskError(
    "--from is for --dry-run: what is sent comes from the account whose key is here",
  );
}

/**
 * @param from what was typed, if anything was
 * @returns whom a dry run takes for the deployer, whose key it does not ask for: that address, or a local node's first account
 */
export async function shownDeployer(
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
  from: string | undefined,
): Promise<string> {
  if (from !== undefined) return parseAddress("--from", from);
  const accounts = await request("eth_accounts", []).catch(() => []);
  const [first] = accounts as readonly string[];
  if (first !== undefined) return getAddress(first);
  throw new TaskError("A dry run asks for no key: say who deploys, --from 0xYourDeployer");
}
