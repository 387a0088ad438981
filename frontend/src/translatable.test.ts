import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { type SyntaxNode as Node, walk } from "../../test/support/syntax-tree.ts";

/**
 * A browser's translator replaces text nodes, but React keeps the old ones. Later changes are then
 * invisible, and inserting before an old node throws. So text that changes, or is beside optional
 * elements, must be its element's only child.
 */

const SRC = import.meta.dirname;

type Kind = "nothing" | "element" | "sometimes" | "text" | "changing text";

const ELEMENTS = ["JSXElement", "JSXFragment"];

function troublesIn(file: string, source: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, source);
  const elements = namesOfElements(program);

  const kindOf = (child: Node): Kind => {
    if (child.type === "JSXText") return textKind(String(child.value));
    if (child.type !== "JSXExpressionContainer") return "element";
    return kindOfExpression(child.expression as Node);
  };
  const kindOfExpression = (node: Node): Kind => {
    if (ELEMENTS.includes(node.type)) return "element";
    switch (node.type) {
      case "ParenthesizedExpression":
        return kindOfExpression(node.expression as Node);
      case "JSXEmptyExpression":
        return "nothing";
      case "Literal":
        return textKind(String(node.value ?? ""));
      case "LogicalExpression":
        return isText(kindOfExpression(node.right as Node)) ? "changing text" : "sometimes";
      case "ConditionalExpression": {
        const branches = [node.consequent, node.alternate].map((one) =>
          kindOfExpression(one as Node),
        );
        return branches.some(isText) ? "changing text" : "sometimes";
      }
      case "CallExpression":
        return isMap(node) ? "sometimes" : "changing text";
      case "Identifier":
        return elements.has(String(node.name)) ? "sometimes" : "changing text";
      default:
        return "changing text";
    }
  };

  walk(program, (node) => {
    if (ELEMENTS.includes(node.type)) {
      const children = (node.children as Node[]).filter((child) => kindOf(child) !== "nothing");
      const kinds = children.map(kindOf);
      const isMoving = kinds.some((kind) => kind === "sometimes");
      children.forEach((child, index) => {
        const kind = kinds[index];
        const alone = node.type === "JSXElement" && (children.length === 1 || hasKey(node));
        if (alone || (kind !== "changing text" && !(kind === "text" && isMoving))) return;
        const line = source.slice(0, child.start).split("\n").length;
        found.push(`${line}: ${source.slice(child.start, child.end).trim()}`);
      });
    }
  });
  return found;
}

const isText = (kind: Kind) => kind === "text" || kind === "changing text";

/** Translators ignore white space. */
function textKind(text: string): Kind {
  return text.trim() === "" ? "nothing" : "text";
}

/** React recreates an element when its key changes. */
function hasKey({ openingElement }: Node): boolean {
  const { attributes } = openingElement as { attributes: readonly { readonly name?: Node }[] };
  return attributes.some(({ name }) => name?.name === "key");
}

function isMap(node: Node): boolean {
  const { property } = node.callee as { readonly property?: { readonly name: string } };
  return property?.name === "map";
}

function namesOfElements(program: unknown): Set<string> {
  const names = new Set<string>();
  const holdsElement = (node: Node | null): boolean =>
    node !== null &&
    (ELEMENTS.includes(node.type) ||
      (node.type === "ParenthesizedExpression" && holdsElement(node.expression as Node)) ||
      (node.type === "LogicalExpression" && holdsElement(node.right as Node)) ||
      (node.type === "ConditionalExpression" &&
        [node.consequent, node.alternate].some((one) => holdsElement(one as Node))));
  walk(program, (node) => {
    if (node.type === "VariableDeclarator" && holdsElement(node.init as Node | null)) {
      names.add(String((node.id as Node).name));
    }
  });
  return names;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".tsx") && !file.includes(".test."),
);

describe("text that a browser may translate", () => {
  it.each(files)("is safe in %s", (file) => {
    expect(troublesIn(file, readFileSync(path.join(SRC, file), "utf8"))).toEqual([]);
  });

  it.each([
    ["text that changes beside an element", "<p>{count} <b>tickets</b></p>", 1],
    ["text that changes beside text", "<p>Only {count} left</p>", 1],
    ["text beside what comes and goes", "<p>{busy && <i />}Mint</p>", 1],
    ["a text that comes and goes", '<p>{busy && "Wait"} <b>Mint</b></p>', 1],
    ["text among a component's children", "<><b />{children}</>", 1],
    ["text that changes, alone", "<p>{count}</p>", 0],
    ["text between elements that stay", "<p>Before <b>it</b>: after</p>", 0],
    ["text that changes with its element's key", "<p key={count}>Only {count} left</p>", 0],
    ["space", '<p>{busy && <i />}{" "}<b>Mint</b></p>', 0],
    [
      "elements that come and go",
      "<p>{busy ? <i /> : <b />}{list.map((one) => <u>{one}</u>)}</p>",
      0,
    ],
  ])("is told apart: %s", (_what, jsx, troubles) => {
    expect(troublesIn("Part.tsx", `const Part = () => ${jsx};`)).toHaveLength(troubles);
  });
});
