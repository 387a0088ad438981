import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { grouped, plural, roughAmountText, shortList } from "../cli/amounts.ts";
import type { TaskAction } from "../cli/task.ts";
import { type Change, feesOf, labelled } from "../outbox/change.ts";
import { type SendArguments, sendTask } from "../outbox/outbox.ts";
import { callTo, decodeCall } from "../outbox/ticket-call.ts";
import type { Sale } from "../record/sale.ts";
import { type AffiliateAccount, readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { assertRegistered, parseCodes, warnOfLookAlikes } from "../sale/affiliate-code.ts";
import { inParts } from "../sale/chunks.ts";
import { readCodes } from "../sale/sale-events.ts";

/** So many codes use about 3.2M gas, a fifth of a transaction's cap (EIP-7825). */
const CODES_PER_TRANSACTION = 100;

interface CodesArguments extends SendArguments {
  readonly codes: readonly string[];
}

interface AffiliateChange {
  readonly name: string;
  readonly codes: readonly string[];
  readonly active: boolean;
}

export const add = {
  default: typedCodes("add", true, (_, codes, registered) => warnOfLookAlikes(codes, registered)),
};
export const remove = { default: typedCodes("remove", false, assertRegistered) };

function typedCodes(
  name: string,
  active: boolean,
  check: (sale: Sale, codes: readonly string[], registered: readonly string[]) => void,
): TaskAction<CodesArguments> {
  return ({ codes: texts, ...args }, hre) => {
    const codes = parseCodes(texts);
    return setAffiliates(hre, args, { name, codes, active }, async (sale, registered) =>
      check(sale, codes, registered),
    );
  };
}

/** @param check runs first, and returns what to do at the end */
export function setAffiliates(
  hre: HardhatRuntimeEnvironment,
  args: SendArguments,
  change: AffiliateChange,
  check: (sale: Sale, registered: readonly string[]) => Promise<(() => Promise<void>) | void>,
): Promise<void> {
  return sendTask(hre, args, async (sale) => {
    const after = await check(sale, await readCodes(sale));
    return {
      sender: { address: await sale.ticket.owner(), role: "owner" },
      isAsked: (data) => isPartOf(change, data),
      change: () => changeOf(sale, change),
      ...(after && { after }),
    };
  });
}

async function changeOf(
  sale: Sale,
  { name, codes, active }: AffiliateChange,
): Promise<Change | null> {
  const accounts = await readAffiliateAccounts(sale, codes);
  const due = codesNot(active, accounts);
  const state = active ? "active" : "inactive";
  if (due.length === 0) {
    console.log(`${plural(codes.length, "code")} already ${state}. Nothing to do.`);
    return null;
  }
  return {
    name: `affiliates-${name}`,
    title: `Make ${plural(due.length, "affiliate code")} ${state}`,
    lines: diff(due, accounts.length - due.length, active),
    ...inParts(due, CODES_PER_TRANSACTION, "codes", (some) =>
      callTo(sale.ticket.setAffiliates, [some, active]),
    ),
    async mismatch() {
      const wrong = codesNot(active, await readAffiliateAccounts(sale, due));
      if (wrong.length === 0) return null;
      return `not ${state} on chain: ${shortList(wrong)}. Run it again.`;
    },
    report(receipts) {
      const gas = receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
      return (
        `Done: ${plural(due.length, "code")} ${state}, ${grouped(gas / BigInt(due.length))} gas a code, ` +
        `${roughAmountText(feesOf(receipts), sale.currency)} in all.`
      );
    },
  };
}

function isPartOf(asked: Pick<AffiliateChange, "codes" | "active">, data: string): boolean {
  const call = decodeCall(data);
  if (call?.name !== "setAffiliates") return false;
  const [codes, active] = call.args;
  const wanted = new Set(asked.codes);
  return active === asked.active && [...codes].every((code: string) => wanted.has(code));
}

function codesNot(active: boolean, accounts: readonly AffiliateAccount[]): string[] {
  return accounts.filter((account) => account.active !== active).map(({ code }) => code);
}

function diff(changing: readonly string[], unchanged: number, active: boolean): string[] {
  const [before, after] = active ? ["inactive", "active"] : ["active", "inactive"];
  const [only] = changing;
  return [
    ...(changing.length === 1 && only !== undefined
      ? [labelled(only, `${before} -> ${after}`)]
      : [
          labelled(`${changing.length} codes`, `${before} -> ${after}`),
          labelled("", shortList(changing)),
        ]),
    ...(unchanged > 0 ? [labelled("unchanged", `${unchanged} already ${after}`)] : []),
  ];
}
