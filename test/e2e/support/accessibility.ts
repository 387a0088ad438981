import type { Page } from "@playwright/test";
import axe from "axe-core";
import { findingsInBody } from "./html-judge.ts";

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
