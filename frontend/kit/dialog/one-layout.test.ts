// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { measureListOnce } from "./one-layout.ts";

const measured = vi.fn();
const failure = new Error("no list");
let fails = false;

/** Behaves as the kit's view, whose list the browser has not laid out in its first rendering. */
class View extends HTMLElement {
  onResize = () => this.handleConnectListScroll();

  firstUpdated(): void {
    this.handleConnectListScroll();
    if (fails) throw failure;
  }

  handleConnectListScroll(): void {
    measured(this);
  }
}

it("measures its list when the browser has laid it out, and not before", async () => {
  customElements.define("w3m-connect-view", View);
  const { firstUpdated, handleConnectListScroll } = View.prototype;
  measureListOnce();
  await vi.waitFor(() => {
    expect(View.prototype.firstUpdated).not.toBe(firstUpdated);
    expect(View.prototype.handleConnectListScroll).not.toBe(handleConnectListScroll);
  });
  const view = document.createElement("w3m-connect-view") as View;
  view.firstUpdated();
  expect(measured).not.toHaveBeenCalled();
  view.onResize();
  expect(measured.mock.calls).toEqual([[view]]);

  fails = true;
  expect(() => view.firstUpdated()).toThrow(failure);
  view.onResize();
  expect(measured.mock.calls).toEqual([[view], [view]]);
});
