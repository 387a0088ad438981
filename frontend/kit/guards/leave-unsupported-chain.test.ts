// @vitest-environment jsdom
import { ModalController, RouterController } from "@reown/appkit-controllers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { letUnsupportedChainBeClosed } from "./leave-unsupported-chain.ts";

const kits = vi.fn();

class Modal extends HTMLElement {
  readonly handleClose = undefined as unknown as () => unknown;
}
class Header extends HTMLElement {
  readonly onClose = undefined as unknown as () => unknown;
}
Object.assign(Modal.prototype, { handleClose: kits });
Object.assign(Header.prototype, { onClose: kits });

beforeAll(async () => {
  letUnsupportedChainBeClosed();
  customElements.define("w3m-modal", Modal);
  customElements.define("w3m-header", Header);
  await Promise.resolve();
});

beforeEach(() => {
  kits.mockReset();
  ModalController.state.open = true;
});

const closers = [
  ["by Escape or a click outside", () => Modal.prototype.handleClose()],
  ["by its button", () => Header.prototype.onClose()],
] as const;

it.each(closers)("lets the view for an unsupported network be closed %s", (_, close) => {
  RouterController.reset("UnsupportedChain");
  close();
  expect(ModalController.state.open).toBe(false);
  expect(kits).not.toHaveBeenCalled();
});

it.each(closers)("leaves every other view to the kit, closed %s", (_, close) => {
  RouterController.reset("Connect");
  close();
  expect(kits).toHaveBeenCalledOnce();
  expect(ModalController.state.open).toBe(true);
});
