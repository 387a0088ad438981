import type { Page } from "@playwright/test";
import axe from "axe-core";
import { findingsInBody } from "./html-judge.ts";

interface Scope {
  /** The part to check: the whole page, or the wallet kit's dialog, behind which the page is inert. */
  readonly part?: "html" | "w3m-modal";
  /** A colour scheme changes only colours. */
  readonly onlyColors?: boolean;
}

const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** By axe-core, and html-validate, which sees markup before a browser corrects it, and no shadow trees. @returns a line each */
export async function accessibilityFindings(
  page: Page,
  { part = "html", onlyColors = false }: Scope = {},
): Promise<string[]> {
  const findings = await findingsOfAxe(page, part, onlyColors);
  if (part === "html" && !onlyColors) findings.push(...(await findingsInBody(await markup(page))));
  return findings;
}

/** A document gets axe's half megabyte once. Its integration for Playwright sends it for each check, and takes five times as long. */
async function findingsOfAxe(page: Page, part: string, onlyColors: boolean): Promise<string[]> {
  const known = await page.evaluate(() => "axe" in globalThis);
  // As an expression of its own, so that nothing of axe's has to be sent back.
  if (!known) await page.evaluate(`${axe.source}; undefined`);
  const { violations, passed } = await page.evaluate(
    async ([selector, rules]) => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const options = {
        ...(rules !== null && { runOnly: rules }),
        // Selectors are for the reader of a report, and of what passes only the number counts here.
        resultTypes: ["violations" as const],
        selectors: false,
        // It would leave every contrast on the card open, for the awning, which has no words on it.
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

/** Of the body, without the templates that a build has in it: html.spec.ts has them, and the head. */
function markup(page: Page): Promise<string> {
  return page.evaluate(() => {
    const body = document.body.cloneNode(true) as Element;
    // Playwright leaves empty ones when it takes pictures.
    for (const styled of body.querySelectorAll('[style=""]')) styled.removeAttribute("style");
    for (const unseen of body.querySelectorAll("template, script, w3m-modal")) unseen.remove();
    return body.innerHTML;
  });
}
