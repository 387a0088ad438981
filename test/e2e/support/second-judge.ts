import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/**
 * IBM's accessibility checker. Beside what fails it reports what a person has to look at. What was looked at and found in
 * order, and what the checker gets wrong, stands here: by rule and by element, with the reason.
 */
interface Judged {
  readonly rule: string;
  readonly where: string;
  readonly because: string;
}

const ON_THE_PAGE: readonly Judged[] = [
  {
    rule: "style_focus_visible",
    where: ".button, .stepper-input, .tile, textarea",
    because: "asked of each border of our own; keyboard-purchase.spec.ts looks at each ring",
  },
  {
    rule: "style_highcontrast_visible",
    where: "style",
    because: "asked of each style sheet with a background; forced-colors.spec.ts looks",
  },
  {
    rule: "style_color_misuse",
    where: "style",
    because: "asked of each style sheet with a colour; forced-colors.spec.ts leaves none of them",
  },
  {
    rule: "style_viewport_resizable",
    where: "style",
    because: "asked of each size in vw; states.spec.ts looks at letters of twice the size",
  },
  {
    rule: "text_block_heading",
    where: ".price-line, .alert-success, .alert-title",
    because: "large or bold, but what they head is the price itself, or one short message",
  },
  {
    rule: "text_sensory_misuse",
    where: ".availability, .alert-body p",
    because: "tickets that are left are not on the left",
  },
  {
    rule: "element_tabbable_unobscured",
    where: "html:has(dialog:modal) :not(dialog, dialog *)",
    because: "under an open modal dialog, where nothing can have the focus",
  },
  {
    rule: "element_tabbable_unobscured",
    where: ".card:has(.outcome-bar) *",
    because: "the bar covers nothing while a key gives the focus; answer-in-view.spec.ts looks",
  },
  {
    rule: "input_fields_grouped",
    where: ".stepper-input, #recipient",
    because: "how many, and for whom: two questions, each with its label",
  },
  {
    rule: "input_label_visible",
    where: "#recipient",
    because: "its label stands above it; the checker looks for one beside",
  },
  {
    rule: "input_label_exists",
    where: "details:not([open]) #recipient",
    because: "neither it nor its label is rendered while that is closed",
  },
  {
    rule: "element_tabbable_unobscured",
    where: "details:not([open]) #recipient",
    because: "not rendered while that is closed, so no stop of the Tab key",
  },
  {
    rule: "list_structure_proper",
    where: "dl.traits",
    because: "each pair stands in a `<div>`, which HTML allows",
  },
  {
    rule: "element_attribute_deprecated",
    where: "meta[http-equiv=content-security-policy i]",
    because: "the HTML standard has this one; hosts that send no headers need it",
  },
];

/** In the wallet kit's shadow trees. */
const IN_THE_DIALOG: readonly Judged[] = [
  {
    rule: "text_contrast_sufficient",
    where: "wui-text, wui-link",
    because: "misses the background and size of slotted text: it says 1.4 of ink on white",
  },
  {
    rule: "input_label_visible",
    where: "button",
    because: "misses slotted text, and wants words beside an icon that has a name",
  },
  {
    rule: "input_label_visible",
    where: "input[placeholder='Search wallet']",
    because: "a search field, with a magnifying glass beside it",
  },
  {
    rule: "element_tabbable_unobscured",
    where: "wui-card, button, input, a",
    because: "takes the scrolling host of slotted elements for a cover",
  },
  {
    rule: "element_tabbable_role_valid",
    where: "wui-card[role=alertdialog]",
    because: "the dialog is itself a stop of the Tab key; wallet/keyboard.spec.ts has the order",
  },
  {
    rule: "style_focus_visible",
    where: "button",
    because: "asked of each border; keyboard-purchase.spec.ts looks at each ring",
  },
  {
    rule: "style_highcontrast_visible",
    where: "w3m-modal",
    because: "asked of each style attribute; this one rounds a corner",
  },
  {
    rule: "style_color_misuse",
    where: "wui-icon",
    because: "asked of each colour; the icons differ in shape",
  },
  {
    rule: "label_content_exists",
    where: "label:has(> input[type=checkbox])",
    because: "drawn inside a button with a name, and inert",
  },
  {
    rule: "img_alt_background",
    where: "wui-shimmer",
    because: "a shimmer in the place of what is not there yet",
  },
  {
    rule: "target_spacing_sufficient",
    where: "button",
    because: "asked of the small Copy link, which has room around it",
  },
  {
    rule: "a_target_warning",
    where: "a[href='https://reown.com']",
    because: "the kit's credit; a recommendation, and the words are the kit's",
  },
  {
    rule: "element_id_unique",
    where: "#local-paginator",
    because: "the kit's own id for empty places, which nothing refers to",
  },
];

const SOURCE = fileURLToPath(
  new URL("ace.js", import.meta.resolve("accessibility-checker-engine")),
);

/** What of IBM's engine is used: its own types need the DOM's of another TypeScript. */
interface Checker {
  check(root: Node, guidelines: readonly string[]): Promise<{ readonly results: Result[] }>;
}

interface Result {
  readonly ruleId: string;
  readonly value: readonly [policy: string, confidence: string];
  readonly message: string;
  readonly snippet: string;
  readonly node: Node;
}

export async function findingsOfSecondJudge(page: Page, part: string): Promise<string[]> {
  const known = await page.evaluate(() => "ace" in globalThis);
  if (!known) {
    await page.evaluate(`${await readFile(SOURCE, "utf8")}; globalThis.ace = ace; undefined`);
  }
  const { found, passed } = await page.evaluate(
    async ([selector, judged]) => {
      const { ace } = globalThis as unknown as { ace: { Checker: new () => Checker } };
      const root = selector === "html" ? document : document.querySelector(selector);
      if (root === null) throw new Error(`There is no ${selector}`);
      const { results } = await new ace.Checker().check(root, ["IBM_Accessibility"]);
      const open = results.filter(
        ({ ruleId, value: [, confidence], node }) =>
          confidence !== "PASS" &&
          !judged.some(
            ({ rule, where }) => rule === ruleId && node instanceof Element && node.matches(where),
          ),
      );
      return {
        found: open.map(
          ({ ruleId, value, message, snippet }) =>
            `IBM ${ruleId} (${value.join(", ")}): ${message}: ${snippet}`,
        ),
        passed: results.filter(({ value }) => value[1] === "PASS").length,
      };
    },
    [part, part === "html" ? ON_THE_PAGE : IN_THE_DIALOG] as const,
  );
  if (passed === 0) throw new Error(`IBM's checker checked nothing in ${part}`);
  return found;
}
