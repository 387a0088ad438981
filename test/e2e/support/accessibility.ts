import type { Page } from "@playwright/test";
import axe from "axe-core";
import { type ConfigData, HtmlValidate } from "html-validate";

interface Scope {
  /** The whole page, or AppKit's dialog, which makes the page behind it inert. */
  readonly part?: "html" | "w3m-modal";
  readonly onlyColors?: boolean;
}

const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * html-validate sees markup before a browser corrects it, but no shadow trees.
 * @returns a line for each finding
 */
export async function accessibilityFindings(
  page: Page,
  { part = "html", onlyColors = false }: Scope = {},
): Promise<string[]> {
  const findings = await findingsOfAxe(page, part, onlyColors);
  if (part === "html" && !onlyColors) findings.push(...(await findingsInBody(await markup(page))));
  return findings;
}

/**
 * Sends axe (0.5 MB) to each document only once, because Playwright's integration takes five times
 * as long.
 */
async function findingsOfAxe(page: Page, part: string, onlyColors: boolean): Promise<string[]> {
  const known = await page.evaluate(() => "axe" in globalThis);
  // `undefined` at the end keeps Playwright from serialising axe's exports.
  if (!known) await page.evaluate(`${axe.source}; undefined`);
  const { violations, passed } = await page.evaluate(
    async ([selector, rules]) => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const options = {
        ...(rules !== null && { runOnly: rules }),
        resultTypes: ["violations" as const],
        selectors: false,
        // Ignores the awning, a pseudo-element over the card, because axe could otherwise measure
        // no contrast.
        checks: { "color-contrast": { options: { ignorePseudo: selector === "html" } } },
      };
      const { violations, passes } = await axe.run({ include: [selector] }, options);
      return { violations, passed: passes.length };
    },
    [part, onlyColors ? COLOR_RULES : null] as const,
  );
  if (passed === 0 && !onlyColors) throw new Error(`axe checked nothing in ${part}`);
  return violations.map(
    ({ id, help, nodes }) => `axe ${id}: ${help}: ${nodes.map(({ html }) => html).join(", ")}`,
  );
}

function markup(page: Page): Promise<string> {
  return page.evaluate(() => {
    const body = document.body.cloneNode(true) as Element;
    // Playwright leaves empty style attributes after screenshots.
    for (const styled of body.querySelectorAll('[style=""]')) styled.removeAttribute("style");
    for (const unseen of body.querySelectorAll("template, script, w3m-modal")) unseen.remove();
    return body.innerHTML;
  });
}

const RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended", "html-validate:a11y", "html-validate:standard"],
  rules: {
    "doctype-style": "off",
    "void-style": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
  },
};

const ofDocuments = new HtmlValidate({
  ...RULES,
  extends: [...(RULES.extends ?? []), "html-validate:document"],
});
const ofParts = new HtmlValidate(RULES);

async function findings(judge: HtmlValidate, html: string): Promise<string[]> {
  const { results } = await judge.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line }) => `html ${ruleId}: ${message}: ${selector ?? line}`,
    ),
  );
}

/** Caches findings by markup, because width and colours don't change the markup. */
const known = new Map<string, readonly string[]>();

async function findingsInBody(html: string): Promise<readonly string[]> {
  const found = known.get(html) ?? (await findings(ofParts, html));
  known.set(html, found);
  return found;
}

export async function findingsInBuild(html: string): Promise<string[]> {
  const parts: string[] = [];
  const page = html.replaceAll(/<template id="([^"]*)">(.*?)<\/template>/gs, (_, id, content) => {
    // Adds a main element and a heading to a fragment, because the page has both.
    parts.push(content.includes("<main") ? content : `<main><h1>Page</h1>${content}</main>`);
    return `<template id="${id}"></template>`;
  });
  if (parts.length === 0) throw new Error("The build has no templates");
  const found = [findings(ofDocuments, page), ...parts.map(findingsInBody)];
  return (await Promise.all(found)).flat();
}
