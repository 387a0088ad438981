import { access } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Chain } from "../chain/chain.ts";
import { folderOf, proveRecord } from "../record/prove-record.ts";
import { type CreatedContract, recentCreations } from "../record/recent-creations.ts";
import type { DeploymentRecord } from "../record/record.ts";
import { creationOf, recordFromChain, UntoldHistory } from "../record/record-from-chain.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { isCodeOf } from "../record/runtime-code.ts";
import type { MadeBefore, Plan } from "./plan.ts";
import { wrongTerms } from "./terms.ts";

type Asked = Omit<Plan, "made">;

/**
 * Asks the chain and not Ignition's journal, because a pull request can change that file. An
 * address is derived from the deployer and a nonce, so no one else can have made its contract.
 */
export async function madeBefore(asked: Asked): Promise<MadeBefore> {
  const { hre, chain, deployer, baseUri } = asked;
  const rendererCode = await hre.artifacts.readArtifact(rendererContract(baseUri).name);
  const ticketCode = await hre.artifacts.readArtifact("Ticket");
  let renderer: CreatedContract | null = null;
  let other: string | null = null;
  for (const created of await recentCreations(chain.provider, deployer)) {
    const { address, code } = created;
    if (isCodeOf(ticketCode, code)) {
      const sale = await saleAsked(asked, address);
      if (sale !== null) return { renderer, sale, other };
      other ??= address;
    } else if (renderer === null && isCodeOf(rendererCode, code)) {
      if ((await folderOf(address, chain.request)) === baseUri) renderer = created;
    }
  }
  return { renderer, sale: null, other };
}

/** Returns `null` for other terms, or if the endpoint does not tell the terms of an older sale. */
async function saleAsked(asked: Asked, address: string): Promise<DeploymentRecord | null> {
  try {
    const hash = await creationOf(asked.chain.request, address);
    const sale = await provenSale(asked, { address, hash });
    return "wrong" in sale ? null : sale;
  } catch (error) {
    if (error instanceof UntoldHistory && !asked.interrupted) return null;
    throw error;
  }
}

/** @returns the record, or the names of the terms that differ */
export async function provenSale(
  { hre, chain, arguments: terms, baseUri }: Asked,
  made: { readonly address: string; readonly hash: string },
): Promise<DeploymentRecord | { readonly wrong: readonly string[] }> {
  const record = await recordFromChain(hre, chain, made);
  if ("foreign" in record) return { wrong: ["code"] };
  const wrong = wrongTerms(record, terms, baseUri);
  if (wrong.length > 0) return { wrong };
  await proveRecord(record, chain.request);
  return record;
}

const JOURNAL = "journal.jsonl";
/** Ignition's files that would let it go on with what they say. */
export const IGNITION_STATE = [JOURNAL, "deployed_addresses.json"];

export async function hasBegun(folder: string): Promise<boolean> {
  return await access(path.join(folder, JOURNAL)).then(
    () => true,
    () => false,
  );
}

const POLL_MS = 1_000;

/** Ignition does not begin while a transaction of the deployer lacks confirmations. */
export async function waitForSent(
  { provider, refresh }: Chain,
  deployer: string,
  confirmations: number,
): Promise<void> {
  for (let waited = false; ; waited = true) {
    await refresh();
    const confirmed = (await provider.getBlockNumber()) - confirmations + 1;
    const [settled, pending] = await Promise.all([
      confirmed < 0 ? 0 : provider.getTransactionCount(deployer, confirmed),
      provider.getTransactionCount(deployer, "pending"),
    ]);
    if (settled === pending) return;
    if (!waited) {
      console.log(
        `Waiting for the interrupted run's transaction (${deployer}, nonce ${pending - 1}).`,
      );
    }
    await pause(POLL_MS);
  }
}
