import { type Browser, chromium, type Page } from "@playwright/test";
import { expect } from "chai";
import * as collection from "../../collection.ts";
import { readTheme, type Theme } from "../../frontend/build/page/theme.ts";
import { fitWords } from "../../scripts/dev/art/fit-words.ts";
import { CARD, launcherIcon, readPicture, shareCard } from "../../scripts/dev/art/share-card.ts";
import { browserLaunchOptions } from "../../scripts/dev/browser.ts";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 300 100"><path d="M0 0h9"/></svg>';
const INVENTED = { name: "Salt & Invention", shareCardLines: ["777 inventions,", "none <twice>."] };
const THEME: Theme = { ...readTheme(), paper: "#010203", ink: "#040506", serif: "Some Serif" };

describe("the share card", () => {
  const picture = readPicture("waves.svg", SVG);
  const html = shareCard(INVENTED, picture, THEME);

  it("has the words of another collection, each line in its place, and none of this one's", () => {
    expect(html).to.include("<h1>Salt &amp; Invention</h1>");
    expect(html).to.include("<span>777 inventions,</span><span>none &lt;twice>.</span>");
    for (const word of [collection.name, ...collection.shareCardLines]) {
      expect(html).not.to.include(word);
    }
    expect(shareCard(collection, picture, THEME)).to.include(`<h1>${collection.name}</h1>`);
  });

  it("has the picture as it is, whole and in its own shape", () => {
    expect(html).to.include(`src="data:image/svg+xml,${encodeURIComponent(SVG)}"`);
    expect(html).to.include('width="660" height="220"');
    const tall = readPicture("tower.svg", SVG.replace("-10 -10 300 100", "0,0,100,300"));
    expect(shareCard(INVENTED, tall, THEME)).to.include('width="150" height="450"');
  });

  it("has the theme's colours and font, and no others", () => {
    const colours = new Set(html.match(/#[0-9a-f]{3,6}\b|(?<=font-family: )[^;]+/g));
    expect([...colours].sort()).to.deep.equal(
      [
        THEME.paper,
        THEME.ink,
        THEME["ink-soft"],
        THEME.awning,
        THEME["awning-light"],
        THEME.serif,
      ].sort(),
    );
  });

  describe("in a browser", () => {
    let browser: Browser;
    let page: Page;

    before(async () => {
      browser = await chromium.launch(await browserLaunchOptions());
      page = await browser.newPage({ viewport: CARD });
    });

    after(() => browser.close());

    async function fitted(name: string, shareCardLines: readonly string[]): Promise<number> {
      await page.setContent(shareCard({ name, shareCardLines }, picture, readTheme()));
      await fitWords(page);
      return await page.locator("h1").evaluate(({ style }) => Number.parseInt(style.fontSize, 10));
    }

    it("makes a long name smaller, and leaves a short one large", async () => {
      expect(await fitted("Tide", ["One line."])).to.equal(124);
      const long = await fitted("Salt Tides", ["One line."]);
      expect(long).to.be.within(56, 123);
      const { scrollWidth, clientWidth } = await page
        .locator("h1")
        .evaluate((name) => ({ scrollWidth: name.scrollWidth, clientWidth: name.clientWidth }));
      expect(scrollWidth).to.equal(clientWidth);
    });

    for (const [what, name, lines, problem] of [
      [
        "a name that is too long",
        "Salt and Tides of the North",
        ["Short."],
        '"Salt and Tides of the North" is too wide',
      ],
      [
        "a line that is too long",
        "Tide",
        ["777 waves on chain, none of them twice"],
        'none of them twice" is too wide',
      ],
      [
        "more lines than there is room for",
        "Tide",
        Array.from("abcdefghijklm"),
        "there are too many lines",
      ],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const error = await fitted(name, lines).catch((reason: Error) => reason);
        expect(error).to.be.instanceOf(Error);
        expect((error as Error).message)
          .to.include("The words of collection.ts do not fit on the share card: ")
          .and.include(problem);
      });
    }
  });
});

describe("a picture for share card and icons", () => {
  it("may say its size by width and height", () => {
    const svg = "<?xml version='1.0'?><!-- by hand -->\n<svg width='30px' height='40'></svg>";
    expect(readPicture("a.svg", svg)).to.deep.equal({ svg, width: 30, height: 40 });
  });

  for (const svg of [
    "<svg></svg>",
    '<svg width="100%" height="100%"></svg>',
    '<svg viewBox="0 0 10"></svg>',
    '<svg viewBox="0 0 0 10"></svg>',
    '<svg data-viewBox="0 0 9 9"></svg>',
  ]) {
    it(`is refused without a size: ${svg}`, () => {
      expect(() => readPicture("a.svg", svg)).to.throw(
        "a.svg does not say how large it is: give its <svg> a viewBox",
      );
    });
  }

  it("is refused if it is not SVG", () => {
    expect(() => readPicture("a.svg", "<html></html>")).to.throw(
      "a.svg is not an SVG: it has no <svg> element",
    );
  });
});

describe("a launcher's icon", () => {
  const picture = readPicture("a.svg", SVG);

  it("has the picture's own background up to the corners", () => {
    const html = launcherIcon(picture, 180, "rgb(1 2 3)", THEME);
    expect(html).to.include("padding: 0px; background: rgb(1 2 3)");
  });

  it("has paper and a margin round a picture without a background", () => {
    const html = launcherIcon(picture, 180, null, THEME);
    expect(html).to.include(`padding: 18px; background: ${THEME.paper}`);
  });
});
