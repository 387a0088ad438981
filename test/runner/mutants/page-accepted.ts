interface Accepted {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly because: string;
}

/** `npm run test:mutants:page` fails for an entry that no longer survives or exists. */
export const ACCEPTED: readonly Accepted[] = [
  {
    file: "frontend/src/chain/sale/reader.ts",
    line: 'return saleOf(query, ([, , decode]) => decode(words.shift() ?? ""));',
    change: '"" → "Stryker was here!"',
    because:
      "For the compiler alone: there are as many words as calls, or `decodeMulticall` has thrown.",
  },
  {
    file: "frontend/src/chain/purchase/wallet-error.ts",
    line: 'if (typeof error === "string") yield { code: "", message: error, data: null };',
    change: '"" → "Stryker was here!"',
    because: "Equivalent: neither is a code that is known.",
  },
  {
    file: "frontend/src/chain/purchase/wallet-error.ts",
    line: 'if (typeof error !== "object" || error === null) return;',
    change: "error === null → false",
    because:
      "Equivalent: nothing can be read of null, which gives a layer without code, message and data.",
  },
  {
    file: "frontend/src/chain/purchase/wallet-error.ts",
    line: "} catch {",
    change: "{ return undefined; } → {}",
    because: "Equivalent: a function that returns nothing returns undefined.",
  },
  {
    file: "frontend/src/chain/purchase/wallet-error.ts",
    line: 'return typeof value === "string" || typeof value === "number" ? String(value) : "";',
    change: '"" → "Stryker was here!"',
    because: "Equivalent: neither is a code that is known, nor words of a rejection.",
  },
  {
    file: "frontend/src/platform/linked-controller.ts",
    line: "const forward = () => controller.abort(parent?.reason);",
    change: "parent?.reason → parent.reason",
    because: "For the compiler alone: only the parent calls it.",
  },
  {
    file: "frontend/src/domain/order/supply.ts",
    line: "return totalSupply >= COLLECTION_SIZE ? 0n : COLLECTION_SIZE - totalSupply;",
    change: "totalSupply >= COLLECTION_SIZE → totalSupply > COLLECTION_SIZE",
    because: "Equivalent: 5000 of 5000 leave 0 on both sides.",
  },
  {
    file: "frontend/src/mint/connect/ConnectPanel.tsx",
    line: 'const opening = wallet.status === "loading" && wallet.opening;',
    change: 'wallet.status === "loading" → true',
    because: "For the compiler alone: no other state has `opening`.",
  },
  {
    file: "frontend/src/mint/connect/ConnectPlaceholder.tsx",
    line: "}, []);",
    change: '[] → ["Stryker was here"]',
    because: "Equivalent: a list that never changes.",
  },
  {
    file: "frontend/src/mint/connect/ConnectPlaceholder.tsx",
    line: '<Button variant="quiet" onClick={() => dialog.current?.close()}>',
    change: "dialog.current?.close → dialog.current.close",
    because: "For the compiler alone: the button stands in the dialog.",
  },
  {
    file: "frontend/src/mint/MintPage.tsx",
    line: 'const asleep: WalletState = { status: "asleep" };',
    change: '{ status: "asleep" } → {}',
    because:
      "Equivalent: the built page is the same for each state that is neither connected, loading nor failed.",
  },
  {
    file: "frontend/src/mint/MintPage.tsx",
    line: 'const asleep: WalletState = { status: "asleep" };',
    change: '"asleep" → ""',
    because:
      "Equivalent: the built page is the same for each state that is neither connected, loading nor failed.",
  },
  {
    file: "frontend/src/mint/MintPage.tsx",
    line: "}, [resuming]);",
    change: "[resuming] → []",
    because: "Equivalent: the page is given one `resuming` for as long as it is open.",
  },
  {
    file: "frontend/src/mint/order/use-sale.ts",
    line: "const refresh = useCallback(() => setRound((previous) => previous + 1), []);",
    change: "previous + 1 → previous - 1",
    because: "Equivalent: a round is another number than the one before, and no more.",
  },
  {
    file: "frontend/src/mint/order/use-sale.ts",
    line: "const refresh = useCallback(() => setRound((previous) => previous + 1), []);",
    change: '[] → ["Stryker was here"]',
    because: "Equivalent: a list that never changes.",
  },
  {
    file: "frontend/src/mint/order/use-sale.ts",
    line: "answers.current += 1;",
    change: "answers.current += 1 → answers.current -= 1",
    because: "Equivalent: it is compared with what it was, and only for being the same.",
  },
  {
    file: "frontend/src/chain/purchase/sold.ts",
    line: `throw new TypeError("Tickets that don't exist");`,
    change: `"Tickets that don't exist" → ""`,
    because: "The error's message is not used: the look fails, and another endpoint's counts.",
  },
  {
    file: "frontend/src/chain/purchase/sold.ts",
    line: 'const topic = ticket.getEvent("TicketsSold")?.topicHash ?? "";',
    change: 'ticket.getEvent("TicketsSold")?.topicHash → ticket.getEvent("TicketsSold").topicHash',
    because: "For the compiler alone: the contract has the event.",
  },
  {
    file: "frontend/src/chain/purchase/chain-answers.ts",
    line: 'if (!hashes.every((one) => isSame(one, hash))) throw new TypeError("Another receipt");',
    change: '"Another receipt" → ""',
    because: "The error's message is not used: the endpoint's answer counts as unusable.",
  },
  {
    file: "frontend/src/chain/purchase/chain-answers.ts",
    line: 'if (!Array.isArray(result)) throw new TypeError("Not a list of logs");',
    change: '"Not a list of logs" → ""',
    because: "The error's message is not used: the endpoint's answer counts as unusable.",
  },
  {
    file: "frontend/src/chain/purchase/chain-answers.ts",
    line: 'if (!Array.isArray(result)) throw new TypeError("Not a list of logs");',
    change: "!Array.isArray(result) → false",
    because:
      "Equivalent: in JSON nothing but a list has `map`, and calling it is a TypeError as well.",
  },
  {
    file: "frontend/src/chain/purchase/chain-answers.ts",
    line: 'if (!Array.isArray(topics)) throw new TypeError("Not a log");',
    change: '"Not a log" → ""',
    because: "The error's message is not used: the endpoint's answer counts as unusable.",
  },
  {
    file: "frontend/src/chain/purchase/chain-answers.ts",
    line: 'if (!Array.isArray(topics)) throw new TypeError("Not a log");',
    change: "!Array.isArray(topics) → false",
    because:
      "Equivalent: in JSON nothing but a list has `map`, and calling it is a TypeError as well.",
  },
  {
    file: "frontend/src/chain/sale/confirm-sale.ts",
    line: "const NOTHING_ELSE: Enquiry<null> = { calls: [], accept: () => null, disputeOf: () => null };",
    change: "() => null → () => undefined",
    because: "Equivalent: no caller reads the answer to no question.",
  },
  {
    file: "frontend/src/chain/sale/confirm-sale.ts",
    line: 'throw disagreement(disputeOf(one, other) ?? "sale");',
    change: '"sale" → ""',
    because: "For the compiler alone: two that tell the same are never at this line.",
  },
  {
    file: "frontend/src/chain/sale/confirm-sale.ts",
    line: 'if (one === undefined) throw new EndpointsFailed("No endpoint tells the sale");',
    change: '"No endpoint tells the sale" → ""',
    because: "The error's message is not used: the page says that the network does not answer.",
  },
  {
    file: "frontend/src/chain/sale/confirm-sale.ts",
    line: 'return one.sale instanceof Reverted && other.sale instanceof Reverted ? null : "price";',
    change: "one.sale instanceof Reverted && other.sale instanceof Reverted → false",
    because: "Equivalent: both are asked once more, and their refusal is told in the same words.",
  },
  {
    file: "frontend/src/chain/purchase/assessment.ts",
    line: 'return unpaid ? "insufficient funds" : result;',
    change: '"insufficient funds" → ""',
    because: "Equivalent: it is neither gas nor a revert, and no more is asked of it.",
  },
  {
    file: "frontend/src/chain/purchase/assessment.ts",
    line: 'if (unpaid || isUnfunded(error)) return "insufficient funds";',
    change: '"insufficient funds" → ""',
    because: "Equivalent: it is neither gas nor a revert, and no more is asked of it.",
  },
  {
    file: "frontend/src/chain/purchase/assessment.ts",
    line: "answer instanceof Reverted ? answer.data.toLowerCase() : null;",
    change: "answer.data.toLowerCase() → answer.data.toUpperCase()",
    because: "Equivalent: ethers reads hex of either case, and two reasons are compared in one.",
  },
  {
    file: "frontend/src/chain/purchase/assessment.ts",
    line: "const estimate = gasOf(one) > gasOf(other) ? gasOf(one) : gasOf(other);",
    change: "gasOf(one) > gasOf(other) → gasOf(one) >= gasOf(other)",
    because: "Equivalent: of two equal estimates either is the higher.",
  },
  {
    file: "frontend/src/chain/purchase/refusals.ts",
    line: "const refusal = data === null ? null : refusalIn(data);",
    change: "data === null → false",
    because: "For the compiler alone: `null` is no error of ours either.",
  },
  {
    file: "frontend/src/chain/purchase/assessment.ts",
    line: "return limit < TRANSACTION_GAS_CAP ? limit : TRANSACTION_GAS_CAP;",
    change: "limit < TRANSACTION_GAS_CAP → limit <= TRANSACTION_GAS_CAP",
    because: "Equivalent: a limit at the cap is the cap.",
  },
  {
    file: "frontend/src/chain/purchase/assessment.ts",
    line: 'if (gas > TRANSACTION_GAS_CAP) throw new TypeError("More gas than a transaction may have");',
    change: '"More gas than a transaction may have" → ""',
    because: "It is not read: the endpoint has failed, and the next one is asked.",
  },
];
