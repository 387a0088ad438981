import type { Browser, CDPSession, Page } from "@playwright/test";

/** The gallery in a document that stays, so that neither it nor a judge has to be loaded for each state. */
export class GalleryPage {
  readonly page: Page;
  readonly #session: CDPSession;

  constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  /** Sets what tests set as a new page has it. */
  async reset(): Promise<void> {
    await this.page.emulateMedia({
      media: null,
      colorScheme: "light",
      forcedColors: "none",
      reducedMotion: "no-preference",
    });
    await this.page.setViewportSize({ width: 1280, height: 720 });
    await this.setLetters(16);
    await this.page.evaluate(() => scrollTo(0, 0));
  }

  /** As a visitor does in the browser's settings. @param standard in pixels */
  async setLetters(standard: number): Promise<void> {
    await this.#session.send("Page.setFontSizes", { fontSizes: { standard } });
  }

  /** Takes away the state that is shown, and shows another. @param name by which the gallery has it */
  async show(name: string): Promise<void> {
    await this.page.evaluate((state) => showState(state), name);
  }
}

/** Of `frontend/gallery/main.tsx`. */
declare function showState(name: string): void;

/** @param url the gallery's */
export async function openGallery(browser: Browser, url: string): Promise<GalleryPage> {
  const page = await browser.newPage();
  await page.goto(`${url}?state=loading`);
  return new GalleryPage(page, await page.context().newCDPSession(page));
}
