import type { Frame, Page } from "@playwright/test";
import { EMAIL } from "./support/embedded-login.ts";
import { expect, test } from "./support/kit-lab-fixtures.ts";

/** The page's clock starts at this time, and pauses at `PAUSE` after the setup. */
const START = Date.parse("2026-01-01T00:00:00Z");
const PAUSE = START + 600_000;

async function createProvider(page: Page): Promise<void> {
  await page.evaluate(() => {
    const timeouts: string[] = [];
    const outcomes: Record<string, unknown> = {};
    const provider = new window.kitLab.wallet.W3mFrameProvider({
      projectId: "0123456789abcdef0123456789abcdef",
      chainId: "eip155:1",
      abortController: new AbortController(),
      onTimeout: (reason) => timeouts.push(reason),
    });
    Object.assign(window, { provider, timeouts, outcomes });
  });
}

type Provider = InstanceType<typeof window.kitLab.wallet.W3mFrameProvider>;
declare const provider: Provider;
declare const timeouts: string[];
declare const outcomes: Record<string, unknown>;

async function sayReady(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, {
      heard: new Promise((resolve) => window.addEventListener("message", resolve)),
    });
  });
  const frame = await embeddedWalletFrame(page);
  await frame.evaluate(() =>
    parent.postMessage({ type: "@w3m-frame/READY", payload: { version: "4" } }, "*"),
  );
  await page.evaluate(() => (window as unknown as { heard: Promise<unknown> }).heard);
}

/** Waits for the wallet's own document, because the initial empty one accepts a script but loses its messages. */
async function embeddedWalletFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector("#w3m-iframe", { state: "attached" });
  const frame = await element.contentFrame();
  if (frame === null) throw new Error("The embedded wallet has no frame");
  await frame.waitForURL(/^https:\/\/secure\.walletconnect\.org\//);
  return frame;
}

test.describe("[K-10] the frame", () => {
  test("is loaded once with project, chain, version and logger, above everything", async ({
    page,
    embedded,
    openLogin,
  }) => {
    const login = await openLogin();
    await login.submitEmail(EMAIL);
    await expect(page.getByText("Enter the code we sent to")).toBeVisible();

    expect(embedded.loads).toEqual([
      { projectId: expect.any(String), chainId: "eip155:1", version: "4", enableLogger: "true" },
    ]);
    const frame = page.locator("iframe");
    await expect(frame).toHaveCount(1);
    await expect(frame).toHaveCSS("z-index", "999999");
    await expect(frame).toBeHidden();
  });

  test("gets 500 ms after it has reported that it is ready", async ({
    lab: { page },
    embedded,
  }) => {
    embedded.loading = "mute";
    await page.clock.install({ time: START });
    await createProvider(page);
    await page.evaluate(() => {
      outcomes.init = "waiting";
      void provider.init().then(() => {
        outcomes.init = "ready";
      });
    });
    await embedded.loaded();
    await page.clock.pauseAt(PAUSE);
    expect(await page.evaluate(() => outcomes.init)).toBe("waiting");

    await sayReady(page);
    await page.clock.runFor(499);
    expect(await page.evaluate(() => outcomes.init)).toBe("waiting");
    await page.clock.runFor(1);
    expect(await page.evaluate(() => outcomes.init)).toBe("ready");
  });

  test("that is not ready for 500 ms takes no social login in an installed page", async ({
    page,
    embedded,
    openLogin,
  }) => {
    embedded.loading = "mute";
    // Safari on iOS sets this for a page on the home screen.
    await page.addInitScript(() => Object.assign(navigator, { standalone: true }));
    await page.clock.install({ time: START });
    await openLogin();
    await embedded.loaded();
    const google = page.getByTestId("social-selector-google").getByRole("button");
    await expect(google).toBeDisabled();
    await page.clock.pauseAt(PAUSE);
    await expect(google).toBeDisabled();

    await sayReady(page);
    await page.clock.runFor(499);
    await expect(google).toBeDisabled();
    await page.clock.runFor(1);
    await expect(google).toBeEnabled();
  });

  test("has 20 s to load, except for requests that may wait", async ({
    lab: { page },
    embedded,
  }) => {
    embedded.loading = "mute";
    await page.clock.install({ time: START });
    await page.clock.pauseAt(PAUSE);
    await createProvider(page);

    await page.evaluate(() => {
      void provider.syncTheme({ themeMode: "dark" });
      void provider.syncDappData({
        projectId: "0",
        sdkType: "appkit",
        sdkVersion: "html-ethers-1.7.4",
      });
      void provider.setPreferredAccount("eoa");
    });
    await page.clock.runFor(60_000);
    expect(await page.evaluate(() => timeouts)).toEqual([]);

    await page.evaluate(() => void provider.connectEmail({ email: "ada@example.org" }));
    await page.clock.runFor(19_999);
    expect(await page.evaluate(() => timeouts)).toEqual([]);
    await page.clock.runFor(1);
    expect(await page.evaluate(() => timeouts)).toEqual(["iframe_load_failed"]);
  });

  test("has 30 s for requests that a visitor waits for, and longer for the rest", async ({
    lab: { page },
    embedded,
  }) => {
    await page.clock.install({ time: START });
    await createProvider(page);
    await page.evaluate(() => provider.init());
    await page.clock.pauseAt(PAUSE);

    const requests = {
      CONNECT_EMAIL: () => void provider.connectEmail({ email: "ada@example.org" }),
      CONNECT_DEVICE: () => void provider.connectDevice(),
      CONNECT_OTP: () => void provider.connectOtp({ otp: "111111" }),
      CONNECT_SOCIAL: () => void provider.connectSocial("https://example.org/done"),
      GET_SOCIAL_REDIRECT_URI: () => void provider.getSocialRedirectUri({ provider: "google" }),
    };
    for (const [name, ask] of Object.entries(requests)) {
      embedded.faults.set(name, "silent");
      await page.evaluate(ask);
      await embedded.received(name);
      await page.clock.runFor(29_999);
      expect(await page.evaluate(() => timeouts.splice(0)), name).toEqual([]);
      await page.clock.runFor(1);
      expect(await page.evaluate(() => timeouts.splice(0)), name).toEqual([
        "iframe_request_timeout",
      ]);
    }

    embedded.faults.set("GET_USER", "silent");
    await page.evaluate(() => void provider.connect());
    await embedded.received("GET_USER");
    await page.clock.runFor(120_000);
    expect(await page.evaluate(() => timeouts)).toEqual([]);
  });

  test("matches replies to requests by id", async ({ lab: { page }, embedded }) => {
    await createProvider(page);
    await page.evaluate(() => provider.init());
    const answerFirst = embedded.hold("GET_FARCASTER_URI");
    const answerSecond = embedded.hold("GET_SOCIAL_REDIRECT_URI");
    await page.evaluate(() => {
      const keep = (name: string) => (answer: unknown) => {
        outcomes[name] = answer;
      };
      void provider.getFarcasterUri().then(keep("first"));
      void provider.getSocialRedirectUri({ provider: "x" }).then(keep("second"));
    });
    await embedded.received("GET_SOCIAL_REDIRECT_URI");

    await (await embeddedWalletFrame(page)).evaluate(() => {
      const payload = { url: "https://example.org" };
      parent.postMessage({ type: "@w3m-frame/GET_FARCASTER_URI_SUCCESS", id: "?", payload }, "*");
    });
    answerSecond();
    await expect
      .poll(() => page.evaluate(() => outcomes))
      .toEqual({ second: { uri: "https://secure.walletconnect.org/social/x" } });
    answerFirst();
    await expect
      .poll(() => page.evaluate(() => outcomes.first))
      .toEqual({ url: embedded.farcasterUri });
  });
});

test("[K-10] [K-27] reports that the embedded wallet can't be loaded", async ({
  page,
  embedded,
  openLogin,
}) => {
  embedded.loading = "never";
  await page.clock.install();
  const login = await openLogin();
  await login.submitEmail(EMAIL);
  await embedded.loaded();
  await page.clock.fastForward(20_000);
  await expect(page.getByText("Network Error - Could not load embedded wallet")).toBeVisible();
});

test("[K-10] [K-27] reports that a request to the embedded wallet timed out", async ({
  page,
  embedded,
  openLogin,
}) => {
  embedded.faults.set("CONNECT_EMAIL", "silent");
  await page.clock.install();
  const login = await openLogin();
  await login.submitEmail(EMAIL);
  await embedded.received("CONNECT_EMAIL");
  await page.clock.fastForward(30_000);
  await expect(page.getByText("Embedded Wallet Request Timed Out")).toBeVisible();
});

test("[K-26] tells a visitor whose code is not answered, who can enter it again", async ({
  page,
  embedded,
  openLogin,
}) => {
  embedded.faults.set("CONNECT_OTP", "silent");
  await page.clock.install();
  const login = await openLogin();
  await login.submitEmail(EMAIL);
  await login.enterCode(embedded.otp);
  await embedded.received("CONNECT_OTP");
  await page.clock.fastForward(30_000);
  await expect(page.getByText("Something went wrong")).toBeVisible();

  embedded.faults.clear();
  await login.clearCode();
  await login.enterCode(embedded.otp);
  await expect(page.getByText(embedded.signer.address)).toBeVisible();
});

test.describe("[K-26] the frame's errors", () => {
  test("report that there is no frame to send to", async ({ lab: { page } }) => {
    const outcome = await page.evaluate(() => {
      const frame = new window.kitLab.wallet.W3mFrame({ projectId: "0", isAppClient: true });
      try {
        frame.events.postAppEvent({ type: "@w3m-app/IS_CONNECTED", id: "1" });
        return "sent";
      } catch (error) {
        return String(error);
      }
    });
    expect(outcome).toBe("Error: W3mFrame: iframe is not set");
  });

  test("report that there is no parent to answer", async ({ lab: { page } }) => {
    const outcome = await page.evaluate(async () => {
      const inner = document.createElement("iframe");
      inner.src = location.href;
      const loaded = new Promise((resolve) => inner.addEventListener("load", resolve));
      document.body.append(inner);
      await loaded;
      const { kitLab } = inner.contentWindow as unknown as Window;
      const frame = new kitLab.wallet.W3mFrame({ projectId: "0", isAppClient: false });
      const answer = () => {
        try {
          frame.events.postFrameEvent({ type: "@w3m-frame/CONNECT_OTP_SUCCESS", id: "1" });
          return "sent";
        } catch (error) {
          return (error as Error).message;
        }
      };
      const before = answer();
      // A closed window has no parent.
      inner.remove();
      return [before, answer()];
    });
    expect(outcome).toEqual(["sent", "W3mFrame: parent is not set"]);
  });

  test("report that the frame's element has failed", async ({ lab: { page }, embedded }) => {
    embedded.loading = "never";
    await createProvider(page);
    const outcome = page.evaluate(() =>
      provider.connectEmail({ email: "ada@example.org" }).catch(String),
    );
    await embedded.loaded();
    await page.locator("#w3m-iframe").dispatchEvent("error");
    expect(await outcome).toBe("Unable to load email login dependency");
  });

  test("have a default message if the frame sends none", async ({ lab: { page }, embedded }) => {
    embedded.faults.set("CONNECT_EMAIL", { error: "" });
    await createProvider(page);
    const refused = () =>
      page.evaluate(() => provider.connectEmail({ email: "ada@example.org" }).catch(String));
    expect(await refused()).toBe("Error: An error occurred");
    embedded.faults.set("CONNECT_EMAIL", { error: "Too many emails" });
    expect(await refused()).toBe("Error: Too many emails");
  });

  test("end what waits at each time-out", async ({ lab: { page }, embedded }) => {
    const waiting = ["CONNECT_OTP", "GET_USER", "RPC_REQUEST"];
    for (const name of waiting) embedded.faults.set(name, "silent");
    await page.clock.install({ time: START });
    await createProvider(page);
    await page.evaluate(() => provider.init());
    await page.clock.pauseAt(PAUSE);
    // AppKit reuses one abort controller, which can abort only once.
    for (const round of [1, 2]) {
      await page.evaluate(() => {
        const keep = (name: string, answer: Promise<unknown>) => {
          outcomes[name] = "waiting";
          const end = (reason: unknown) => {
            outcomes[name] = String(reason);
          };
          void answer.then(end, end);
        };
        keep("otp", provider.connectOtp({ otp: "111111" }));
        keep("user", provider.connect());
        keep("call", provider.request({ method: "eth_blockNumber" }));
      });
      await expect
        .poll(() => embedded.asked.filter((name) => waiting.includes(name)))
        .toHaveLength(3 * round);
      await page.clock.runFor(29_999);
      expect(await page.evaluate(() => [timeouts, outcomes])).toEqual([
        [],
        { otp: "waiting", user: "waiting", call: "waiting" },
      ]);
      await page.clock.runFor(1);
      expect(await page.evaluate(() => [timeouts.splice(0), outcomes])).toEqual([
        ["iframe_request_timeout"],
        {
          otp: "Error: Something went wrong",
          user: "Error: Something went wrong",
          call: "Error: Request was aborted",
        },
      ]);
    }
  });

  test("end what waits for a frame that does not load", async ({ lab: { page }, embedded }) => {
    embedded.loading = "mute";
    await page.clock.install({ time: START });
    await page.clock.pauseAt(PAUSE);
    await createProvider(page);
    await page.evaluate(() => {
      const end = (reason: unknown) => {
        outcomes.email = String(reason);
      };
      void provider.connectEmail({ email: "ada@example.org" }).then(end, end);
      void provider.syncTheme({ themeMode: "dark" }).then(end, end);
    });
    await page.clock.runFor(19_999);
    expect(await page.evaluate(() => outcomes)).toEqual({});
    await page.clock.runFor(1);
    expect(await page.evaluate(() => outcomes)).toEqual({ email: "Error: Something went wrong" });
  });
});
