import type { Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { states } from "../../../frontend/gallery/states.ts";
import { checkAccessibility } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

/** Every state of the page in the gallery is accessible, and fits in the window. */

const WIDTHS = [320, 360, 768, 1280, 1920];
const HEIGHT = 900;
const SCANNED = [360, 1280];
const SCHEMES = ["light", "dark"] as const;
const rulesOf: Readonly<Record<(typeof SCHEMES)[number], RunOptions>> = {
  light: {},
  // A colour scheme changes only colours.
  dark: { runOnly: ["color-contrast", "link-in-text-block"] },
};

// Many independent tests: spread over all workers.
test.describe.configure({ mode: "parallel" });

for (const [name, { title }] of Object.entries(states)) {
  test(`${name}: ${title}`, async ({ page, gallery }, testInfo) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${gallery}?state=${name}`);
    await arrived(page, name);

    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect(await page.evaluate(tooWide), `too wide at ${width} px`).toEqual([]);
      if (!SCANNED.includes(width)) continue;
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await checkAccessibility(page, {}, rulesOf[colorScheme]);
        expect(violations, `${width} px, ${colorScheme}`).toEqual([]);
        await page.screenshot({
          path: testInfo.outputPath(`${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
    }
    expect(errors).toEqual([]);
  });
}

/** Runs in the page: elements that overflow the window, or the card, which would clip them. */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const outside = [...document.querySelectorAll(".card *")].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    const card = element.closest(".card")?.getBoundingClientRect();
    const hidden = element.closest(".visually-hidden, dialog") !== null;
    return card !== undefined && !hidden && (left < card.left || right > card.right);
  });
  return [
    ...(scrollWidth > clientWidth ? ["the page"] : []),
    ...outside.map(({ className, tagName }) => `${tagName}.${className}`),
  ];
}

/** Waits for what distinguishes this state from earlier ones. */
async function arrived(page: Page, name: string): Promise<void> {
  const state = states[name];
  if (state === undefined) throw new Error(`No state is called ${name}`);
  const { mint, pending, missingPictures, reads = "answer" } = state;
  const price = {
    answer: /\d\.\d{6} \w/,
    never: "Reading the price…",
    fails: /Price unavailable/,
  };
  await expect(page.locator(".price-line")).toContainText(price[reads]);
  const step = mint?.until.replace("sendingLate", "sending") ?? (pending && "mining") ?? "idle";
  await expect(page.locator("main")).toHaveAttribute("data-state", step);
  if (mint?.until === "sendingLate") {
    await expect(page.getByRole("button", { name: "Stop waiting" })).toBeVisible();
  }
  if (mint?.until !== "done") return;
  if (missingPictures === undefined) {
    await expect(page.getByRole("img", { name: /Ticket #/ })).not.toHaveCount(0);
  } else await expect(page.getByText("kept outside the chain")).toBeVisible();
}
