// @vitest-environment jsdom
import { ModalController } from "@reown/appkit-controllers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { keepPlace } from "./kept-place.ts";

const state = ModalController.state;

beforeAll(() => keepPlace(".wallet > .button"));

const page = document.createElement("div");
const button = (name: string) => page.querySelector(`[name=${name}]`) as HTMLButtonElement;

beforeEach(async () => {
  page.innerHTML = `<input name="quantity" /><div class="wallet"><button class="button" name="connect"></button></div>`;
  document.body.replaceChildren(page);
  button("connect").focus();
  state.open = true;
  await told();
});

afterEach(async () => {
  state.open = false;
  await told();
  // Ends the waiting for the button's replacement, because the visitor and the page have moved on.
  button("quantity").focus();
  page.append("");
  await told();
});

/** AppKit and the page's observer report a change asynchronously. */
const told = () => new Promise((resolve) => setTimeout(resolve));

async function close() {
  state.open = false;
  await told();
}

/** The page replaces this button once a wallet is connected or left. */
async function replaced(name: string) {
  const next = document.createElement("button");
  next.className = "button";
  next.name = name;
  page.querySelector(".wallet > .button")?.replaceWith(next);
  await told();
}

it("goes to what takes the place of the button that the dialog was opened with", async () => {
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  await close();
  expect(document.activeElement).toBe(button("connect"));
  await replaced("mint");
  expect(document.activeElement).toBe(button("mint"));
  // Must not scroll the page, because the visitor may have scrolled elsewhere.
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  await replaced("connect");
  expect(document.activeElement).toBe(button("connect"));
});

it("goes there at once if that button has gone while the dialog was open", async () => {
  await replaced("mint");
  expect(document.activeElement).toBe(document.body);
  await close();
  expect(document.activeElement).toBe(button("mint"));
});

it("stays in the dialog as long as that is open", async () => {
  await replaced("mint");
  expect(document.activeElement).toBe(document.body);
});

it.each(["first", "only then"])("is where the visitor goes: the page changes %s", async (order) => {
  await close();
  button("quantity").focus();
  if (order === "first") page.append("changed");
  await told();
  await replaced("mint");
  expect(document.activeElement).toBe(button("quantity"));
  button("quantity").blur();
  await replaced("connect");
  expect(document.activeElement).toBe(document.body);
});

it("is nowhere if the visitor leaves it by pressing beside it", async () => {
  await close();
  button("connect").blur();
  page.append("changed");
  await told();
  expect(document.activeElement).toBe(document.body);
});
