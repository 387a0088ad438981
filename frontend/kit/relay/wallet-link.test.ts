// @vitest-environment jsdom
import {
  ConnectionController,
  ConnectorController,
  CoreHelperUtil,
  StorageUtil,
} from "@reown/appkit-controllers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { appLink, walletLink } from "./wallet-link.ts";

const redirect = { universal: "https://peer.example/app", native: "peer://" };
const client = { session: { topic: "1", peer: { metadata: { redirect } } } };

const connectedBy = (id: string) =>
  vi.spyOn(ConnectorController, "getConnectorId").mockReturnValue(id);
const onTelephone = (is: boolean) => vi.spyOn(CoreHelperUtil, "isMobile").mockReturnValue(is);

afterEach(() => {
  localStorage.clear();
  ConnectionController.setWcLinking(undefined);
});

it("is the app that was chosen in the dialog, also after a reload", () => {
  connectedBy("walletConnect");
  ConnectionController.setWcLinking({ name: "Chosen", href: "chosen://" });
  expect(walletLink(client)).toBe("chosen://");
  ConnectionController.setWcLinking(undefined);
  StorageUtil.setWalletConnectDeepLink({ name: "Stored", href: "https://stored.example/" });
  expect(walletLink(null)).toBe("https://stored.example/");
});

it("is the app that the wallet names, if the page is on a telephone", () => {
  connectedBy("walletConnect");
  onTelephone(true);
  expect(walletLink(client)).toBe("https://peer.example/app");
  const named = (own: typeof redirect | { native: string } | undefined) =>
    walletLink({ session: { topic: "1", peer: { metadata: own ? { redirect: own } : {} } } });
  expect(named({ native: "peer://" })).toBe("peer://");
  expect(named({ universal: "javascript:alert(1)", native: "peer://" })).toBe("peer://");
  expect(named(undefined)).toBeNull();
  expect(walletLink(null)).toBeNull();
});

it("is none if the telephone is another device, or the wallet is in this browser", () => {
  connectedBy("walletConnect");
  onTelephone(false);
  expect(walletLink(client)).toBeNull();
  connectedBy("io.wallet");
  onTelephone(true);
  StorageUtil.setWalletConnectDeepLink({ name: "Stored", href: "https://stored.example/" });
  expect(walletLink(client)).toBeNull();
});

describe("a link", () => {
  it.each(["https://wallet.example/", "wallet://", "wallet:", "trust-wallet.2+x://a"])(
    "is %s",
    (text) => {
      expect(appLink(text)).toBe(text);
    },
  );

  it.each([
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://wallet.example/1",
    "file:///etc/passwd",
    "filesystem:https://wallet.example/1",
    "about:blank",
    "view-source:https://wallet.example/",
    "vbscript:x",
    "http://wallet.example/",
    "ftp://wallet.example/",
    "ws://wallet.example/",
    "wss://wallet.example/",
    "/wallet",
    "",
    null,
    undefined,
    {},
  ])("is not %j", (text) => {
    expect(appLink(text)).toBeNull();
  });
});
