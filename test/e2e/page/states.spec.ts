import type { Page } from "@playwright/test";
import { type GalleryState, states } from "../../../frontend/gallery/states.ts";
import { accessibilityFindings } from "../support/accessibility.ts";
import { expect, galleryTest as test } from "../support/fixtures.ts";

/**
 * The letters' size in pixels, and the window's widths: the narrowest of each range that the styles
 * distinguish, by `em`.
 */
const FITS: readonly (readonly [number, readonly number[]])[] = [
  [16, [280, 320, 768, 1280]],
  [24, [768]],
  [32, [280, 768, 1280]],
];
const HEIGHT = 900;
/** Both schemes have the same elements, so the second scan judges the colours only. */
const SCANS = [
  { width: 360, colorScheme: "light", onlyColors: false },
  { width: 1280, colorScheme: "dark", onlyColors: true },
] as const;
/** `STATE_PICTURES=1` saves a picture of each state in `test-results/`. */
const LOOKED_AT = process.env.STATE_PICTURES !== undefined;

test.describe.configure({ mode: "parallel" });

for (const name of Object.keys(states)) {
  test(name, async ({ page, galleryPage, pageErrors }, testInfo) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await galleryPage.show(name);
    await arrived(page, name);

    for (const { width, colorScheme, onlyColors } of SCANS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page, { onlyColors }), colorScheme).toEqual([]);
      if (!LOOKED_AT) continue;
      await page.screenshot({
        path: testInfo.outputPath(`${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
    for (const [standard, widths] of FITS) {
      await galleryPage.setLetters(standard);
      for (const width of widths) {
        await page.setViewportSize({ width, height: HEIGHT });
        const { letters, misfits } = await page.evaluate(fit);
        expect(letters).toBe(`${standard}px`);
        expect(misfits, `${width} px, letters of ${standard}`).toEqual([]);
      }
    }
    expect(pageErrors).toEqual([]);
  });
}

function fit(): { readonly letters: string; readonly misfits: readonly string[] } {
  const { scrollWidth, clientWidth } = document.documentElement;
  const shown = [...document.querySelectorAll(".card *")].filter(
    (element) => element.getClientRects().length > 0,
  );
  const outside = shown.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    const card = element.closest(".card")?.getBoundingClientRect();
    const hidden = element.closest(".visually-hidden, dialog") !== null;
    return card !== undefined && !hidden && (left < card.left || right > card.right);
  });
  const seen = [...document.querySelectorAll("main *")].filter(
    (element) =>
      element.closest(".visually-hidden, dialog, svg") === null &&
      element.clientWidth > 0 &&
      // Skips the contents of a closed `<details>`: they have boxes, but browsers don't draw them.
      element.checkVisibility(),
  );
  const cut = seen.filter(
    (element) =>
      getComputedStyle(element).overflow !== "visible" &&
      (element.scrollWidth > element.clientWidth + 1 ||
        element.scrollHeight > element.clientHeight + 1),
  );
  const boxes = seen.flatMap((element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => ({ element, box }));
      }),
  );
  const inBar = (element: Element) => element.closest(".outcome-bar") !== null;
  const overlapping = boxes.filter(({ element, box }) =>
    boxes.some(
      (other) =>
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 4 &&
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
        inBar(element) === inBar(other.element) &&
        !(element.contains(other.element) || other.element.contains(element)),
    ),
  );
  const named = (how: string) => (element: Element) =>
    `${how}: ${element.tagName}.${element.className}`;
  return {
    letters: getComputedStyle(document.documentElement).fontSize,
    misfits: [
      ...(scrollWidth > clientWidth ? ["the page is too wide"] : []),
      ...outside.map(named("outside")),
      ...cut.map(named("cut")),
      ...overlapping.map(({ element }) => named("overlapping")(element)),
    ],
  };
}

async function arrived(page: Page, name: string): Promise<void> {
  const state = states[name];
  if (state === undefined) throw new Error(`No state is called ${name}`);
  const { mint, pending, missingPictures, reads = "answer" } = state;
  const price = {
    answer: /\d\.\d{6} \w/,
    never: "Loading the price…",
    fails: /Price unavailable/,
  };
  await expect(page.locator(".price-line")).toContainText(price[reads]);
  const course = mint?.until.replace("sendingLate", "sending").replace(/switching|stopped/, "idle");
  const step = course ?? (pending && "mining") ?? (state.asked ? "sending" : "idle");
  await expect(page.locator("main")).toHaveAttribute("data-state", step);
  if (mint?.until === "sendingLate") {
    await expect(page.getByRole("button", { name: "Stop waiting" })).toBeVisible();
  }
  const leaves = mint?.until === "stopped" || (mint?.until === "failed" && mint.at === "wallet");
  if (leaves || state.earlier !== undefined) {
    await expect(page.getByRole("region", { name: "Earlier purchases" })).toBeVisible();
  }
  if (state.link !== undefined) {
    await expect(page.getByRole("link", { name: "Open wallet" })).toBeVisible();
  }
  await arrivedAtTickets(page, state);
  if (mint?.until !== "done") return;
  if (missingPictures === undefined) {
    await expect(page.getByRole("img", { name: /Ticket #/ })).not.toHaveCount(0);
  } else await expect(page.getByText("Your tickets are not affected.")).toBeVisible();
}

async function arrivedAtTickets(page: Page, state: GalleryState) {
  const { presses, unread, pictures, next, held } = state;
  if (held !== undefined && presses === undefined) {
    await expect(page.locator(".held")).toContainText(held === "unread" ? "couldn't" : "holds");
  }
  if (state.search?.endsWith(").")) await expect(page.getByText("Did you mean")).toBeVisible();
  if (next === true) await expect(page.locator(".next-ticket")).toContainText("Next: #");
  if (state.bought !== undefined) await expect(page.locator(".history li").first()).toBeVisible();
  if (presses?.includes("Look at more tickets")) {
    await expect(page.locator(".look img")).toHaveCount(12);
  }
  if (presses?.includes("Share")) {
    await expect(page.getByText("Link copied.")).toBeVisible();
  }
  if (presses?.includes("Add to wallet")) {
    await expect(page.getByText("Your wallet can't do this right now.")).toBeVisible();
  }
  if (!presses?.includes("Show pictures")) return;
  if (unread === "tickets") {
    await expect(page.getByText("This page couldn't find your tickets.")).toBeVisible();
  } else if (unread === "pictures") {
    await expect(page.getByText("pictures couldn't be loaded.")).toBeVisible();
  } else if (pictures === "never") {
    await expect(page.getByText("Loading the picture…")).toBeVisible();
  } else {
    await expect(page.locator("img.tile-picture").first()).toBeVisible();
  }
  const open = presses.some((name) => name.startsWith("Ticket #"));
  await expect(page.getByRole("dialog")).toHaveCount(open ? 1 : 0);
}
