// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { defineElement } from "../doubles/element.ts";
import { onEachElement, renderShown, replaceMethod } from "./each-element.ts";

const NAME = "w3m-view";

const View = defineElement(NAME);

beforeEach(() => {
  document.body.replaceChildren();
});

async function accompany() {
  const told = new Map<HTMLElement, string[]>();
  await onEachElement(NAME, (element) => {
    const heard: string[] = [];
    told.set(element, heard);
    return {
      hostConnected: () => heard.push("connected"),
      hostUpdated: () => heard.push("updated"),
    };
  });
  return told;
}

function show() {
  const dialog = document.createElement("div");
  const view = new View();
  dialog.attachShadow({ mode: "open" }).append(view);
  document.body.append(dialog);
  return view;
}

it("tells the companion of an element that comes later of its life", async () => {
  const told = await accompany();
  const view = show();
  expect(told.get(view)).toEqual(["connected"]);
  view.rendered();
  expect(told.get(view)).toEqual(["connected", "updated"]);
});

it("tells the companion of an element that is shown already what it has missed", async () => {
  const [view, other] = [show(), show()];
  view.rendered();
  const told = await accompany();
  expect(told.get(view)).toEqual(["connected", "updated"]);
  expect(told.get(other)).toEqual(["connected"]);
  other.rendered();
  expect(told.get(other)).toEqual(["connected", "updated"]);
});

it("gives an element one companion, and none to an element with another name", async () => {
  const view = show();
  document.body.append(document.createElement("w3m-other"));
  const told = await accompany();
  expect([...told.keys()]).toEqual([view]);
});

it("renders an element that is shown already again once a method of it is replaced", async () => {
  const view = show();
  const render = vi.spyOn(view, "requestUpdate");
  Object.assign(View.prototype, { heading: () => "kit's" });
  await replaceMethod(NAME, "heading", (_, kits) => `not the ${kits()}`);
  expect(render).toHaveBeenCalledOnce();
  expect((view as unknown as { heading(): string }).heading()).toBe("not the kit's");
});

it("renders those of a class that are shown, and no others", () => {
  const view = show();
  const removed = show();
  (removed.getRootNode() as ShadowRoot).host.remove();
  const rendered = [view, removed].map((one) => vi.spyOn(one, "requestUpdate"));
  renderShown(View);
  expect(rendered.map((spy) => spy.mock.calls.length)).toEqual([1, 0]);
});
