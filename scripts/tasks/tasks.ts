import { emptyTask } from "hardhat/config";
import { maxPrice, priceStep } from "../../collection.ts";
import { coins } from "./cli/coins.ts";
import { refuseWrongUse } from "./cli/command-line.ts";
import { command, described, flag, lastWord, text, word, words } from "./define-command.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "./deploy/trial-price.ts";

const yes = flag("yes", "Answer yes to the question before a live network");
const dryRun = flag(
  "dryRun",
  "Show the calls, their cost and the state before and after; send and write nothing, and need no key",
);
const signed = [
  yes,
  flag("speedUp", "Send the pending transaction of this call again, at a higher fee"),
  flag("cancel", "Cancel this account's pending transactions, and send nothing else"),
  text("maxFee", "Highest fee for one unit of gas, in gwei (default: the network's cap)"),
  dryRun,
] as const;
const prepare = flag(
  "prepare",
  "Write the file for a Safe's owners to sign in advance, whatever the sale's state is now",
);
const payouts = flag("payouts", "Act on Payouts, which pays the affiliates, instead of Ticket");
const from = text(
  "from",
  "Account that a dry run treats as the deployer (default: a local node's first account)",
);
const json = flag("json", "Print one JSON document and nothing else");
const lists = [json, flag("csv", "Print CSV and nothing else, amounts in wei")] as const;
const codes = words("codes", "3 to 32 letters, digits, _ or -");

export const tasks = [
  emptyTask("ticket", "Deploy and run the ticket sale").build(),
  command(
    "ticket deploy",
    "Deploy the renderer and Ticket, or finish an interrupted deployment",
    "--network localhost",
    [
      text("owner", "Address that runs the sale (localhost: first account)"),
      text(
        "price",
        `Price of one ticket in the network's currency, a multiple of ${coins(priceStep)} (localhost: ${coins(TRIAL_PRICE)})`,
      ),
      text(
        "royaltyReceiver",
        "Address that marketplaces pay the royalty to (localhost: first account)",
      ),
      text("royaltyBps", "Royalty in basis points, at most 1000 (localhost: 500)"),
      text(
        "baseUri",
        "Folder of the pictures, ipfs://<cid>/ or https://<host>/<folder>/ (default: drawn on chain)",
      ),
      flag("paused", "Start with sales paused"),
      flag("singleOwner", "Accept an owner that is not a Safe"),
      yes,
      dryRun,
      from,
    ],
    () => import("./deploy/deploy.ts"),
  ),
  command(
    "ticket adopt",
    "Write the record of a deployment that is already on chain, after comparing its code",
    "0xYourTicket",
    [
      word("ticket", "Address of the Ticket"),
      text("transaction", "Hash of the transaction that made it (default: found in the chain)"),
      dryRun,
    ],
    () => import("./deploy/adopt.ts"),
  ),
  command(
    "ticket verify",
    "Publish the sources of the deployment on Sourcify, and on Etherscan and Blockscout if they are set",
    "",
    [dryRun],
    () => import("./verify/verify.ts"),
  ),
  command(
    "ticket status",
    "Show the state of the sale",
    "",
    lists,
    () => import("./owner/status.ts"),
  ),
  command(
    "ticket watch",
    "Show sales, the owner's changes and the endpoints' health as they happen, and post them to a webhook",
    "--webhook https://monitor.example/hook",
    [
      flag("json", "Print one JSON object a line and nothing else"),
      text("webhook", "URL that gets each event as JSON, repeated until it answers 2xx"),
      text("from", "First date (UTC) or block, if no journal continues (default: now)"),
      text(
        "confirmations",
        "Blocks on top before an event is reported (default: those of the network)",
      ),
      text("every", "Seconds between polls (default: 5)"),
      text("site", "Address of the page, which is compared with the build by check:site"),
      text("siteEvery", "Minutes between checks of the page (default: 5)"),
      flag("untilSoldOut", "End once every ticket is sold"),
      flag("failOnAlarm", "End with exit code 2 at the first alarm"),
    ],
    () => import("./watch/watch.ts"),
  ),
  command(
    "ticket set-price",
    "Set the price of a ticket",
    `${coins(RAISED_TRIAL_PRICE)}`,
    [
      word(
        "price",
        `In the network's currency, a multiple of ${coins(priceStep)}, at most ${coins(maxPrice)}`,
      ),
      ...signed,
    ],
    () => import("./owner/set-price.ts"),
  ),
  command(
    "ticket pause",
    "Stop sales, and nothing else",
    "",
    [...signed, prepare],
    async () => (await import("./owner/set-paused.ts")).pause,
  ),
  command(
    "ticket unpause",
    "Resume sales",
    "",
    [...signed, prepare],
    async () => (await import("./owner/set-paused.ts")).unpause,
  ),
  command(
    "ticket withdraw",
    "Pay out the proceeds",
    "--to 0xYourTreasury",
    [
      text(
        "to",
        "Address that gets them (default: the recorded treasury, or the owner if it signs here)",
      ),
      ...signed,
      payouts,
    ],
    () => import("./owner/withdraw.ts"),
  ),
  command(
    "ticket set-royalty",
    "Set the royalty that marketplaces should pay",
    "--bps 250",
    [
      text(
        "receiver",
        "Address that is paid (default: as before, if that is recorded or signs here)",
      ),
      text("bps", "Basis points, at most 1000 (default: as before)"),
      ...signed,
    ],
    () => import("./owner/set-royalty.ts"),
  ),
  command(
    "ticket set-renderer",
    "Set the contract that draws tickets, or names their files",
    "0xYourRenderer",
    [word("renderer", "Address of an ITicketRenderer"), ...signed],
    () => import("./renderer/set-renderer.ts"),
  ),
  command(
    "ticket deploy-renderer",
    "Deploy a renderer for pictures in a folder, for ticket set-renderer",
    "ipfs://YourCid/",
    [word("baseUri", "Folder, ipfs://<cid>/ or https://<host>/<folder>/"), ...signed, from],
    () => import("./renderer/deploy-renderer.ts"),
  ),
  command(
    "ticket deploy-payouts",
    "Deploy the contract that pays the affiliates, or finish an interrupted deployment",
    "--commission 5",
    [
      text("commission", "Percent of what buyers with a code paid, as in 7.25; fixed for ever"),
      text("owner", "Address that funds it and names the payees (default: the recorded owner)"),
      ...signed,
      from,
    ],
    () => import("./payouts/deploy-payouts.ts"),
  ),
  command(
    "ticket freeze-metadata",
    "Freeze the renderer for ever",
    "",
    signed,
    () => import("./renderer/freeze-metadata.ts"),
  ),
  command(
    "ticket transfer-ownership",
    "Offer the ownership to another address, which has to accept it",
    "0xYourSafe",
    [
      word("newOwner", "New owner, if possible a Safe; none withdraws the offer"),
      ...signed,
      payouts,
    ],
    () => import("./owner/transfer-ownership.ts"),
  ),
  command(
    "ticket accept-ownership",
    "Accept an offered ownership",
    "",
    [...signed, payouts],
    () => import("./owner/accept-ownership.ts"),
  ),
  command(
    "ticket pending",
    "List an account's pending transactions",
    "",
    [text("account", "Address that sent it (default: the owner)"), ...lists],
    () => import("./owner/pending.ts"),
  ),
  command(
    "ticket safe-files",
    "List the files written for the Safe, with the hashes to compare on a hardware wallet",
    "--nonce 12",
    [text("nonce", "Nonce that the Safe's app shows (default: the Safe's next)"), ...lists],
    () => import("./owner/safe-files.ts"),
  ),
  command(
    "ticket dashboard",
    "Write one HTML file with the sale's charts and tables, reconciled as the report is",
    "--out dashboard.html",
    [text("out", "File to write (default: dashboard-<network>.html)")],
    () => import("./dashboard/dashboard.ts"),
  ),

  emptyTask("affiliates", "Register affiliates and report what they sold").build(),
  command(
    "affiliates add",
    "Register affiliate codes",
    "alice bob-5",
    [codes, ...signed],
    () => import("./affiliates/add.ts"),
  ),
  command(
    "affiliates remove",
    "Deactivate affiliate codes; what they sold stays counted",
    "alice",
    [words("codes", "Codes, in upper or lower case"), ...signed],
    () => import("./affiliates/remove.ts"),
  ),
  command(
    "affiliates list",
    "List the codes and what each sold",
    "",
    lists,
    () => import("./affiliates/list.ts"),
  ),
  command(
    "affiliates import",
    "Register all codes of a CSV file, or finish an interrupted import",
    "affiliates.csv",
    [word("file", "CSV whose first column is code"), ...signed],
    () => import("./affiliates/import.ts"),
  ),
  command(
    "affiliates report",
    "Report what each code sold, checked against the contract's counters",
    "--from 2026-11-01 --to 2026-11-30 --csv",
    [
      text("from", "First date (UTC) or block (default: the deployment)"),
      text("to", "Last date (UTC) or block (default: now)"),
      text("commission", "Percent that each code earns of what its buyers paid, as in 7.25"),
      ...lists,
    ],
    () => import("./affiliates/report.ts"),
  ),
  command(
    "affiliates pay",
    "Send Payouts the missing money, and let it pay affiliates what is due",
    "--dry-run",
    [text("min", "Least amount of a payment in the network's currency; less stays due"), ...signed],
    () => import("./payouts/pay.ts"),
  ),
  command(
    "affiliates due",
    "List what each code has earned, was paid and is due, and to whom",
    "",
    lists,
    () => import("./payouts/due.ts"),
  ),
  command(
    "affiliates payments",
    "List who was paid what, when, and by which transaction",
    "--csv",
    lists,
    () => import("./payouts/payments.ts"),
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
    "payees.csv",
    [word("file", "CSV with the columns code and payee"), ...signed],
    () => import("./payouts/payees-import.ts"),
  ),
  command(
    "affiliates payees set",
    "Name the payee of a code; none removes it",
    "alice 0xTheirAccount",
    [word("code", "A registered code"), word("payee", "Address, or none"), ...signed],
    () => import("./payouts/payees-set.ts"),
  ),
  command(
    "affiliates link",
    "Print a code's link to the page and its QR code, or write those of all codes",
    "alice --svg alice.svg",
    [
      lastWord("code", "An active code; none with --all"),
      text("card", "Label in the page's order summary: letters, digits, hyphens, spaces"),
      text("svg", "File to write the QR code to, instead of showing it"),
      text("png", "The same, as PNG"),
      text("all", "Folder for the links and QR codes of all active codes"),
      text("format", "Format of the QR codes of --all: svg or png (default: svg)"),
    ],
    () => import("./affiliates/link.ts"),
  ),
];

refuseWrongUse(tasks);
