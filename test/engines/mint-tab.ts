import { expect } from "@playwright/test";
import type { Key, Tab } from "./browsers/browser.ts";
import { type Place, placeOf, visibleText } from "./in-page.ts";
import type { Site } from "./site.ts";

const NOTHING_THERE = "Nothing there can be pressed";

export class MintTab {
  readonly tab: Tab;
  readonly #site: Site;

  constructor(tab: Tab, site: Site) {
    this.tab = tab;
    this.#site = site;
  }

  async open(query = ""): Promise<void> {
    await this.tab.goto(`${this.#site.url}${query}`);
  }

  async says(words: string): Promise<void> {
    await expect.poll(() => this.tab.evaluate(visibleText)).toContain(words);
  }

  async saysNot(words: string): Promise<void> {
    await expect.poll(() => this.tab.evaluate(visibleText)).not.toContain(words);
  }

  async press(name: string): Promise<void> {
    await this.click("button, a", name);
  }

  async click(selector: string, name: string): Promise<void> {
    let place: Place | string = "";
    await expect
      .poll(
        async () => {
          const before = JSON.stringify(place);
          place = await this.tab.evaluate(placeOf, selector, name);
          if (typeof place === "string") return place;
          // AppKit's dialog slides in, so a click could miss.
          if (JSON.stringify(place) !== before) return "moving";
          return await this.tab.click(place).then(
            () => "pressed",
            (error: unknown) => {
              if (!String(error).includes(NOTHING_THERE)) throw error;
              return "moving";
            },
          );
        },
        { intervals: [50, 100, 250] },
      )
      .toBe("pressed");
  }

  async key(...keys: readonly Key[]): Promise<void> {
    for (const key of keys) await this.tab.press(key);
  }

  async quantity(): Promise<string> {
    return await this.tab.evaluate(() => document.querySelector("input")?.value ?? "no field");
  }

  async connect(walletName: string): Promise<void> {
    await this.press("Connect Wallet");
    await this.press(walletName);
    await this.says(`Connected as ${this.#site.wallet.address}`);
  }

  /** Opens a page of the same origin that stores nothing. */
  async leave(): Promise<void> {
    const elsewhere = `${this.#site.url}test/elsewhere.html`;
    // Avoids the driver: it sometimes misses the load after Firefox restores a page.
    await this.tab.evaluate((url) => location.assign(url), elsewhere);
    const place = () => this.tab.evaluate(() => `${document.readyState} ${location.href}`);
    await expect.poll(() => place().catch(() => "between two pages")).toBe(`complete ${elsewhere}`);
  }

  /** Call this after all tabs left the page. */
  async forget(): Promise<void> {
    await this.tab.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await this.tab.goto("about:blank");
  }
}
