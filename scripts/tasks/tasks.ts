import { emptyTask } from "hardhat/config";
import { maxPrice, priceStep } from "../../collection.ts";
import { coins } from "./cli/coins.ts";
import { refuseWrongUse } from "./cli/command-line.ts";
import { command, described, flag, lastWord, text, word, words } from "./define-command.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "./deploy/trial-price.ts";

const yes = flag("Answer yes to the question before a live network");
const dryRun = flag(
  "Show the calls, their cost and the state before and after; send and write nothing, and need no key",
);
const signed = {
  yes,
  speedUp: flag("Send the pending transaction of this call again, at a higher fee"),
  cancel: flag("Cancel this account's pending transactions, and send nothing else"),
  maxFee: text("Highest fee for one unit of gas, in gwei (default: the network's cap)"),
  dryRun,
};
const prepare = flag(
  "Write the file for a Safe's owners to sign in advance, whatever the sale's state is now",
);
const payouts = flag("Act on Payouts, which pays the affiliates, instead of Ticket");
const from = text(
  "Account that a dry run treats as the deployer (default: a local node's first account)",
);
const lists = {
  json: flag("Print one JSON document and nothing else"),
  csv: flag("Print CSV and nothing else, amounts in wei"),
};
const codes = words("3 to 32 letters, digits, _ or -");

export const tasks = [
  emptyTask("ticket", "Deploy and run the ticket sale").build(),
  command(
    "ticket deploy",
    "Deploy the renderer and Ticket, or finish an interrupted deployment",
    {
      owner: text("Address that runs the sale (localhost: first account)"),
      price: text(
        `Price of one ticket in the network's currency, a multiple of ${coins(priceStep)} (localhost: ${coins(TRIAL_PRICE)})`,
      ),
      royaltyReceiver: text(
        "Address that marketplaces pay the royalty to (localhost: first account)",
      ),
      royaltyBps: text("Royalty in basis points, at most 1000 (localhost: 500)"),
      baseUri: text(
        "Folder of the pictures, ipfs://<cid>/ or https://<host>/<folder>/ (default: drawn on chain)",
      ),
      paused: flag("Start with sales paused"),
      singleOwner: flag("Accept an owner that is not a Safe"),
      yes,
      dryRun,
      from,
    },
    () => import("./deploy/deploy.ts"),
    "--network localhost",
  ),
  command(
    "ticket adopt",
    "Write the record of a deployment that is already on chain, after comparing its code",
    {
      ticket: word("Address of the Ticket"),
      transaction: text("Hash of the transaction that made it (default: found in the chain)"),
      dryRun,
    },
    () => import("./deploy/adopt.ts"),
    "0xYourTicket",
  ),
  command(
    "ticket verify",
    "Publish the sources of the deployment on Sourcify, and on Etherscan and Blockscout if they are set",
    { dryRun },
    () => import("./verify/verify.ts"),
  ),
  command("ticket status", "Show the state of the sale", lists, () => import("./owner/status.ts")),
  command(
    "ticket watch",
    "Show sales, the owner's changes and the endpoints' health as they happen, and post them to a webhook",
    {
      json: flag("Print one JSON object a line and nothing else"),
      webhook: text("URL that gets each event as JSON, repeated until it answers 2xx"),
      from: text("First date (UTC) or block, if no journal continues (default: now)"),
      confirmations: text(
        "Blocks on top before an event is reported (default: those of the network)",
      ),
      every: text("Seconds between polls (default: 5)"),
      site: text("Address of the page, which is compared with the build by check:site"),
      siteEvery: text("Minutes between checks of the page (default: 5)"),
      untilSoldOut: flag("End once every ticket is sold"),
      failOnAlarm: flag("End with exit code 2 at the first alarm"),
    },
    () => import("./watch/watch.ts"),
    "--webhook https://monitor.example/hook",
  ),
  command(
    "ticket set-price",
    "Set the price of a ticket",
    {
      price: word(
        `In the network's currency, a multiple of ${coins(priceStep)}, at most ${coins(maxPrice)}`,
      ),
      ...signed,
    },
    () => import("./owner/set-price.ts"),
    coins(RAISED_TRIAL_PRICE),
  ),
  command(
    "ticket pause",
    "Stop sales, and nothing else",
    { ...signed, prepare },
    async () => (await import("./owner/set-paused.ts")).pause,
  ),
  command(
    "ticket unpause",
    "Resume sales",
    { ...signed, prepare },
    async () => (await import("./owner/set-paused.ts")).unpause,
  ),
  command(
    "ticket withdraw",
    "Pay out the proceeds",
    {
      to: text(
        "Address that gets them (default: the recorded treasury, or the owner if it signs here)",
      ),
      ...signed,
      payouts,
    },
    () => import("./owner/withdraw.ts"),
    "--to 0xYourTreasury",
  ),
  command(
    "ticket set-royalty",
    "Set the royalty that marketplaces should pay",
    {
      receiver: text(
        "Address that is paid (default: as before, if that is recorded or signs here)",
      ),
      bps: text("Basis points, at most 1000 (default: as before)"),
      ...signed,
    },
    () => import("./owner/set-royalty.ts"),
    "--bps 250",
  ),
  command(
    "ticket set-renderer",
    "Set the contract that draws tickets, or names their files",
    { renderer: word("Address of an ITicketRenderer"), ...signed },
    () => import("./renderer/set-renderer.ts"),
    "0xYourRenderer",
  ),
  command(
    "ticket deploy-renderer",
    "Deploy a renderer for pictures in a folder, for ticket set-renderer",
    { baseUri: word("Folder, ipfs://<cid>/ or https://<host>/<folder>/"), ...signed, from },
    () => import("./renderer/deploy-renderer.ts"),
    "ipfs://YourCid/",
  ),
  command(
    "ticket deploy-payouts",
    "Deploy the contract that pays the affiliates, or finish an interrupted deployment",
    {
      commission: text("Percent of what buyers with a code paid, for example 7.25; fixed for ever"),
      owner: text("Address that funds it and names the payees (default: the recorded owner)"),
      ...signed,
      from,
    },
    () => import("./payouts/deploy-payouts.ts"),
    "--commission 5",
  ),
  command(
    "ticket freeze-metadata",
    "Freeze the renderer for ever",
    signed,
    () => import("./renderer/freeze-metadata.ts"),
  ),
  command(
    "ticket transfer-ownership",
    "Offer the ownership to another address, which has to accept it",
    {
      newOwner: word("New owner, if possible a Safe; none withdraws the offer"),
      ...signed,
      payouts,
    },
    () => import("./owner/transfer-ownership.ts"),
    "0xYourSafe",
  ),
  command(
    "ticket accept-ownership",
    "Accept an offered ownership",
    { ...signed, payouts },
    () => import("./owner/accept-ownership.ts"),
  ),
  command(
    "ticket pending",
    "List an account's pending transactions",
    { account: text("Address that sent it (default: the owner)"), ...lists },
    () => import("./owner/pending.ts"),
  ),
  command(
    "ticket safe-files",
    "List the files written for the Safe, with the hashes to compare on a hardware wallet",
    { nonce: text("Nonce that the Safe's app shows (default: the Safe's next)"), ...lists },
    () => import("./owner/safe-files.ts"),
    "--nonce 12",
  ),
  command(
    "ticket dashboard",
    "Write one HTML file with the sale's charts and tables, reconciled as the report is",
    { out: text("File to write (default: dashboard-<network>.html)") },
    () => import("./dashboard/dashboard.ts"),
    "--out dashboard.html",
  ),

  emptyTask("affiliates", "Register affiliates and report what they sold").build(),
  command(
    "affiliates add",
    "Register affiliate codes",
    { codes, ...signed },
    async () => (await import("./affiliates/set-affiliates.ts")).add,
    "alice bob-5",
  ),
  command(
    "affiliates remove",
    "Deactivate affiliate codes; what they sold stays counted",
    { codes: words("Codes, in upper or lower case"), ...signed },
    async () => (await import("./affiliates/set-affiliates.ts")).remove,
    "alice",
  ),
  command(
    "affiliates list",
    "List the codes and what each sold",
    lists,
    () => import("./affiliates/list.ts"),
  ),
  command(
    "affiliates import",
    "Register all codes of a CSV file, or finish an interrupted import",
    { file: word("CSV whose first column is code"), ...signed },
    () => import("./affiliates/import.ts"),
    "affiliates.csv",
  ),
  command(
    "affiliates report",
    "Report what each code sold, checked against the contract's counters",
    {
      from: text("First date (UTC) or block (default: the deployment)"),
      to: text("Last date (UTC) or block (default: now)"),
      commission: text("Percent that each code earns of what its buyers paid, for example 7.25"),
      ...lists,
    },
    () => import("./affiliates/report.ts"),
    "--from 2026-11-01 --to 2026-11-30 --csv",
  ),
  command(
    "affiliates pay",
    "Send Payouts the missing money, and let it pay affiliates what is due",
    { min: text("Least amount of a payment in the network's currency; less stays due"), ...signed },
    () => import("./payouts/pay.ts"),
    "--dry-run",
  ),
  command(
    "affiliates due",
    "List what each code has earned, was paid and is due, and to whom",
    lists,
    () => import("./payouts/due.ts"),
  ),
  command(
    "affiliates payments",
    "List who was paid what, when, and by which transaction",
    lists,
    () => import("./payouts/payments.ts"),
    "--csv",
  ),
  emptyTask(
    ["affiliates", "payees"],
    described(
      "Name the accounts that affiliates are paid to",
      "affiliates payees set alice 0xTheirAccount --network sepolia",
    ),
  ).build(),
  command(
    "affiliates payees import",
    "Name the payees of a CSV file, with the columns code and payee",
    { file: word("CSV with the columns code and payee"), ...signed },
    async () => (await import("./payouts/payees.ts")).payeesImport,
    "payees.csv",
  ),
  command(
    "affiliates payees set",
    "Name the payee of a code; none removes it",
    { code: word("A registered code"), payee: word("Address, or none"), ...signed },
    async () => (await import("./payouts/payees.ts")).payeesSet,
    "alice 0xTheirAccount",
  ),
  command(
    "affiliates link",
    "Print a code's link to the page and its QR code, or write those of all codes",
    {
      code: lastWord("An active code; none with --all"),
      card: text("Label in the page's order summary: letters, digits, hyphens, spaces"),
      svg: text("File to write the QR code to, instead of showing it"),
      png: text("The same, as PNG"),
      all: text("Folder for the links and QR codes of all active codes"),
      format: text("Format of the QR codes of --all: svg or png (default: svg)"),
    },
    () => import("./affiliates/link.ts"),
    "alice --svg alice.svg",
  ),
];

refuseWrongUse(tasks);
