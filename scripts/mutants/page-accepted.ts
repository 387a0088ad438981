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
