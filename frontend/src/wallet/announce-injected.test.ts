// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

interface Announcement {
  readonly info: { readonly name: string; readonly rdns: string; readonly icon: string };
  readonly provider: unknown;
}

const injected = { request: async () => null };
const cleanup: (() => void)[] = [];

/** The wallets that a kit hears of when it requests announcements. */
function ask(): Announcement[] {
  const heard: Announcement[] = [];
  const hear = (event: Event) => heard.push((event as CustomEvent<Announcement>).detail);
  window.addEventListener("eip6963:announceProvider", hear);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  window.removeEventListener("eip6963:announceProvider", hear);
  return heard;
}

/** A wallet's own listener, added before the page's. */
function announcedWallet(): void {
  const tell = () =>
    window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", {
        detail: { info: { name: "Announced" }, provider: {} },
      }),
    );
  window.addEventListener("eip6963:requestProvider", tell);
  cleanup.push(() => window.removeEventListener("eip6963:requestProvider", tell));
}

beforeEach(async () => {
  vi.resetModules();
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => {
      listen(type, listener);
      cleanup.push(() => window.removeEventListener(type, listener));
    },
  );
});

afterEach(() => {
  for (const undo of cleanup.splice(0)) undo();
});

async function announce() {
  const { announceInjectedWallet } = await import("./announce-injected.ts");
  announceInjectedWallet();
  announceInjectedWallet();
}

describe("a wallet that is only injected", () => {
  it("is announced once for each request", async () => {
    vi.stubGlobal("ethereum", injected);
    await announce();
    for (const time of [1, 2]) {
      const heard = ask();
      expect(heard, `time ${time}`).toHaveLength(1);
      expect(heard[0]?.provider).toBe(injected);
      expect(heard[0]?.info).toMatchObject({ name: "Browser Wallet" });
      expect(heard[0]?.info.icon).toMatch(/^data:image\/svg\+xml,/);
    }
  });

  it("is announced if it is injected after the page began to listen", async () => {
    await announce();
    vi.stubGlobal("ethereum", injected);
    expect(ask()).toHaveLength(1);
  });

  it("is not announced if a wallet announces itself", async () => {
    announcedWallet();
    vi.stubGlobal("ethereum", injected);
    await announce();
    expect(ask().map(({ info }) => info.name)).toEqual(["Announced"]);
    expect(ask().map(({ info }) => info.name)).toEqual(["Announced"]);
  });
});

it.each([undefined, null, "ethereum"])(
  "announces nothing if window.ethereum is %s",
  async (nothing) => {
    vi.stubGlobal("ethereum", nothing);
    await announce();
    expect(ask()).toEqual([]);
  },
);
