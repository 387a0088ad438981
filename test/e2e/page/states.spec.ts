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
  const price = {
    answer: /\d\.\d{6} \w/,
    never: "Loading the price…",
    fails: "Price unavailable",
  }[state.reads ?? "answer"];
  await expect(page.locator(".price-line")).toContainText(price);
  for (const [sign, isShown] of Object.entries(signsOf(state))) {
    if (!isShown) continue;
    await expect(page.locator(sign).filter({ visible: true }).first(), sign).toBeVisible();
  }
}

/** Each selector, and whether the state shows such an element at last. */
function signsOf(state: GalleryState): Readonly<Record<string, boolean>> {
  const { mint, pending, missingPictures, presses = [], unread, pictures, held } = state;
  const until = mint?.until;
  const course = until?.replace("sendingLate", "sending").replace(/switching|stopped/, "idle");
  const step = course ?? (pending && "mining") ?? (state.asked ? "sending" : "idle");
  const leaves = until === "stopped" || (until === "failed" && mint?.at === "wallet");
  const areRead = unread === undefined && pictures === undefined;
  return {
    [`main[data-state=${step}]`]: true,
    "role=button[name='Stop waiting']": until === "sendingLate",
    "role=region[name='Earlier purchases']": leaves || state.earlier !== undefined,
    "role=link[name='Open wallet']": state.link !== undefined,
    "role=img[name=/Ticket #/]": until === "done" && missingPictures === undefined,
    "text=Your tickets are not affected.": missingPictures !== undefined,
    '.held:has-text("couldn\'t")': held === "unread",
    ".held:has-text('holds')": typeof held === "number" && presses.length === 0,
    "text=Did you mean": state.search?.endsWith(").") ?? false,
    ".next-ticket:has-text('Next: #')": state.next ?? false,
    ".history li": state.bought !== undefined,
    ".look img >> nth=11": presses.includes("Look at more tickets"),
    "text=Link copied.": presses.includes("Share"),
    "text=Your wallet can't do this right now.": presses.includes("Add to wallet"),
    "text=This page couldn't find your tickets.": unread === "tickets",
    "text=pictures couldn't be loaded.": unread === "pictures",
    "text=Loading the picture…": pictures === "never",
    "img.tile-picture": presses.includes("Show pictures") && areRead,
    dialog: presses.some((press) => press.startsWith("Ticket #")),
  };
}
