import puppeteer, { type LaunchOptions, type Page } from "puppeteer-core";
import type { Browser, Engine, Setup, Tab } from "./browser.ts";

export function chromium(options: Pick<LaunchOptions, "executablePath" | "args">): Engine {
  const { executablePath, args = [] } = options;
  return engine("Chromium", ({ letters, dark }) => ({
    browser: "chrome",
    ...(executablePath === undefined ? { channel: "chrome" } : { executablePath }),
    args: [
      ...args,
      ...(letters === undefined ? [] : [`--blink-settings=defaultFontSize=${letters}`]),
      ...(dark ? ["--blink-settings=preferredColorScheme=0"] : []),
    ],
  }));
}

export function firefox(executablePath: string): Engine {
  return engine("Firefox", ({ letters, dark, storageDenied }) => ({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox: {
      ...(letters !== undefined && { "font.size.variable.x-western": letters }),
      ...(dark && { "layout.css.prefers-color-scheme.content-override": 0 }),
      ...(storageDenied && { "network.cookie.cookieBehavior": 2 }),
    },
  }));
}

function engine(name: string, optionsOf: (setup: Setup) => LaunchOptions): Engine {
  return {
    name,
    async open(setup) {
      const launched = await puppeteer.launch({ ...optionsOf(setup), defaultViewport: null });
      const errors: string[] = [];
      return {
        name: await launched.version(),
        errors,
        async newTab() {
          const page = await launched.newPage();
          page.on("pageerror", (error) => errors.push(String(error)));
          page.on("console", (message) => {
            if (message.type() !== "error") return;
            errors.push(`${message.text()} ${message.location().url ?? ""}`);
          });
          await resize(page, setup.size);
          return tab(page, name);
        },
        close: () => launched.close(),
      } satisfies Browser;
    },
  };
}

/**
 * Firefox before 144 resizes the window but rejects the orientation that Puppeteer sends with the
 * size.
 */
async function resize(page: Page, size: Setup["size"]): Promise<void> {
  await page.setViewport(size).catch((error: Error) => {
    if (!error.message.includes("setScreenOrientationOverride")) throw error;
  });
  await page.waitForFunction((width) => innerWidth === width, {}, size.width);
}

function tab(page: Page, name: string): Tab {
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    reload: async () => {
      await page.reload();
    },
    back: async () => {
      // Puppeteer waits for a load event, which Firefox omits when it restores a page.
      if (name === "Firefox") await page.evaluate(() => history.back());
      else await page.goBack();
    },
    evaluate: (run, ...args) => page.evaluate(run as never, ...(args as never)),
    click: ({ x, y }) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
  };
}
