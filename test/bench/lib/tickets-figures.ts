import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { ANNOUNCE_WALLET, WALLET_NAME } from "./announced-wallet.ts";
import { press, slowPage } from "./slow-phone.ts";

/** Milliseconds before the click. The page prefetches its code in this time. */
const LOOKED_AT_MS = 8_000;

/** @returns milliseconds from the click until the first row shows */
export async function measureTickets(browser: Browser, url: string): Promise<number> {
  const { context, page, session } = await slowPage(browser);
  await page.addInitScript({ content: `${ANNOUNCE_WALLET}; ${FIRST_ROW}` });
  await page.goto(url);
  await page.getByRole("button", { name: "Connect Wallet" }).click();
  await page.getByText(WALLET_NAME).first().click();
  const show = page.getByRole("button", { name: "Show pictures" });
  await show.scrollIntoViewIfNeeded();
  await pause(LOOKED_AT_MS);

  const box = await show.boundingBox();
  if (box === null) throw new Error("The button is not on screen");
  await press(session, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const firstRow = await page.evaluate<number>("window.firstRow");
  await context.close();
  return firstRow;
}

const FIRST_ROW = `
  window.firstRow = new Promise((resolve) => {
    let pressed;
    const look = () => {
      const tiles = [...document.querySelectorAll(".tile")];
      const row = tiles.filter(({ offsetTop }) => offsetTop === tiles[0].offsetTop);
      const drawn = (tile) => {
        const image = tile.querySelector("img");
        return image !== null && image.complete && image.naturalWidth > 0;
      };
      if (row.length === 0 || !row.every(drawn)) return void requestAnimationFrame(look);
      requestAnimationFrame((now) => resolve(now - pressed));
    };
    addEventListener("pointerdown", ({ target, timeStamp }) => {
      if (target.textContent !== "Show pictures") return;
      pressed = timeStamp;
      look();
    }, true);
  });
`;
