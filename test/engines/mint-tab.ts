import { expect } from "@playwright/test";
import type { Key, Tab } from "./browsers/browser.ts";
import { type Place, placeOf, visibleText } from "./in-page.ts";
import type { Site } from "./site.ts";

/** The mint page in a tab, by what a visitor sees and does. */
export class MintTab {
  readonly tab: Tab;
  readonly #site: Site;

  constructor(tab: Tab, site: Site) {
    this.tab = tab;
    this.#site = site;
  }

  /** @param query of the link: "?a=welcome5" */
  async open(query = ""): Promise<void> {
    await this.tab.goto(`${this.#site.url}${query}`);
  }

  async says(words: string | RegExp): Promise<void> {
    const said = expect.poll(() => this.tab.evaluate(visibleText));
    await (typeof words === "string" ? said.toContain(words) : said.toMatch(words));
  }

  async saysNot(words: string): Promise<void> {
    await expect.poll(() => this.tab.evaluate(visibleText)).not.toContain(words);
  }

  /** Waits until a visitor could press it, and does. */
  async press(name: string): Promise<void> {
    await this.click("button, a", name);
  }

  async click(selector: string, name: string): Promise<void> {
    let place: Place | string = "";
    await expect
      .poll(async () => {
        place = await this.tab.evaluate(placeOf, selector, name);
        return typeof place === "string" ? place : "there";
      })
      .toBe("there");
    if (typeof place !== "string") await this.tab.click(place);
  }

  async key(...keys: readonly Key[]): Promise<void> {
    for (const key of keys) await this.tab.press(key);
  }

  async quantity(): Promise<string> {
    return await this.tab.evaluate(() => document.querySelector("input")?.value ?? "no field");
  }

  /** Through the kit's own dialog. */
  async connect(walletName: string): Promise<void> {
    await this.press("Connect Wallet");
    await this.press(walletName);
    await this.says(`Connected as ${this.#site.buyer}`);
  }

  /** For a page of the same origin that runs nothing, and so stores nothing any more. */
  async leave(): Promise<void> {
    await this.tab.goto(`${this.#site.url}test/elsewhere.html`);
  }

  /** After all tabs are left, so that the next test's visitor is a new one. */
  async forget(): Promise<void> {
    await this.tab.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await this.tab.goto("about:blank");
  }
}
