import { Builder, Capabilities, Key as Keys, type WebDriver } from "selenium-webdriver";
import { freePort, run } from "../../support/process.ts";
import type { Browser, Engine, Key, Tab } from "./browser.ts";

const KEYS: Readonly<Record<Key, string>> = {
  Tab: Keys.TAB,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  ArrowUp: Keys.ARROW_UP,
  ArrowDown: Keys.ARROW_DOWN,
  Backspace: Keys.BACK_SPACE,
  End: Keys.END,
};

export function webkit(miniBrowser: string): Engine {
  return {
    name: "WebKit",
    async open({ size, letters, dark }) {
      const port = await freePort();
      const driver = run(
        "xvfb-run",
        ["-a", "-s", "-screen 0 1600x1200x24", "WebKitWebDriver", `--port=${port}`],
        {
          // Containers run tests as root, and WebKit's sandbox does not start as root.
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
          ...(dark && { GTK_THEME: "Adwaita:dark" }),
        },
      );
      const url = `http://127.0.0.1:${port}`;
      await answers(url);
      const capabilities = new Capabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": {
          binary: miniBrowser,
          args: ["--automation"],
        },
      });
      const session = await new Builder().usingServer(url).withCapabilities(capabilities).build();
      const known = await session.getCapabilities();
      let opened = false;
      return {
        name: `${known.get("browserName")} ${known.get("browserVersion")}`,
        errors: [],
        async newTab() {
          // MiniBrowser opens a new tab behind the first, so its page is hidden.
          if (opened) await session.switchTo().newWindow("window");
          opened = true;
          await session
            .manage()
            .window()
            .setRect({ x: 0, y: 0, ...size });
          return tab(session, await session.getWindowHandle(), letters);
        },
        async close() {
          await session.quit();
          await driver.stop();
        },
      } satisfies Browser;
    },
  };
}

async function answers(url: string): Promise<void> {
  for (let tries = 100; ; tries -= 1) {
    try {
      await fetch(`${url}/status`);
      return;
    } catch (error) {
      if (tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function tab(session: WebDriver, handle: string, letters: number | undefined): Tab {
  const focused = async () => {
    await session.switchTo().window(handle);
    return session;
  };
  return {
    goto: async (url) => {
      await (await focused()).get(url);
      // MiniBrowser has no setting for the font size.
      const style = `document.documentElement.style.fontSize = "${letters}px"`;
      if (letters !== undefined) await session.executeScript(style);
    },
    reload: async () => (await focused()).navigate().refresh(),
    back: async () => (await focused()).executeScript("history.back()"),
    evaluate: async (run, ...args) =>
      (await focused()).executeScript(`return (${run}).apply(null, arguments)`, ...args),
    // Uses the keyboard, because WebKitWebDriver sometimes never answers a second click in the same
    // place.
    click: async ({ x, y }) => {
      const isButton: boolean = await (await focused()).executeScript(
        `return (${focusAt}).apply(null, arguments)`,
        x,
        y,
      );
      if (isButton) await session.actions().sendKeys(Keys.ENTER).perform();
    },
    press: async (key) => (await focused()).actions().sendKeys(KEYS[key]).perform(),
    type: async (text) => (await focused()).actions().sendKeys(text).perform(),
  } satisfies Tab;
}

function focusAt(x: number, y: number): boolean {
  let at: Element | null = document.elementFromPoint(x, y);
  while (at?.shadowRoot) {
    const inner: Element | null = at.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === at) break;
    at = inner;
  }
  for (let node: Node | null = at; node !== null; ) {
    if (node instanceof HTMLElement && node.matches("button, a[href], input")) {
      node.focus();
      return !node.matches("input");
    }
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  throw new Error("Nothing there can be pressed");
}
