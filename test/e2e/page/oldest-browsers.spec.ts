import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { parse } from "acorn";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { expect, test } from "../support/fixtures.ts";
import { PRICE } from "../support/page.ts";

/** By browser, the names that it lacks, by their owner. */
const NEWER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "Chrome 92": {
    AbortSignal: ["abort", "any", "timeout"],
    "AbortSignal.prototype": ["reason", "throwIfAborted"],
    "Array.prototype": ["findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"],
    "Uint8Array.prototype.__proto__": ["findLast", "toSorted"],
    Object: ["hasOwn", "groupBy"],
    Map: ["groupBy"],
    Array: ["fromAsync"],
    Promise: ["withResolvers", "try"],
    globalThis: [
      "Iterator",
      "structuredClone",
      "reportError",
      "scheduler",
      "navigation",
      "ToggleEvent",
    ],
    RegExp: ["escape"],
    "Set.prototype": [
      "union",
      "difference",
      "intersection",
      "isSubsetOf",
      "isSupersetOf",
      "isDisjointFrom",
    ],
    "String.prototype": ["isWellFormed", "toWellFormed"],
    URL: ["canParse", "parse"],
    HTMLScriptElement: ["supports"],
    "HTMLElement.prototype": ["inert", "popover", "showPopover", "togglePopover"],
    "HTMLDialogElement.prototype": ["requestClose"],
    "Element.prototype": ["checkVisibility", "setHTMLUnsafe"],
    "Document.prototype": ["startViewTransition"],
    "HTMLInputElement.prototype": ["showPicker"],
    "ReadableStream.prototype": ["values"],
    Uint8Array: ["fromBase64"],
  },
  "Safari 15.4": {
    "Document.prototype": ["adoptedStyleSheets"],
    "ShadowRoot.prototype": ["adoptedStyleSheets"],
    "CSSStyleSheet.prototype": ["replace", "replaceSync"],
    globalThis: [
      "CompressionStream",
      "DecompressionStream",
      "ElementInternals",
      "requestIdleCallback",
      "cancelIdleCallback",
      "trustedTypes",
      "cookieStore",
    ],
    CSS: ["registerProperty"],
    "HTMLElement.prototype": ["attachInternals"],
    "navigator.__proto__": ["connection", "userAgentData", "permissions", "userActivation"],
    "HTMLImageElement.prototype": ["fetchPriority"],
    "Element.prototype": ["ariaNotify"],
  },
  "Firefox 115": {
    Intl: ["Segmenter"],
    "Element.prototype": ["ariaLabel"],
    globalThis: ["ClipboardItem"],
  },
};

function takeAway(owners: readonly (readonly [string, readonly string[]])[]): void {
  const untaken: string[] = [];
  for (const [path, names] of owners) {
    // biome-ignore lint/suspicious/noExplicitAny: any object of the browser
    const owner = path.split(".").reduce<any>((object, step) => object?.[step], globalThis);
    for (const name of names) {
      const isThere = owner !== undefined && name in owner;
      if (isThere) delete owner[name];
      if (!isThere || name in owner) untaken.push(`${path}.${name}`);
    }
  }
  // Chrome 92 has `whenDefined`, but its promise resolves to undefined.
  const { whenDefined } = CustomElementRegistry.prototype;
  CustomElementRegistry.prototype.whenDefined = async function (name) {
    await whenDefined.call(this, name);
    return undefined as never;
  };
  Object.assign(globalThis, { untaken });
}

/**
 * @returns the thrown errors. Old browsers have no `reportError` for React, and a handler's error
 * appears only in the console
 */
async function olden(page: Page): Promise<readonly string[]> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
  page.on("console", (message) => {
    if (/^(Type|Reference)Error: /.test(message.text())) errors.push(message.text());
  });
  await page.addInitScript(takeAway, Object.values(NEWER).flatMap(Object.entries));
  return errors;
}

test("loads, connects, sells and leaves the wallet without what the oldest browsers lack", async ({
  page,
  visit,
  chain,
}) => {
  const errors = await olden(page);
  const { wallet, mint } = await visit({ query: "?a=welcome5" });
  const value = 2n * discounted(PRICE);
  wallet.expected = { quantity: 2, affiliateCode: "welcome5", value };
  expect(await page.evaluate("untaken")).toEqual([]);
  await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
  await page.getByRole("button", { name: "Increase quantity" }).click();
  await mint.connectWith(wallet.name);
  await expect(page.getByText(wallet.address)).toBeVisible();
  await mint.mint.click();
  await expect(mint.success).toContainText("Tickets #1 to #2 are yours.");
  expect(await chain.ticket.totalSupply()).toBe(2n);
  await expect(page.getByRole("img", { name: "Ticket #1" })).toBeVisible();
  await mint.disconnect();
  await expect(mint.connect).toBeVisible();
  expect(errors).toEqual([]);
});

async function scriptsOf(folder: string): Promise<Map<string, string>> {
  const html = await readFile(path.join(folder, "index.html"), "utf8");
  const inline = Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, text = ""]) => text);
  const assets = path.join(folder, "assets");
  const files = (await readdir(assets)).filter((file) => file.endsWith(".js"));
  const scripts = new Map(inline.map((text, at) => [`inline ${at}`, text]));
  for (const file of files) scripts.set(file, await readFile(path.join(assets, file), "utf8"));
  return scripts;
}

/**
 * All oldest browsers run ES2021. Chrome 92 and Safari 15.4 lack the static blocks of ES2022;
 * Safari before 16.4 lacks lookbehind.
 * @returns the error, or null
 */
function refusal(script: string, sourceType: "script" | "module"): string | null {
  try {
    parse(script, { ecmaVersion: 2021, sourceType });
  } catch (error) {
    return (error as Error).message;
  }
  return /\(\?<[=!]/.exec(script)?.[0] ?? null;
}

test("has no script, first or late, that the oldest browsers can't parse", async ({
  mainnetStack,
  copyStack,
}) => {
  for (const each of [mainnetStack.folder, copyStack.folder]) {
    const scripts = await scriptsOf(each);
    const names = [...scripts.keys()];
    for (const part of ["inline 1", "index-", "checkout-", "kit-", "relay-", "ethers-"]) {
      expect(names.some((name) => name.startsWith(part))).toBe(true);
    }
    const refused = [...scripts].flatMap(([name, script]) => {
      const why = refusal(script, name.startsWith("inline") ? "script" : "module");
      return why === null ? [] : [`${name}: ${why}`];
    });
    expect(refused).toEqual([]);
  }
});

/** At least one of the oldest browsers drops a rule with one of these features. */
const NEWER_STYLES = [
  /@media[^{]*[<>]/,
  /@(container|layer|scope|property|starting-style|position-try|view-transition)\b/,
  /:(has|popover-open|user-(in)?valid|state|dir|modal|open|nth-child\([^)]* of )\b/,
  /&/,
];
/**
 * An old browser ignores a declaration with one of these, so an older value must come before it.
 */
const NEWER_VALUES =
  /(\d[sdl]v[hw]|\b(color-mix|oklch|oklab|light-dark|lab|lch|linear|round|mod|rem|sibling-index)\()/;

/** Old browsers may skip this rule, because they don't know the selector. */
const ASKED_FOR = /@supports selector\([^{]*\)\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

function newerIn(css: string): string[] {
  const plain = css.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(ASKED_FOR, "");
  const found = NEWER_STYLES.flatMap((newer) => newer.exec(plain)?.[0] ?? []);
  found.push(...(/\{[^{}]*\{/.exec(plain.replaceAll(/@[^{};]*\{/g, "")) ?? []));
  for (const [, block = ""] of plain.matchAll(/\{([^{}]*)\}/g)) {
    const declarations = block.split(";").map((one) => one.split(/:(.*)/s));
    declarations.forEach(([name, value = ""], at) => {
      const older = declarations
        .slice(0, at)
        .some(([other, its = ""]) => other === name && !NEWER_VALUES.test(its));
      if (NEWER_VALUES.test(value) && !older) found.push(`${name}:${value}`);
    });
  }
  return found;
}

test("has no styles that the oldest browsers drop", async ({ mainnet: { folder } }) => {
  const html = await readFile(path.join(folder, "index.html"), "utf8");
  const styles = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, css = ""]) => css);
  const all = styles.join("\n");
  // Negative control: a query for old browsers, and a newer value after an older one.
  expect(all).toContain("@media (min-width:56rem)");
  expect(all).toMatch(/height:[^;}]*100vh[^}]*height:[^;}]*100svh/);
  expect(newerIn(all)).toEqual([]);
});
