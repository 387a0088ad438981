import type { Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";

type Findings = Pick<AxeResults, "violations" | "passes">;

/** Selectors of what is checked; the whole document if there are none. */
interface Part {
  readonly include?: string[];
  readonly exclude?: string[];
}

/**
 * Checks the page's accessibility by axe-core, as it is now. A document gets axe's half a megabyte once; its integration
 * for Playwright sends it for each check, and opens a page of its own, which makes a check of 0.1 s one of 0.5.
 */
export async function checkAccessibility(
  page: Page,
  { include = ["html"], exclude = [] }: Part = {},
  options: RunOptions = {},
): Promise<Findings> {
  const known = await page.evaluate(() => "axe" in globalThis);
  // As an expression of its own, so that nothing of axe's has to be sent back.
  if (!known) await page.evaluate(`${axe.source}; undefined`);
  const given: [{ include: string[]; exclude: string[] }, RunOptions] = [
    { include, exclude },
    options,
  ];
  return await page.evaluate(async ([context, runOptions]) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations, passes } = await axe.run(context, runOptions);
    return { violations, passes };
  }, given);
}
