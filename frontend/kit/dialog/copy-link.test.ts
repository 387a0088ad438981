// @vitest-environment jsdom
import { SnackController } from "@reown/appkit-controllers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { defineElement } from "../doubles/element.ts";
import { copyLinkHonestly } from "./copy-link.ts";

class ConnectingView extends HTMLElement {
  uri: string | undefined;
  renderings = 0;
  requestUpdate(): void {
    this.renderings += 1;
  }
  onCopyUri(): unknown {
    throw new Error("The kit's own");
  }
}
class QrCode extends ConnectingView {}
class Browser extends ConnectingView {}

const Link = defineElement("wui-link");

const told = { success: vi.fn(), error: vi.fn() };
const writeText = vi.fn();

let shown: Browser;

beforeAll(async () => {
  customElements.define("w3m-connecting-wc-qrcode", QrCode);
  customElements.define("w3m-connecting-wc-browser", Browser);
  shown = new Browser();
  document.body.append(shown);
  await copyLinkHonestly({ copied: "copied", notCopied: "not copied", noLinkYet: "none yet" });
});

beforeEach(() => {
  vi.resetAllMocks();
  SnackController.showSuccess = told.success;
  SnackController.showError = told.error;
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});

async function copy(uri: string | undefined) {
  const view = new QrCode();
  view.uri = uri;
  await view.onCopyUri();
}

it("says that the link is copied once the browser has copied it", async () => {
  await copy("wc:1");
  expect(writeText.mock.calls).toEqual([["wc:1"]]);
  expect(told.success.mock.calls).toEqual([["copied"]]);
  expect(told.error).not.toHaveBeenCalled();
});

it.each([
  ["refuses", () => writeText.mockRejectedValue(new DOMException("Not allowed"))],
  ["has no clipboard", () => vi.stubGlobal("navigator", {})],
])("says so if the browser %s", async (_, arrange) => {
  arrange();
  await copy("wc:1");
  expect(told.error.mock.calls).toEqual([["not copied"]]);
  expect(told.success).not.toHaveBeenCalled();
});

it("says so if there is no link yet, and copies nothing", async () => {
  await copy(undefined);
  expect(writeText).not.toHaveBeenCalled();
  expect(told.error.mock.calls).toEqual([["none yet"]]);
});

it("is rendered again if it is shown already, since it has the kit's own answer to a press", () => {
  expect(shown.renderings).toBe(1);
});

it("shows when it is disabled", () => {
  const link = Object.assign(new Link(), { disabled: true });
  link.rendered();
  expect(link.style.opacity).toBe("0.4");
  link.disabled = false;
  link.rendered();
  expect(link.style.opacity).toBe("");
});
