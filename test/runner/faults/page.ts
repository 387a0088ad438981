import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { type Fault, makeFaults, ROOT, type Trial } from "./make-faults.ts";

/**
 * `npm run test:faults:page`: makes faults in a copy of the page that went unnoticed once, one at a time, and shows that
 * the test written against each goes red. All, or those whose words have what is given: `npm run test:faults:page -- fee`.
 */
const KIT = "../kit/";

interface PageFault extends Fault {
  /** From `frontend/src`, as is `file`. */
  readonly test: string;
  /** The name of a test there, or a part of it, that has to go red. */
  readonly red: string;
}

export const FAULTS: readonly PageFault[] = [
  {
    what: "the order is cut while the wallet asks for all of it",
    file: "mint/MintPage.tsx",
    find: "if (left !== maxQuantity && !minting) setMaxQuantity(left);",
    replacement: "if (left !== maxQuantity) setMaxQuantity(left);",
    test: "mint/MintPage.test.tsx",
    red: "that falls while the wallet asks leaves the order as it was sent to the wallet",
  },
  {
    what: "Mint can be pressed while sales are paused",
    file: "mint/MintPage.tsx",
    find: 'forSale={kind === "open"}',
    replacement: 'forSale={kind !== "soldOut"}',
    test: "mint/MintPage.test.tsx",
    red: "of a paused sale says so and disables Mint itself",
  },
  {
    what: "the fee of the old price stands beside the new price",
    file: "mint/checkout/fee-estimates.ts",
    find: "show(null);",
    replacement: "",
    test: "mint/MintPage.test.tsx",
    red: "is never another price's",
  },
  {
    what: "a fee that comes late takes the place of the present one",
    file: "mint/checkout/fee-estimates.ts",
    find: "if (current) show({ wei, words:",
    replacement: "show({ wei, words:",
    test: "mint/MintPage.test.tsx",
    red: "is never shown beside a price that it was not asked for, however late it comes",
  },
  {
    what: "a purchase that was under way is not shown after a reload until a wallet connects",
    file: "mint/MintPage.tsx",
    find: "if (resuming()) setCheckedOut(true);",
    replacement: "",
    test: "mint/checkout/checkout-place.test.tsx",
    red: "is there at once, without a wallet, if a purchase was under way when the page was left",
  },
  {
    what: "Stop tracking it does nothing",
    file: "mint/checkout/MintOutcome.tsx",
    find: "onClick={onStop}>\n              Stop tracking it",
    replacement: ">\n              Stop tracking it",
    test: "mint/MintPage.test.tsx",
    red: "can be set aside: it stands below until it has settled and is dismissed, and Mint is free",
  },
  {
    what: "and N more counts the tickets that are shown as well",
    file: "mint/checkout/TicketPictures.tsx",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source has it as a template
    find: "and ${quantity - shown} more",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    replacement: "and ${quantity} more",
    test: "mint/checkout/TicketPictures.test.tsx",
    red: "shows six of 8 tickets: and 2 more",
  },
  {
    what: "six pictures of fifty tickets, without a word of the others",
    file: "mint/checkout/TicketPictures.tsx",
    find: "{quantity > shown && ",
    replacement: "{quantity < shown && ",
    test: "mint/checkout/TicketPictures.test.tsx",
    red: "shows six of 50 tickets: and 44 more",
  },
  {
    what: "a ticket's picture is fetched from anywhere",
    file: "chain/tickets/pictures.ts",
    find: 'typeof image !== "string" || !image.startsWith(PICTURE)',
    replacement: 'typeof image !== "string"',
    test: "chain/tickets/pictures.test.ts",
    red: "shows no picture at https",
  },
  {
    what: "a ticket's picture may be any data, a page too",
    file: "chain/tickets/pictures.ts",
    find: 'const PICTURE = "data:image/svg+xml;base64,";',
    replacement: 'const PICTURE = "data:";',
    test: "chain/tickets/pictures.test.ts",
    red: "shows no picture at another kind of data",
  },
  {
    what: "invisible characters before a code are forgiven",
    file: "domain/link.ts",
    find: 'if (text === null || text === "") return { kind: "none" };',
    replacement:
      'if (text === null || text === "") return { kind: "none" };\n  text = text.replace(/^\\p{Cf}+/u, "");',
    test: "domain/link.test.ts",
    red: "takes no code with a zero-width space before, inside or after it",
  },
  {
    what: "a byte order mark before a code is forgiven",
    file: "domain/link.ts",
    find: 'if (text === null || text === "") return { kind: "none" };',
    replacement:
      'if (text === null || text === "") return { kind: "none" };\n  if (text.startsWith("\\uFEFF")) text = text.trimStart();',
    test: "domain/link.test.ts",
    red: "takes no code with a byte order mark before, inside or after it",
  },
  {
    what: "one endpoint's word is an outcome",
    file: "chain/purchase/settlement.ts",
    find: "const needed = transport.size > 1 ? 2 : 1;",
    replacement: "const needed = 1;",
    test: "chain/purchase/settlement.test.ts",
    red: "of which one tells a revert and the other nothing make no outcome",
  },
  {
    what: "an outcome is certain in its first block",
    file: "chain/purchase/settlement.ts",
    find: "head >= sighting.block + confirmations",
    replacement: "head >= 0 * confirmations",
    test: "chain/purchase/settlement.test.ts",
    red: "is told as mined at once, and settled only after 30 s and when two blocks follow",
  },
  {
    what: "a nonce that was used denies a purchase without the transaction that used it",
    file: "chain/purchase/sighting.ts",
    find: 'return look(replaced ?? { kind: "waiting", because: "nonceUsed" });',
    replacement: 'return look(replaced ?? { kind: "replaced", by: "0x", block: 0 });',
    test: "chain/purchase/settlement.test.ts",
    red: "is never told as such while an endpoint shows a block without it",
  },
  {
    what: "an equal purchase under another nonce is taken for this one",
    file: "chain/purchase/sale-search.ts",
    find: 'if (own !== null) return nonce === own ? "own" : "foreign";',
    replacement: 'if (nonce === own) return "own";',
    test: "chain/purchase/settlement.test.ts",
    red: "is not taken for an equal purchase of the same buyer with nonce 0x6",
  },
  {
    what: "an old hash that a wallet gives again is a success",
    file: "chain/purchase/sighting.ts",
    find: "isSentSince || (receipt?.block ?? 0) > sinceBlock;",
    replacement: "isSentSince || receipt !== null;",
    test: "chain/purchase/settlement.test.ts",
    red: "with the hash that a wallet gives again is no success",
  },
  {
    what: "a purchase that can't be followed is denied",
    file: "mint/checkout/followed-purchases.ts",
    find: 'if (error instanceof MintError) return settleNotBought(id, error.failure, "certain");',
    replacement: 'if (error) return settleNotBought(id, { reason: "unexpected" }, "certain");',
    test: "mint/checkout/mint-store.test.ts",
    red: "is never denied because it can't be followed: it is tried again",
  },
  {
    what: "another tab's purchase does not keep this one from sending",
    file: "mint/checkout/mint-store.ts",
    find: 'if (journal.list().some(isOpen)) throw new MintError({ reason: "notSettled" });',
    replacement: "",
    test: "mint/checkout/mint-store.test.ts",
    red: "not while one is open that another tab has asked for at the same moment",
  },
  {
    what: "what happens to another purchase happens to the one that the page is about",
    file: "domain/mint.ts",
    find: 'return "id" in state && state.id === event.id ?',
    replacement: 'return "id" in state ?',
    test: "domain/mint.test.ts",
    red: "mining, mined of another purchase",
  },
  {
    what: "the form's order stands where a wallet was asked for another one before a reload",
    file: "mint/checkout/MintOutcome.tsx",
    find: "<OrderLine order={order} symbol={symbol} />",
    replacement: "",
    test: "mint/MintPage.test.tsx",
    red: "is shown as it was ordered, beside the form's order: null",
  },
  {
    what: "an endpoint that has stopped is believed beside a current one",
    file: "chain/rpc/create-transport.ts",
    find: 'if (endpoint.headAge() === "old" && ages.includes("current")) return "stopped";',
    replacement: "",
    test: "chain/rpc/create-transport.test.ts",
    red: "loses to a newer one at once, and its endpoint is left alone for 5 minutes",
  },
  {
    what: "endpoints that can't be compared sell",
    file: "chain/sale/confirm-sale.ts",
    find: 'if (others.length > 0) throw disagreement("newestBlock");',
    replacement: "void others;",
    test: "chain/sale/confirm-sale.test.ts",
    red: "s behind the visitor's clock stop the mint: they can't be compared",
  },
  {
    what: "one endpoint closes the sale",
    file: "chain/sale/reader.ts",
    find: "return refuses && confirm !== undefined",
    replacement: "return refuses && confirm !== undefined && sale === null",
    test: "chain/sale/reader.test.ts",
    red: "turns no visitor away: that all is sold is asked of a second one",
  },
  {
    what: "an older number of tickets takes the place of a newer one",
    file: "mint/tickets/HeldTickets.tsx",
    find: "if (!controller.signal.aborted) setCount(read);",
    replacement: "setCount(read);",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "is the one that was asked for last, whichever answer comes last",
  },
  {
    what: "the number of tickets is read while the page is hidden",
    file: "mint/tickets/HeldTickets.tsx",
    find: "if (!document.hidden) setRound",
    replacement: "setRound",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "is not read again while the page is hidden",
  },
  {
    what: "the pictures go if the number of tickets can't be read again",
    file: "mint/tickets/HeldTickets.tsx",
    find: 'count === "unread" && !open',
    replacement: 'count === "unread"',
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "leaves the pictures where they are if it can't be read again",
  },
  {
    what: "an older list of tickets takes the place of a newer one",
    file: "mint/tickets/HeldTickets.tsx",
    find: "if (!signal.aborted) setTokenIds(found);",
    replacement: "setTokenIds(found);",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "shows the tickets that were asked for last, whichever answer comes last",
  },
  {
    what: "a ticket that has gone opens by itself once it is back",
    file: "mint/tickets/TicketGallery.tsx",
    find: "if (opened !== null && !found.includes(opened)) setOpened(null);",
    replacement: "",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "closes once it has gone, and does not open by itself when it is back",
  },
  {
    what: "why there are no pictures is told after another try as before",
    file: "mint/tickets/use-pictures.ts",
    find: "setMissing(null);",
    replacement: "",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "says anew why there are no pictures after another try",
  },
  {
    what: "Escape leaves a closed ticket in the page",
    file: "mint/tickets/TicketDialog.tsx",
    find: "if (dialog.current?.open === false) onClose();",
    replacement: "",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "closes as the browser closes it, at Escape",
  },
  {
    what: "a picture that is on its way is told as one that can't be read",
    file: "mint/tickets/TicketDialog.tsx",
    find: "picture === undefined ? ticketWords.pictureComes : ticketWords.noPicture",
    replacement: "ticketWords.noPicture",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "says in the place of its picture that it is read, then that it could not be",
  },
  {
    what: "endpoints that tell as many tickets are taken to tell the same",
    file: "chain/tickets/held-tickets.ts",
    find: "String(other) === String(one)",
    replacement: "other.length === one.length",
    test: "chain/tickets/held-tickets.test.ts",
    red: "two that go on telling as many others are not believed",
  },
  {
    what: "the pictures wait until their numbers are painted",
    file: "mint/tickets/use-pictures.ts",
    find: "import { useLayoutEffect, useRef, useState }",
    replacement: "import { useEffect as useLayoutEffect, useRef, useState }",
    test: "mint/tickets/HeldTickets.test.tsx",
    red: "asks for the pictures before the browser has painted their numbers",
  },
  {
    what: "the first row is never read again where it could not be read",
    file: "chain/tickets/first-row.ts",
    find: "if (owner === account) owner = null;",
    replacement: "",
    test: "chain/tickets/first-row.test.ts",
    red: "has nothing of an answer that is no hex, and asks again when it is expected again",
  },
  {
    what: "the pictures that came with the numbers are asked for once more",
    file: "chain/tickets/pictures.ts",
    find: "if (metadata !== null) return answerIn(metadata);",
    replacement: "",
    test: "chain/tickets/pictures.test.ts",
    red: "shows what was read before without asking, and asks for what was not, or is no picture",
  },
  {
    what: "half a word at the end of an answer is left out",
    file: "chain/tickets/held-tickets.ts",
    find: 'if (typeof answer !== "string" || !/^0x([0-9a-f]{64})+$/i.test(answer)) {',
    replacement: 'if (typeof answer !== "string") {',
    test: "chain/tickets/held-tickets.test.ts",
    red: "is not believed if it answers with half a word too many",
  },
  {
    what: "the words of a purchase on its way do not say where the tickets go",
    file: "mint/checkout/MintOutcome.tsx",
    find: "<OrderLine order={state.pending.order} symbol={symbol} />",
    replacement: "",
    test: "mint/checkout/MintOutcome.test.tsx",
    red: "says where the tickets go while it is on its way, also after a reload",
  },
  {
    what: "a wallet is asked to list a ticket of another owner",
    file: "mint/checkout/MintOutcome.tsx",
    find: "own={(state.pending.order.recipient ?? state.pending.buyer) === account}",
    replacement: "own",
    test: "mint/checkout/MintOutcome.test.tsx",
    red: "ask the wallet to list its account's tickets alone",
  },
  {
    what: "a purchase whose outcome is certain soon can be left",
    file: "mint/checkout/MintOutcome.tsx",
    find: 'state.notice !== "none" && state.notice !== "confirming" && (',
    replacement: "(",
    test: "mint/checkout/MintOutcome.test.tsx",
    red: "offers to leave it if nothing certain is known",
  },
  {
    what: "the sale is not looked at more often from the hour of its opening on",
    file: "mint/MintPage.tsx",
    find: "sale={sale} onLook={saleView.refresh}",
    replacement: "sale={sale} onLook={() => undefined}",
    test: "mint/MintPage.test.tsx",
    red: "stays paused after the hour as long as the contract does, and opens within seconds of it",
  },
  {
    what: "the wait for the opening goes on beside the one that a look at the page began",
    file: "mint/order/OpeningNote.tsx",
    find: "const run = () => {\n    clearTimeout(timer);",
    replacement: "const run = () => {",
    test: "mint/order/OpeningNote.test.tsx",
    red: "is looked at once at the hour, however often the page was looked at before",
  },
  {
    what: "a pause in the middle of the sale is told as an opening that is late",
    file: "mint/order/OpeningNote.tsx",
    find: "if (left === null && sale.totalSupply > 0n) return",
    replacement: "if (false) return",
    test: "mint/order/OpeningNote.test.tsx",
    red: "do not say that it was never open once tickets were sold",
  },
  {
    what: "what is known of one recipient is said of the next",
    file: "mint/checkout/RecipientField.tsx",
    find: "known !== null && known.address === address ?",
    replacement: "known !== null ?",
    test: "mint/MintPage.test.tsx",
    red: "never says of one address what is known of another",
  },
  {
    what: "a name that could not be read can't be looked up again",
    file: "mint/checkout/RecipientField.tsx",
    find: 'if (reading.kind === "answered") return reading.answer.kind === "unread";',
    replacement: "",
    test: "mint/MintPage.test.tsx",
    red: "can be looked up again after a name could not be read",
  },
  {
    what: "an account that connects later buys for an address that was typed before",
    file: "mint/checkout/Checkout.tsx",
    find: "if (buyer === null && choice !== BUYER) setChoice(BUYER);",
    replacement: "",
    test: "mint/MintPage.test.tsx",
    red: "ends with the wallet that is left",
  },
  {
    what: "code that is fetched ahead runs without idle time",
    file: "load-ahead.ts",
    find: "await idle();\n    await runChunk(file);",
    replacement: "await runChunk(file);",
    test: "load-ahead.test.ts",
    red: "waits for idle time, and not for ever",
  },
  {
    what: "the list's code is compiled at the press",
    file: "load-ahead.ts",
    find: "await Promise.all(first.map(compileChunk));",
    replacement: "",
    test: "load-ahead.test.ts",
    red: "compiles the first part, and runs none",
  },
  {
    what: "the list's fonts are looked up at the press",
    file: "load-ahead.ts",
    find: "prepare();",
    replacement: "",
    test: "load-ahead.test.ts",
    red: "compiles the first part, and runs none",
  },
  {
    what: "a file that the browser has not kept is compiled",
    file: "preload-chunks.ts",
    find: 'await fetch(address, { mode: "same-origin", cache: "only-if-cached" });',
    replacement: "",
    test: "preload-chunks.test.ts",
    red: "compileChunk takes no file that the browser has not kept",
  },
  {
    what: "the focus is taken from where the visitor has gone",
    file: "../kit/dialog/kept-place.ts",
    find: "if (isNowhere && (",
    replacement: "if ((",
    test: "../kit/dialog/kept-place.test.ts",
    red: "is where the visitor goes: the page changes only then",
  },
  // Browser tests held these once.
  {
    what: "an inactive code goes to the wallet",
    file: "mint/checkout/mint-ticket.ts",
    find: "if (assessed?.sale.affiliateActive === false) {",
    replacement: "if (assessed === undefined) {",
    test: "mint/checkout/mint-ticket.test.ts",
    red: "the checks [P-19] affiliate validity wins over affiliate validity",
  },
  {
    what: "a locked wallet is asked to sign",
    file: "mint/checkout/mint-ticket.ts",
    find: "if (!holdsAddress) throw",
    replacement: "if (!accounts) throw",
    test: "mint/checkout/mint-ticket.test.ts",
    red: "the checks [P-19] account still given wins over account still given",
  },
  {
    what: "a wallet on another network is asked to sign",
    file: "mint/checkout/mint-ticket.ts",
    find: "if (Number(await chainAnswer) !== chainId)",
    replacement: "if ((await chainAnswer) === null)",
    test: "mint/checkout/mint-ticket.test.ts",
    red: "a purchase is not sent when the network was changed while it was prepared",
  },
  {
    what: "a chain id in decimal is taken for another network",
    file: "mint/checkout/mint-ticket.ts",
    find: "if (Number(await chainAnswer) !== chainId)",
    replacement: 'if ((await chainAnswer) !== "0x" + chainId.toString(16))',
    test: "mint/checkout/mint-ticket.test.ts",
    red: "a purchase takes a wallet whose chain id is '0x01'",
  },
  {
    what: "a price that was not shown is paid",
    file: "mint/checkout/mint-ticket.ts",
    find: "if (sale.quote.payable !== order.payable) {",
    replacement: "if (sale.quote.payable > 10n ** 30n) {",
    test: "mint/checkout/mint-ticket.test.ts",
    red: "the checks refuse a price that is higher by now, and show it",
  },
  {
    what: "a paused sale is found out by the wallet",
    file: "mint/checkout/mint-ticket.ts",
    find: "if (sale.paused) throw refused",
    replacement: "if (sale.paused === null) throw refused",
    test: "mint/checkout/mint-ticket.test.ts",
    red: "the checks refuse while sales are paused",
  },
  {
    what: "an order without a price is said to be unanswered",
    file: "mint/checkout/mint-ticket.ts",
    find: "if (order === null || order.payable === 0n)",
    replacement: "if (order === null)",
    test: "mint/checkout/mint-ticket.test.ts",
    red: "the checks [P-19] amount wins over amount",
  },
  {
    what: "a refusal inside another error is a failure",
    file: "chain/purchase/wallet-error.ts",
    find: "codes.some((code) => REJECTION_CODES.includes(code))",
    replacement: 'REJECTION_CODES.includes(codes[0] ?? "")',
    test: "chain/purchase/wallet-error.test.ts",
    red: "walletFailure knows a rejection by -32603 around it, in data.originalError",
  },
  {
    what: "a refusal in words alone is a failure",
    file: "chain/purchase/wallet-error.ts",
    find: "layers.some(({ message }) => REJECTION_WORDS.test(message))",
    replacement: "false",
    test: "chain/purchase/wallet-error.test.ts",
    red: "walletFailure knows a rejection by a bare string",
  },
  {
    what: "a wallet that lacks the network is told as one that failed",
    file: "chain/purchase/wallet-error.ts",
    find: '  ["4902", { reason: "walletLacksNetwork" }],\n',
    replacement: "",
    test: "chain/purchase/wallet-error.test.ts",
    red: "walletFailure [K-31] names the failure of code 4902",
  },
  {
    what: "an error that is its own cause never ends",
    file: "chain/purchase/wallet-error.ts",
    find: "if (seen.has(error) || seen.size === MAX_LAYERS) return;",
    replacement: "if (seen.size > 1e5) return;",
    test: "chain/purchase/wallet-error.test.ts",
    red: "walletFailure knows a rejection by a cycle beside it",
  },
  {
    what: "dollars come of yesterday's rate",
    file: "chain/sale/price-feed.ts",
    find: "now - updated <= OLDEST_S",
    replacement: "now - updated <= 24n * OLDEST_S",
    test: "chain/sale/price-feed.test.ts",
    red: "the rate in a feed's answer is not known if it is a second older than three hours",
  },
  {
    what: "dollars come of another coin's feed",
    file: "chain/sale/price-feed.ts",
    find: '  if (text.slice(-WORD).toLowerCase() !== chars.join("").padEnd(WORD, "0")) return null;\n',
    replacement: "",
    test: "chain/sale/price-feed.test.ts",
    red: "the rate in a feed's answer is not known if it is of bitcoin",
  },
  {
    what: "dollars come of a negative rate",
    file: "chain/sale/price-feed.ts",
    find: "rate < SMALLEST || rate > LARGEST",
    replacement: "rate < SMALLEST",
    test: "chain/sale/price-feed.test.ts",
    red: "the rate in a feed's answer is not known if it is negative",
  },
  {
    what: "a name that is another account's stands beside the address",
    file: "chain/names/account-name.ts",
    find: "(await resolveName(transport, chosen, signal)) === account",
    replacement: "(await resolveName(transport, chosen, signal)) !== null",
    test: "chain/names/account-name.test.ts",
    red: "is none if the name is another account's",
  },
  {
    what: "a name that looks like another one stands beside the address",
    file: "chain/names/account-name.ts",
    find: "if (normalisedName(chosen) !== chosen) return null;",
    replacement: "if (normalisedName(chosen) === null) return null;",
    test: "chain/names/account-name.test.ts",
    red: "is none if what was chosen is not normalised",
  },
  {
    what: "a malformed code is cut into another code",
    file: "domain/link.ts",
    find: "const bounded = plain.slice(0, MAX_SHOWN_CODE_LENGTH);",
    replacement:
      'const bounded = plain.slice(0, MAX_SHOWN_CODE_LENGTH); if (VALID_CODE.test(bounded)) return { kind: "code", code: bounded };',
    test: "domain/link.test.ts",
    red: "parseLink a never turns anything into a code that was not written there",
  },
  {
    what: "a label has invisible letters",
    file: "domain/link.ts",
    find: "|\\p{DI}|\\p{Me}/gu",
    replacement: "|\\p{Me}/gu",
    test: "domain/link.test.ts",
    red: "parseLink card takes fillers of Hangul as nothing",
  },
  {
    what: "a label is as long as its link",
    file: "domain/link.ts",
    find: "Array.from(plain).slice(0, MAX_CARD_LENGTH)",
    replacement: "Array.from(plain)",
    test: "domain/link.test.ts",
    red: "parseLink card is cut at 40 characters",
  },
  {
    what: "thousands of announced wallets reach the kit",
    file: "../kit/guards/announcement-guard.ts",
    find: "if (admitted.size >= MOST_WALLETS) return null;",
    replacement: "",
    test: "../kit/guards/announcement-guard.test.ts",
    red: "keeps the first 32 of thousands",
  },
  {
    what: "two wallets of one name are one",
    file: "../kit/guards/announcement-guard.ts",
    find: "name: distinct(info.name, names,",
    replacement: "name: String(info.name) || distinct(info.name, names,",
    test: "../kit/guards/announcement-guard.test.ts",
    red: "passes on two wallets with the same name and rdns as two",
  },
  {
    what: "an endpoint that fails by HTTP is not asked again",
    file: "chain/rpc/endpoint.ts",
    find: "[403, 408, 413, 429, 500, 502, 503, 504]",
    replacement: "[403, 408, 413, 502, 503, 504]",
    test: "chain/rpc/create-transport.test.ts",
    red: "[K-24] a failing endpoint with HTTP 429 is asked again after 150, 300 and 600 ms, then given up",
  },
  {
    what: "an endpoint of another chain is read",
    file: "chain/rpc/vetting.ts",
    find: "if (served.chainId !== BigInt(chainId)) {",
    replacement: "if (served.chainId === 0n) {",
    test: "chain/rpc/vetting.test.ts",
    red: "vet refuses another chain, and says which",
  },
  {
    what: "the gas limit of the specification runs out where storage is dearer",
    file: "chain/purchase/purchase.ts",
    find: "estimate <= GAS_LIMIT ? GAS_LIMIT : withMargin(estimate)",
    replacement: "GAS_LIMIT",
    test: "chain/purchase/purchase.test.ts",
    red: "prepare for an estimate of 300001n gives 360001n gas",
  },
  {
    what: "a price that the other endpoint contradicts is paid",
    file: "chain/sale/confirm-sale.ts",
    find: "if (one.sale.quote.payable !== quote.payable || one.sale.quote.normal !== quote.normal) {",
    replacement: "if (one.sale.quote.normal !== quote.normal) {",
    test: "chain/sale/confirm-sale.test.ts",
    red: "two endpoints stop the mint when one says that the code is not active",
  },
];

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The names of the tests in these files that fail in the copy. */
function redTests(copy: string, files: readonly string[]): string[] {
  const ofKit = files.filter((file) => file.startsWith(KIT));
  const ofPage = files.filter((file) => !ofKit.includes(file));
  const inKit = ofKit.map((file) => file.slice(KIT.length));
  return [
    ...(ofPage.length > 0
      ? redTestsIn(path.join(copy, "frontend"), ["--project", "unit*"], ofPage)
      : []),
    ...(inKit.length > 0 ? redTestsIn(path.join(copy, "frontend/kit"), [], inKit) : []),
  ];
}

function redTestsIn(
  folder: string,
  options: readonly string[],
  files: readonly string[],
): string[] {
  const report = path.join(folder, "report.json");
  rmSync(report, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, "node_modules/vitest/vitest.mjs"),
      ...["run", ...options, "--reporter", "json", "--outputFile", report],
      ...files,
    ],
    { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  let results: Report["testResults"];
  try {
    ({ testResults: results } = JSON.parse(readFileSync(report, "utf8")) as Report);
  } catch {
    throw new Error(`${files.join(", ")} could not be run:\n${stdout}${stderr}`);
  }
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  if (tests.length === 0) throw new Error(`${files.join(", ")} has no tests:\n${stdout}${stderr}`);
  return tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
}

const trial: Trial<PageFault> = {
  faults: FAULTS.map((fault) => ({ ...fault, file: path.join("frontend/src", fault.file) })),
  copied: [
    ...["collection.ts", "networks.ts", "package.json", "tsconfig.base.json", "typechain-types"],
    ...["test/doubles", "test/support", "test/frontend"],
    ...["package.json", "tsconfig.json", "vitest.config.ts", "vitest.dom.ts"].map(inFrontend),
    ...["src", "local", "build", "gallery", "kit"].map(inFrontend),
  ],
  linked: ["node_modules", inFrontend("node_modules")],
  redBefore: (copy, faults) =>
    redTests(copy, [...new Set(faults.map(({ test }) => test))]).join("\n"),
  missed(copy, { test, red }) {
    const names = redTests(copy, [test]);
    return names.some((name) => name.includes(red))
      ? null
      : `         red: ${names.join("; ") || "nothing"}`;
  },
};

if (process.argv[1] === import.meta.filename) makeFaults(trial);

function inFrontend(part: string): string {
  return `frontend/${part}`;
}
