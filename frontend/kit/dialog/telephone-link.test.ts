// @vitest-environment jsdom
import { CoreHelperUtil } from "@reown/appkit-controllers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { defineElement } from "../doubles/element.ts";
import { offerTelephoneLink } from "./telephone-link.ts";
import { showTelephoneLink } from "./telephone-view.ts";

const WORDS = { tag: "any wallet", caption: "Open or scan", open: "Open", showLink: "Link" };

const Entry = defineElement("w3m-connect-walletconnect-widget");
const AllWallets = defineElement("w3m-all-wallets-widget");
const View = defineElement("w3m-connecting-wc-qrcode");
const AllWalletsView = defineElement("w3m-all-wallets-view");

type Rendering = InstanceType<typeof Entry> & { render(): unknown };
type Copying = InstanceType<typeof View> & { uri?: string; copyTemplate(): unknown };

function touch() {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer:coarse)" }));
}

beforeAll(async () => {
  Object.assign(Entry.prototype, {
    render: () => (CoreHelperUtil.isMobile() ? null : "WalletConnect"),
  });
  Object.assign(View.prototype, { copyTemplate: () => "Copy link" });
  touch();
  offerTelephoneLink(WORDS);
  showTelephoneLink(WORDS);
  await Promise.resolve();
});

beforeEach(touch);

it("lists WalletConnect's entry on a telephone, which stays one for all else", () => {
  expect((new Entry() as Rendering).render()).toBe("WalletConnect");
  expect(CoreHelperUtil.isMobile()).toBe(true);
});

it("says of the entry what it is for", () => {
  const entry = new Entry();
  const row = Object.assign(document.createElement("wui-list-wallet"), { tagLabel: "qr code" });
  entry.root.append(row);
  entry.rendered();
  expect(row.tagLabel).toBe("any wallet");
});

it.each([
  ["0", ""],
  ["10", "10"],
])("of %s wallets in the directory it shows '%s'", (count, shown) => {
  const widget = new AllWallets();
  const row = Object.assign(document.createElement("wui-list-wallet"), { tagLabel: count });
  widget.root.append(row);
  widget.rendered();
  expect(row.tagLabel).toBe(shown);
});

it("offers the pairing link to the telephone's wallets, once there is one", () => {
  const view = new View() as Copying;
  view.root.innerHTML = "<wui-shimmer></wui-shimmer><wui-text>Scan this</wui-text>";
  view.rendered();
  expect(view.root).toHaveTextContent("Open or scan");
  expect(view.copyTemplate()).toEqual([null, "Copy link"]);
  view.uri = "wc:1@2?relay-protocol=irn";
  const [link, copy] = view.copyTemplate() as [HTMLAnchorElement, string];
  expect(link).toHaveAttribute("href", "wc:1@2?relay-protocol=irn");
  expect(link).toHaveTextContent("Open");
  expect(copy).toBe("Copy link");
});

it("makes a named button of the icon in All Wallets, for the keyboard too", () => {
  const view = new AllWalletsView();
  view.root.innerHTML = "<wui-flex><wui-icon-box></wui-icon-box></wui-flex>";
  const icon = view.root.querySelector("wui-icon-box") as HTMLElement;
  const pressed = vi.fn();
  icon.addEventListener("click", pressed);
  view.rendered();
  view.rendered();
  expect(icon).toHaveAttribute("role", "button");
  expect(icon).toHaveAccessibleName("Link");
  expect(icon.tabIndex).toBe(0);
  for (const key of ["Enter", " ", "a"]) icon.dispatchEvent(new KeyboardEvent("keydown", { key }));
  expect(pressed).toHaveBeenCalledTimes(2);
});
