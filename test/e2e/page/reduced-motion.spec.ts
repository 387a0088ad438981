import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";

/** Milliseconds. Visitors see a longer animation as motion. */
const UNSEEN = 10;

async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((unseen) => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenMotion: seen });
    const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
        shadowRoot === null ? [] : rootsIn(shadowRoot),
      ),
    ];
    const look = () => {
      // `getAnimations()` covers only one tree, so the test calls it on each shadow root.
      for (const animation of rootsIn(document).flatMap((root) => root.getAnimations())) {
        const { effect } = animation;
        const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {};
        if (Number(duration) <= unseen) continue;
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        const what =
          animation instanceof CSSTransition
            ? animation.transitionProperty
            : animation instanceof CSSAnimation
              ? animation.animationName
              : "script";
        seen.add(
          `${target?.localName}.${target?.className}: ${what}, ${duration} ms x ${iterations}`,
        );
      }
      requestAnimationFrame(look);
    };
    look();
  }, UNSEEN);
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { seenMotion: Set<string> }).seenMotion]);
}

test("moves and fades nothing while the dialog opens, is used and closes", async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const motion = await watchMotion(page);
  const { wallet, mint } = await visit();
  await mint.showWallets();
  const { dialog } = mint;
  await dialog.getByRole("button", { name: /^WalletConnect/ }).click();
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeVisible();
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: wallet.name }).click();
  await expect(page.getByText(wallet.address)).toBeVisible();
  await mint.showAccount();
  await expect(dialog.getByText("Disconnect")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await motion()).toEqual([]);
});
