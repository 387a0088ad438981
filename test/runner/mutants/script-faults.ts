import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestResult } from "../results/test-results.ts";
import { type Fault, makeFaults } from "./make-faults.ts";

/**
 * `npm run test:faults:scripts`: makes faults in a copy of the tasks, where faults once went unnoticed, one at a time, and
 * shows that the test written against each goes red. All, or those whose words have what is given:
 * `npm run test:faults:scripts -- contact`.
 */
interface ScriptFault extends Fault {
  /** From the root. */
  readonly test: string;
  /** The test there that has to go red. */
  readonly red: string;
}

const NO_ANSWER = (network: string) =>
  `nothing is sent to ${network} when the question is not answered`;
const DAYS = "counts both days, from midnight to midnight: --from 2030-03-31 --to 2030-03-31";

const FAULTS: readonly ScriptFault[] = [
  {
    what: "codes are set on a live network without a question",
    file: "scripts/tasks/send/apply-change.ts",
    find: "if (sale.live) await confirmChange(change, yes);",
    replacement: "void confirmChange;",
    test: "test/tasks/hostile/live-networks.test.ts",
    red: NO_ANSWER("mainnet"),
  },
  {
    what: "codes are set after any answer",
    file: "scripts/tasks/send/confirm.ts",
    find: "if (answer.trim() !== word)",
    replacement: 'if (answer.trim() === "no")',
    test: "test/tasks/hostile/live-networks.test.ts",
    red: "a wrong answer in the terminal sends no code, and the right one does",
  },
  {
    what: "only mainnet counts as live",
    file: "scripts/tasks/record/sale.ts",
    find: "live: !isRehearsal(network),",
    replacement: 'live: network === "mainnet",',
    test: "test/tasks/hostile/live-networks.test.ts",
    red: NO_ANSWER("base"),
  },
  {
    what: "a testnet counts as a rehearsal",
    file: "scripts/tasks/record/sale.ts",
    find: '["localhost", "rehearsal"]',
    replacement: '["localhost", "rehearsal", "sepolia"]',
    test: "test/tasks/hostile/live-networks.test.ts",
    red: "a deployment to sepolia has no default arguments",
  },
  {
    what: "a change of the owner's is not compared with what is on chain",
    file: "scripts/tasks/owner/owner-change.ts",
    find: "if (wrong < 0) return null;",
    replacement: "if (wrong <= 0) return null;",
    test: "test/tasks/hostile/read-backs.test.ts",
    red: "says what reads otherwise after each of the owner's changes",
  },
  {
    what: "the price read back is the one that was asked for",
    file: "scripts/tasks/owner/set-price.ts",
    find: "[amountText(await sale.ticket.ticketPrice(), currency)]",
    replacement: "[amountText(price, currency)]",
    test: "test/tasks/hostile/read-backs.test.ts",
    red: "says what reads otherwise after each of the owner's changes",
  },
  {
    what: "an ownership counts as accepted when it was sent",
    file: "scripts/tasks/owner/accept-ownership.ts",
    find: "readBack: async () => [await sale.ticket.owner()],",
    replacement: "readBack: async () => [pending],",
    test: "test/tasks/hostile/read-backs.test.ts",
    red: "says so of an ownership that was not accepted, and of sales that were not resumed",
  },
  {
    what: "codes are not read back",
    file: "scripts/tasks/affiliates/set-affiliates.ts",
    find: "const wrong = codesNot(active, await readAffiliateAccounts(sale, due));",
    replacement: "const wrong = codesNot(active, []);",
    test: "test/tasks/hostile/read-backs.test.ts",
    red: "names the codes that are not as they were meant to be",
  },
  {
    what: "what was sent is read back once, whatever node answers",
    file: "scripts/tasks/send/apply-change.ts",
    find: "const READ_BACK_TRIES = 5;",
    replacement: "const READ_BACK_TRIES = 1;",
    test: "test/tasks/hostile/read-backs.test.ts",
    red: "reads codes again where the node that answers is some blocks behind",
  },
  {
    what: "an account that delegates to a contract counts as one",
    file: "scripts/tasks/send/account-kind.ts",
    find: 'return code.startsWith(DELEGATION_PREFIX) ? "delegating" : "contract";',
    replacement: 'return "contract";',
    test: "test/tasks/owner/sale-tasks.test.ts",
    red: "take an account that delegates to a contract for an account, and a contract for one",
  },
  {
    what: "a link leads to the folder's name without a slash",
    file: "scripts/tasks/shared/site-url.ts",
    find: '.replace(/\\/?$/, "/")',
    replacement: "",
    test: "test/tasks/affiliates/affiliates.test.ts",
    red: "[A-02] prints a link that opens the page, whether the site's address ends with a slash or not",
  },
  {
    what: "the record is written before the code is checked",
    file: "scripts/tasks/deploy/deploy.ts",
    find: "  await assertDeployed(hre, connection, record);\n  await proveRecord(record, asking(connection));\n  return record;",
    replacement:
      "  await writeRecord(root, record);\n  await assertDeployed(hre, connection, record);\n  await proveRecord(record, asking(connection));\n  return record;",
    test: "test/tasks/deploy/deployment-checks.test.ts",
    red: "of the code at the address",
  },
  {
    what: "any code at the recorded address is a deployment",
    file: "scripts/tasks/deploy/deploy.ts",
    find: "return keccak256(code) === record.codeHash ? record : null;",
    replacement: 'return code !== "0x" ? record : null;',
    test: "test/tasks/deploy/deployment-checks.test.ts",
    red: "so that foreign code on a live network is an error, and nothing is sent",
  },
  {
    what: "a Safe that one owner can use alone passes the preflight",
    file: "scripts/tasks/deploy/preflight.ts",
    find: "safe.threshold >= 2",
    replacement: "safe.threshold >= 1",
    test: "test/tasks/deploy/deployment-checks.test.ts",
    red: "so that 1 of 3 is refused where money is meant",
  },
  {
    what: "the last day of a report ends as it begins",
    file: "scripts/tasks/affiliates/block-time.ts",
    find: 'firstBlockOf(sale, "--to", to, head, 1)',
    replacement: 'firstBlockOf(sale, "--to", to, head, 0)',
    test: "test/tasks/affiliates/report-dates.test.ts",
    red: DAYS,
  },
  {
    what: "a sale at midnight is of the day before",
    file: "scripts/tasks/affiliates/block-time.ts",
    find: "(await timestampOf(sale, middle)) < wanted",
    replacement: "(await timestampOf(sale, middle)) <= wanted",
    test: "test/tasks/affiliates/report-dates.test.ts",
    red: DAYS,
  },
  {
    what: "a day begins at this machine's midnight",
    file: "scripts/tasks/affiliates/block-time.ts",
    find: `\${text}T00:00:00Z`,
    replacement: `\${text}T00:00:00`,
    test: "test/tasks/affiliates/report-dates.test.ts",
    red: "means days of UTC, wherever it runs",
  },
  {
    what: "a key in a URL's query is printed",
    file: "scripts/tasks/shared/task-action.ts",
    find: "([/?#][^",
    replacement: "([/#][^",
    test: "test/tasks/hostile/secrets-in-urls.test.ts",
    red: "is not printed when the endpoint answers an error that repeats a URL with a query alone",
  },
  {
    what: "the preflight prints the second endpoint's URL",
    file: "scripts/tasks/record/second-endpoint.ts",
    find: "const host = hostAt(url);",
    replacement: "const host = url;",
    test: "test/tasks/hostile/secrets-in-urls.test.ts",
    red: "is not printed by the preflight, whatever the second endpoint says",
  },
  {
    what: "a second import forgets the contact's other columns",
    file: "scripts/tasks/affiliates/affiliate-file.ts",
    find: "new Map([...(known.rows.get(code) ?? []), ...row])",
    replacement: "row",
    test: "test/tasks/affiliates/affiliate-contacts.test.ts",
    red: "are updated in the columns that the file has, and kept in the others",
  },
  {
    what: "a second import forgets the other codes' contacts",
    file: "scripts/tasks/affiliates/affiliate-file.ts",
    find: "new Map(known.rows)",
    replacement: "new Map(added.rows)",
    test: "test/tasks/affiliates/affiliate-contacts.test.ts",
    red: "are kept for the codes that the file does not have",
  },
  {
    what: "a code called __proto__ loses its contact",
    file: "scripts/tasks/affiliates/affiliate-file.ts",
    find: "Object.fromEntries([...rows].map(([code, row]) => [code, Object.fromEntries(row)])),",
    replacement:
      "[...rows].reduce((all, [code, row]) => { all[code] = Object.fromEntries(row); return all; }, {}),",
    test: "test/tasks/affiliates/affiliate-contacts.test.ts",
    red: "import them with columns of the same names, and report all of it",
  },
  {
    what: "a quote in a cell is written once",
    file: "scripts/tasks/affiliates/csv.ts",
    find: `cell.replaceAll('"', '""')`,
    replacement: "cell",
    test: "test/tasks/affiliates/affiliate-contacts.test.ts",
    red: "come out of a report as they went in: quotes, commas, line ends, blanks",
  },
  {
    what: "a cell with nothing but quotes is written bare",
    file: "scripts/tasks/affiliates/csv.ts",
    find: `/[",\\r\\n]|`,
    replacement: "/[,\\r\\n]|",
    test: "test/tasks/affiliates/affiliate-contacts.test.ts",
    red: "come out of a report as they went in: quotes, commas, line ends, blanks",
  },
  {
    what: "a file decides over the environment",
    file: "scripts/tasks/shared/site-url.ts",
    find: 'return loadEnv(network, root, "VITE_");',
    replacement:
      'const { VITE_SITE_URL: shell = "", ...rest } = process.env; process.env = rest; return { VITE_SITE_URL: shell, ...loadEnv(network, root, "VITE_") };',
    test: "test/tasks/deploy/settings.test.ts",
    red: "is the page's address from the environment, then from the network's files, then from all networks'",
  },
  {
    what: "the port decides over the local node's URL",
    file: "hardhat.config.ts",
    find: "process.env.LOCALHOST_RPC_URL ?? localhostUrl()",
    replacement: "localhostUrl()",
    test: "test/tasks/deploy/settings.test.ts",
    red: "is the local node from LOCALHOST_RPC_URL, then from CHAIN_PORT",
  },
  {
    what: "a default decides over the command line",
    file: "scripts/tasks/deploy/deploy.ts",
    find: "args.price ?? (defaultAccount && coins(TRIAL_PRICE))",
    replacement: "(defaultAccount && coins(TRIAL_PRICE)) ?? args.price ?? null",
    test: "test/tasks/deploy/settings.test.ts",
    red: "is an argument of a deployment from the command line, then the local chain's own",
  },
  {
    what: "a machine's file is believed without its seal",
    file: "scripts/tasks/send/machine-state.ts",
    find: "return found.length === expected.length && timingSafeEqual(found, expected) ? text : null;",
    replacement: "return text;",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "decide nothing in the machine's own journal without its seal",
  },
  {
    what: "any codes that are pending are taken for this run's",
    file: "scripts/tasks/affiliates/set-affiliates.ts",
    find: "return active === asked.active && [...codes].every((code: string) => wanted.has(code));",
    replacement: "return active === asked.active && wanted.size > 0;",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "can't let a run go on over a pending transaction that was not asked for",
  },
  {
    what: "what an endpoint hides is taken for this run's",
    file: "scripts/tasks/send/pending-calls.ts",
    find: "if (note !== undefined && isAsked(note.data)) return;",
    replacement: "if (note === undefined) return;",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "can't hide from it what is pending, either",
  },
  {
    what: "a replacement takes a nonce of its own",
    file: "scripts/tasks/send/apply-change.ts",
    find: "resumes?.replaces?.nonce ?? (await",
    replacement: "(await",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "leave a stuck transaction of the same codes to be replaced, shown, asked about and at a fee below the cap",
  },
  {
    what: "any fee is signed",
    file: "scripts/tasks/send/fees.ts",
    find: "if (feeCap === undefined || maxFeePerGas <= feeCap) return;",
    replacement: "if (maxFeePerGas > 0n) return;",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "leave the fee below the cap, whatever an endpoint asks for",
  },
  {
    what: "the payee is whom an endpoint calls the owner",
    file: "scripts/tasks/owner/payee.ts",
    find: "  const sender = await findSender(sale);\n",
    replacement:
      '  if (treasury === undefined) return { address: await sale.ticket.owner(), source: "the owner" };\n  const sender = await findSender(sale);\n',
    test: "test/tasks/hostile/hostile-endpoints.test.ts",
    red: "is not paid the proceeds by naming the owner, 1 times, when it is the only one",
  },
  {
    what: "the royalty goes to whom an endpoint names",
    file: "scripts/tasks/owner/payee.ts",
    find: "if ([initial.royaltyReceiver, treasury].includes(address)) return true;",
    replacement: "if (initial.royaltyReceiver !== treasury) return true;",
    test: "test/tasks/hostile/hostile-endpoints.test.ts",
    red: "gets no royalty by a change of the share alone",
  },
  {
    what: "what is signed is not read back",
    file: "scripts/tasks/send/ticket-call.ts",
    find: "if (says === asked) return;",
    replacement: 'if (says !== "") return;',
    test: "test/tasks/hostile/hostile-endpoints.test.ts",
    red: "What is signed says what was asked for: other data is refused",
  },
  {
    what: "a second endpoint is asked, and its answer not compared",
    file: "scripts/tasks/record/second-opinion.ts",
    find: "if (!pending && essence(method, own) !== essence(method, other)) {",
    replacement: "if (pending && essence(method, own) !== essence(method, other)) {",
    test: "test/tasks/hostile/hostile-endpoints.test.ts",
    red: "the owner, when it is the first",
  },
  {
    what: "a second endpoint of another chain will do",
    file: "scripts/tasks/record/second-endpoint.ts",
    find: 'if (found === chainId && theirs === ours) return { kind: "agrees", endpoint };',
    replacement: 'if (found === chainId) return { kind: "agrees", endpoint };',
    test: "test/tasks/hostile/hostile-endpoints.test.ts",
    red: "is another one, and of the same chain",
  },
  {
    what: "what was sent is read back from a block before it",
    file: "scripts/tasks/send/mined-receipt.ts",
    find: "    sale.refresh(first.blockNumber),\n",
    replacement: "    Promise.resolve(),\n",
    test: "test/tasks/hostile/hostile-endpoints.test.ts",
    red: "that is some blocks behind is waited for: what was sent is read back from both",
  },
  {
    what: "a record is proven by what an endpoint shows",
    file: "scripts/tasks/record/prove-record.ts",
    find: "if (signed?.hash !== hash)",
    replacement: "if (signed === null)",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "is refused when an endpoint forges the transaction for it, or hides it",
  },
  {
    what: "a record's deployer is not proven",
    file: "scripts/tasks/record/prove-record.ts",
    find: "if (signed.from !== record.deployer) {",
    replacement: 'if (signed.from === "") {',
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "is refused when it names their transaction and our deployer",
  },
  {
    what: "a record's initial owner is not proven",
    file: "scripts/tasks/record/prove-record.ts",
    find: "if (!signed.data.endsWith(args)) {",
    replacement: 'if (args === "") {',
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "is refused when it tells another initial owner than the transaction does",
  },
  {
    what: "another deployment's record counts as the one asked for",
    file: "scripts/tasks/deploy/deploy.ts",
    find: "      assertAskedFor(args, present, currencyOf(chainId));\n",
    replacement: "      void assertAskedFor;\n",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "of a deployment that is wholly theirs says so, and is not what was asked to be deployed",
  },
  {
    what: "the proof of a record knows no transaction with a gas price",
    file: "scripts/tasks/record/prove-record.ts",
    find: "signed.signature?.legacyChainId ?? signed.chainId",
    replacement: "signed.chainId",
    test: "test/tasks/deploy/deploy.test.ts",
    red: "deploys to polygon with one command, once rehearsed, committed and owned by a Safe",
  },
  {
    what: "a gas price in a journal has no cap",
    file: "scripts/tasks/deploy/ignition-journal.ts",
    find: "(maxFeePerGas ?? gasPrice)?.value",
    replacement: "maxFeePerGas?.value",
    test: "test/tasks/hostile/hostile-files.test.ts",
    red: "deploys nothing else, nothing for another owner, and nothing at any fee",
  },
  {
    what: "every chain's coin is ether",
    file: "networks.ts",
    find: "networks[found].currency",
    replacement: "ether",
    test: "test/tasks/owner/currency.test.ts",
    red: "are in POL on a chain with polygon's id",
  },
  {
    what: "a table's cells are obeyed",
    file: "scripts/tasks/shared/visible-text.ts",
    find: "return text.replaceAll(UNSEEN_IN_LINE, escaped);",
    replacement: "return text;",
    test: "test/tasks/hostile/hostile-text.test.ts",
    red: "in a CSV's cells is shown by every report, each affiliate in a line of its own",
  },
  {
    what: "what is printed is obeyed",
    file: "scripts/tasks/shared/visible-text.ts",
    find: 'typeof value === "string" ? visibleText(value) : value',
    replacement: "value",
    test: "test/tasks/hostile/hostile-text.test.ts",
    red: "in a CSV's cells is shown by every report, each affiliate in a line of its own",
  },
  {
    what: "the local chain answers every origin",
    file: "scripts/dev/local-request.ts",
    find: "return EXTENSIONS.test(from.protocol) || LOCAL_NAMES.includes(from.hostname);",
    replacement: "return true;",
    test: "test/dev/start.test.ts",
    red: "the chain, with its unlocked accounts, answers no other origin and no other name",
  },
  {
    what: "the local chain answers by every name",
    file: "scripts/dev/local-request.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
    find: "if (host === undefined || !LOCAL_NAMES.includes(nameOf(`http://${host}`))) return false;",
    replacement: "if (host === undefined) return false;",
    test: "test/dev/start.test.ts",
    red: "the chain, with its unlocked accounts, answers no other origin and no other name",
  },
  {
    what: "any page opens files in an editor",
    file: "scripts/dev/local-request.ts",
    find: 'return headers["sec-fetch-mode"] !== "navigate" || /^\\/+(__|@)/.test(url);',
    replacement: "return false;",
    test: "test/dev/start.test.ts",
    red: "another site may link to the page, but none of its pictures opens a file in an editor",
  },
  {
    what: "a renderer that an interrupted run has made is made again",
    file: "scripts/tasks/owner/deploy-renderer.ts",
    find: "if (made.code === code &&",
    replacement: "if (made.code === data &&",
    test: "test/tasks/owner/pending-changes.test.ts",
    red: "is found if a block took it before the task was run again",
  },
  {
    what: "the last creation can't be signed at a doubled base fee",
    file: "scripts/tasks/deploy/cost-checks.ts",
    find: "const atMost = 2n * doubled + maxPriorityFeePerGas;",
    replacement: "const atMost = doubled + maxPriorityFeePerGas;",
    test: "test/tasks/deploy/deployment-costs.test.ts",
    red: "can be paid with what was asked for, to the wei, if the base fee doubles before the last creation",
  },
  {
    what: "a payee that changed is paid with --yes",
    file: "scripts/tasks/affiliates/pay.ts",
    find: "if (sale.live) await confirmPayees(changed, yes);",
    replacement: 'if (sale.live) await confirm("yes", yes);',
    test: "test/tasks/affiliates/pay.test.ts",
    red: "pays another address than the last one only if that is confirmed by hand",
  },
  {
    what: "a Safe's payment counts as often as it stands in the data",
    file: "scripts/tasks/send/safe-executions.ts",
    find: "      safeTxHashes.splice(at, 1);\n",
    replacement: "",
    test: "test/tasks/send/safe-executions.test.ts",
    red: "counts a batch once for each time that it was executed, however often it stands in the data",
  },
  {
    what: "a record without one of its fields is taken for an unproven one",
    file: "scripts/tasks/record/sale.ts",
    find: "if (missing !== null) {",
    replacement: 'if (missing === "") {',
    test: "test/tasks/hostile/damaged-files.test.ts",
    red: "that is a record without one of its fields is named with the field",
  },
  {
    what: "an alarm is repeated at every look",
    file: "scripts/tasks/watch/alarms.ts",
    find: "      if (!isNew) return;\n",
    replacement: "",
    test: "test/tasks/watch/stalled-chain.test.ts",
    red: "says so once, and when blocks come again",
  },
];

/** @returns the titles of these tests that are red in the copy; throws unless each of them ran */
function redTests(copy: string, faults: readonly ScriptFault[]): string[] {
  const report = path.join(copy, "report.json");
  rmSync(report, { force: true });
  const titles = [...new Set(faults.map(({ red }) => red))];
  const files = [...new Set(faults.map(({ test }) => test))];
  const pattern = titles.map((title) => title.replaceAll(/[^\w ]/g, "\\$&")).join("|");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["test/runner/hardhat.ts", "--no-compile", "--report", report],
      ...["--grep", `(${pattern})$`, ...files],
    ],
    { cwd: copy, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  if (!existsSync(report)) throw new Error(`Could not be run:\n${stdout}${stderr}`);
  const results: TestResult[] = JSON.parse(readFileSync(report, "utf8"));
  // A copy that can't even start would make every test red.
  const absent = titles.filter((title) => !results.some((result) => result.title.endsWith(title)));
  if (absent.length > 0) {
    throw new Error(`Did not run:\n  ${absent.join("\n  ")}\n${stdout}${stderr}`);
  }
  return results.filter(({ status }) => status === "failed").map(({ title }) => title);
}

makeFaults({
  faults: FAULTS,
  copied: [
    ...["artifacts", "cache", "contracts", "frontend", "typechain-types", "test", "scripts"],
    ...["collection.ts", "hardhat.config.ts", "networks.ts"],
    ...["package.json", "tsconfig.json", "tsconfig.base.json"],
    ".gitignore",
  ],
  linked: ["node_modules"],
  redBefore: (copy, faults) => redTests(copy, faults).join("\n"),
  missed: (copy, fault) =>
    redTests(copy, [fault]).some((title) => title.endsWith(fault.red)) ? null : "",
});
