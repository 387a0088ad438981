import type { Browser, CDPSession, Page } from "@playwright/test";

export class GalleryPage {
  readonly page: Page;
  readonly #session: CDPSession;

  constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

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

  /** @param standard the font size in pixels */
  async setLetters(standard: number): Promise<void> {
    await this.#session.send("Page.setFontSizes", { fontSizes: { standard } });
  }

  async show(name: string): Promise<void> {
    await this.page.evaluate((state) => showState(state), name);
  }
}

/** Defined in `frontend/gallery/main.tsx`. */
declare function showState(name: string): void;

export async function openGallery(browser: Browser, url: string): Promise<GalleryPage> {
  const page = await browser.newPage();
  await page.goto(`${url}?state=loading`);
  return new GalleryPage(page, await page.context().newCDPSession(page));
}
