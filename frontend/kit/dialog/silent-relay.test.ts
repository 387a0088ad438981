// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { defineElement } from "../doubles/element.ts";
import { tellOfSilentRelay } from "./silent-relay.ts";

const KitView = defineElement("w3m-connecting-wc-qrcode");

interface View extends InstanceType<typeof KitView> {
  uri?: string;
  qrCodeTemplate(): unknown;
  requestUpdate(): void;
}

const retry = vi.fn();

beforeAll(async () => {
  Object.assign(KitView.prototype, {
    qrCodeTemplate(this: View) {
      return this.uri === undefined ? null : `QR code of ${this.uri}`;
    },
    requestUpdate(this: View) {
      const place = document.createElement("wui-shimmer");
      const caption = document.createElement("wui-text");
      const drawn = this.qrCodeTemplate();
      if (drawn !== null) place.append(drawn as Node | string);
      this.root.replaceChildren(place, caption);
      this.rendered();
    },
  });
  await tellOfSilentRelay({ noAnswer: "No answer.", retry: "Try again" }, retry);
});

let view: View;

beforeEach(() => {
  vi.useFakeTimers();
  retry.mockReset();
  view = new KitView() as View;
  document.body.replaceChildren(view);
});

const notice = () => view.root.querySelector("[role=alert]");
const style = (name: string) => view.root.querySelector<HTMLElement>(name)?.style;

it("says after 8 s that the relay does not answer, in the code's place, and not before", () => {
  vi.advanceTimersByTime(7_999);
  expect(notice()).toBeNull();
  expect(style("wui-shimmer + wui-text")?.visibility).toBe("");
  vi.advanceTimersByTime(1);
  expect(notice()).toHaveTextContent("No answer.");
  expect(notice()?.parentElement?.localName).toBe("wui-shimmer");
  expect(style("wui-shimmer")?.animation).toBe("none");
  expect(style("wui-shimmer + wui-text")?.visibility).toBe("hidden");
});

it("tries again at a press, and says it again after another 8 s", () => {
  vi.advanceTimersByTime(8_000);
  notice()?.querySelector("wui-button")?.dispatchEvent(new MouseEvent("click"));
  expect(retry).toHaveBeenCalledOnce();
  expect(notice()).toBeNull();
  expect(style("wui-shimmer")?.animation).toBe("");
  vi.advanceTimersByTime(7_999);
  expect(notice()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(notice()).not.toBeNull();
});

it("says nothing once there is a code, and makes way for a late one", () => {
  view.uri = "wc:1";
  view.requestUpdate();
  vi.advanceTimersByTime(60_000);
  expect(view.root).toHaveTextContent("QR code of wc:1");

  const late = new KitView() as View;
  document.body.replaceChildren(late);
  vi.advanceTimersByTime(8_000);
  late.uri = "wc:2";
  late.requestUpdate();
  expect(late.root.querySelector("[role=alert]")).toBeNull();
  expect(late.root).toHaveTextContent("QR code of wc:2");
  expect(late.root.querySelector<HTMLElement>("wui-shimmer + wui-text")?.style.visibility).toBe("");
});

it("ends with its view", () => {
  view.remove();
  expect(vi.getTimerCount()).toBe(0);
});
