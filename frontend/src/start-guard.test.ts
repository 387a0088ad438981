import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { startGuard } from "../build/page/static-page.ts";

const FILE = path.join(import.meta.dirname, "start-guard.js");

/** Syntax after ES5 that an inline script could contain. */
const NEWER = [
  ...["ArrowFunctionExpression", "TemplateLiteral", "TaggedTemplateExpression", "ClassDeclaration"],
  ...["ClassExpression", "SpreadElement", "RestElement", "AssignmentPattern", "ObjectPattern"],
  ...["ArrayPattern", "ForOfStatement", "AwaitExpression", "YieldExpression", "ChainExpression"],
  ...["ImportExpression", "MetaProperty", "ImportDeclaration", "ExportNamedDeclaration"],
];

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function newerSyntaxIn(source: string): string[] {
  const { program, errors } = parseSync("a.js", source);
  expect(errors).toEqual([]);
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    const isNewer =
      NEWER.includes(node.type) ||
      (node.type === "VariableDeclaration" && node.kind !== "var") ||
      (node.type === "Property" && (node.shorthand === true || node.method === true)) ||
      (node.type === "Property" && node.computed === true) ||
      (node.type === "LogicalExpression" && node.operator === "??") ||
      (node.type.startsWith("Function") && (node.async === true || node.generator === true)) ||
      (node.type === "CatchClause" && node.param === null);
    if (isNewer) found.push(node.type);
    for (const field of Object.values(node)) visit(field);
  };
  visit(program);
  return found;
}

describe("the start guard", () => {
  it("is ES5, as it is written and as it is built, so that it runs where the bundle does not", () => {
    expect(newerSyntaxIn(readFileSync(FILE, "utf8"))).toEqual([]);
    const built = startGuard(path.resolve(import.meta.dirname, ".."));
    expect(built).toContain("pageStarts");
    expect(newerSyntaxIn(built)).toEqual([]);
  });

  it.each([
    "const a = 1;",
    "a = () => 1;",
    "a = `b`;",
    "a?.b();",
    "a = b ?? c;",
    "a = { b };",
    "a = { b() {} };",
    "var { a } = b;",
    "f(...a);",
    "for (var a of b);",
    "try { a(); } catch {}",
    "function f(a = 1) {}",
    "async function f() {}",
  ])("is checked for %s", (source) => {
    expect(newerSyntaxIn(source)).not.toEqual([]);
  });
});
