import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { type SyntaxNode as Node, walk } from "../../test/support/syntax-tree.ts";

/**
 * Only `failure-words.ts`, `outcome-words.ts` and `messages.ts` contain sentences about failures
 * and outcomes. Components may contain labels, and `mint/order`, `mint/connect` and `ui` also other
 * text.
 */

const SRC = import.meta.dirname;

/** Treats three words in a row as text. */
const WORDS = /[a-z'’]+(,? [a-z'’]+){2}/i;

/** A sentence, unlike a label, ends with one of these. */
const STOP = /[.…!?]( |$)/;

/** Finds sentences, but ignores messages for developers. */
function sentencesIn(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    const plain = text.replaceAll(/\s+/g, " ").trim();
    if (WORDS.test(plain) && (!file.endsWith(".tsx") || STOP.test(plain))) found.push(plain);
  };
  const look = (tree: unknown): void =>
    walk(tree, (node) => {
      if (isConsole(node)) return false;
      if (isError(node)) {
        look(node.arguments.filter(({ type }) => !TEXT.includes(type)));
        return false;
      }
      if (node.type === "Literal" && typeof node.value === "string") add(node.value);
      if (node.type === "JSXText") add(String(node.value));
      if (node.type === "TemplateLiteral") {
        const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
        add(quasis.map((quasi) => quasi.value.cooked).join("0"));
      }
      return true;
    });
  look(parseSync(file, source).program);
  return found;
}

function isConsole(node: Node): boolean {
  const callee = node.callee as Node | undefined;
  return (
    node.type === "CallExpression" &&
    callee?.type === "MemberExpression" &&
    (callee.object as Node).name === "console"
  );
}

const TEXT: readonly string[] = ["Literal", "TemplateLiteral"];

/** Visitors never see an error's text, except a `MintError`'s data. */
function isError(node: Node): node is Node & { readonly arguments: readonly Node[] } {
  const callee = node.callee as Node | undefined;
  return (
    node.type === "NewExpression" && callee?.type === "Identifier" && callee.name !== "MintError"
  );
}

const WORDLESS = /^(chain|wallet|platform|mint\/checkout)\/|^mint\/.*\.ts$/;

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

describe("a visitor's sentence", () => {
  it.each(files.filter((file) => WORDLESS.test(file)))("does not stand in %s", (file) => {
    expect(sentencesIn(file, readFileSync(path.join(SRC, file), "utf8"))).toEqual([]);
  });

  it.each([
    ["a string", "a.ts", 'const words = "the price has changed";'],
    ["a template", "a.ts", "const words = `the price has changed`;"],
    ["JSX", "a.tsx", "const line = <p>The price has changed.</p>;"],
    ["an attribute", "a.tsx", 'const line = <p title="The price has changed." />;'],
    ["a failure", "a.ts", 'throw new MintError({ reason: "refused", detail: "all are sold" });'],
    ["an argument", "a.ts", 'fail("all tickets are sold");'],
    ["a callback", "a.ts", 'new Promise((resolve) => resolve("all tickets are sold"));'],
    ["a cause", "a.ts", 'throw new Error("down", { cause: "all tickets are sold" });'],
  ])("is found in %s", (_, file, source) => {
    expect(sentencesIn(file, source)).toHaveLength(1);
  });

  it.each([
    ["an error", "a.ts", 'throw new TypeError("The metadata is too long");'],
    ["an error with its cause", "a.ts", 'throw new Error("No endpoint answers", { cause });'],
    ["the console", "a.ts", 'console.warn("The sale could not be read", error);'],
    ["a label", "a.tsx", "const label = <Button>Stop tracking it</Button>;"],
    ["a path", "a.ts", 'import { a } from "../domain/mint-failure.ts";'],
  ])("is none in %s", (_, file, source) => {
    expect(sentencesIn(file, source)).toEqual([]);
  });

  it("does stand in the tables", () => {
    for (const file of ["domain/words/failure-words.ts", "domain/words/outcome-words.ts"]) {
      const source = readFileSync(path.join(SRC, file), "utf8");
      expect(sentencesIn(file, source).length).toBeGreaterThan(5);
    }
  });
});
