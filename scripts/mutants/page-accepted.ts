/** A mutant of the page that no test kills, and why that is right. */
interface Accepted {
  readonly file: string;
  /** The line where it starts, trimmed. */
  readonly line: string;
  /** As `npm run test:mutants:page` prints it. */
  readonly change: string;
  readonly because: string;
}

/** `npm run test:mutants:page` fails for one that is killed now, or gone. */
export const ACCEPTED: readonly Accepted[] = [
  {
    file: "frontend/src/chain/codec.ts",
    line: 'if (length !== 32n || word === undefined) throw new MalformedAnswer("Not one word");',
    change: "word === undefined → false",
    because: "For the compiler alone: two places are decoded, so there are two words.",
  },
  {
    file: "frontend/src/chain/reader.ts",
    line: 'const answer = <Value>(index: number, read: Read<Value>) => read.decode(words[index] ?? "");',
    change: '"" → "Stryker was here!"',
    because:
      "For the compiler alone: there are as many words as calls, or `decodeMulticall` has thrown.",
  },
  {
    file: "frontend/src/chain/wallet-error.ts",
    line: 'if (typeof error === "string") yield { code: "", message: error, data: null };',
    change: '"" → "Stryker was here!"',
    because: "Equivalent: neither is a code that is known.",
  },
  {
    file: "frontend/src/chain/wallet-error.ts",
    line: 'if (typeof error !== "object" || error === null) return;',
    change: "error === null → false",
    because:
      "Equivalent: nothing can be read of null, which gives a layer without code, message and data.",
  },
  {
    file: "frontend/src/chain/wallet-error.ts",
    line: "} catch {",
    change: "{ return undefined; } → {}",
    because: "Equivalent: a function that returns nothing returns undefined.",
  },
  {
    file: "frontend/src/chain/wallet-error.ts",
    line: 'return typeof value === "string" || typeof value === "number" ? String(value) : "";',
    change: '"" → "Stryker was here!"',
    because: "Equivalent: neither is a code that is known, nor words of a rejection.",
  },
  {
    file: "frontend/src/domain/deadline.ts",
    line: "const forward = () => controller.abort(parent?.reason);",
    change: "parent?.reason → parent.reason",
    because: "For the compiler alone: only the parent calls it.",
  },
  {
    file: "frontend/src/domain/supply.ts",
    line: "return totalSupply >= COLLECTION_SIZE ? 0n : COLLECTION_SIZE - totalSupply;",
    change: "totalSupply >= COLLECTION_SIZE → totalSupply > COLLECTION_SIZE",
    because: "Equivalent: 5000 of 5000 leave 0 on both sides.",
  },
  {
    file: "frontend/src/mint/AvailabilityNote.tsx",
    line: "default:",
    change: "default: return kind satisfies never; → default:",
    because: "For the compiler alone: every kind has its case.",
  },
  {
    file: "frontend/src/mint/ConnectPanel.tsx",
    line: 'busy={wallet.status === "loading" && wallet.opening}',
    change: 'wallet.status === "loading" → true',
    because: "For the compiler alone: no other state has `opening`.",
  },
  {
    file: "frontend/src/mint/ConnectPanel.tsx",
    line: '{wallet.status === "loading" && wallet.opening && (',
    change: 'wallet.status === "loading" → true',
    because: "For the compiler alone: no other state has `opening`.",
  },
  {
    file: "frontend/src/mint/ConnectPlaceholder.tsx",
    line: "dialog.current?.showModal?.();",
    change: "dialog.current?.showModal → dialog.current.showModal",
    because: "For the compiler alone: the dialog is there once its effect runs.",
  },
  {
    file: "frontend/src/mint/ConnectPlaceholder.tsx",
    line: "}, []);",
    change: '[] → ["Stryker was here"]',
    because: "Equivalent: a list that never changes.",
  },
  {
    file: "frontend/src/mint/ConnectPlaceholder.tsx",
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
    file: "frontend/src/mint/MintPage.tsx",
    line: '{(buyer === null ? null : fee) ?? "plus the network fee"}',
    change: "buyer === null → false",
    because:
      "Equivalent: without a buyer the checkout says that no fee is known, before the browser paints.",
  },
  {
    file: "frontend/src/mint/use-sale.ts",
    line: "const refresh = useCallback(() => setRound((previous) => previous + 1), []);",
    change: "previous + 1 → previous - 1",
    because: "Equivalent: a round is another number than the one before, and no more.",
  },
  {
    file: "frontend/src/mint/use-sale.ts",
    line: "const refresh = useCallback(() => setRound((previous) => previous + 1), []);",
    change: '[] → ["Stryker was here"]',
    because: "Equivalent: a list that never changes.",
  },
  {
    file: "frontend/src/mint/use-sale.ts",
    line: "answers.current += 1;",
    change: "answers.current += 1 → answers.current -= 1",
    because: "Equivalent: it is compared with what it was, and only for being the same.",
  },
];
