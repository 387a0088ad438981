// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { defineElement } from "../doubles/element.ts";
import { nameDialog } from "./dialog-names.ts";

const Header = defineElement("w3m-header");
const IconLink = defineElement("wui-icon-link");
const InputElement = defineElement("wui-input-element");
const Select = defineElement("wui-select");
const CertifiedSwitch = defineElement("wui-certified-switch");

beforeAll(() =>
  nameDialog({
    unnamed: "Wallet",
    icons: { close: "Close", chevronLeft: "Back" },
    certified: "Certified wallets only",
    network: "Choose a network",
  }),
);

function header(headerText: string | undefined) {
  const card = document.createElement("wui-card");
  const element = Object.assign(new Header(), { headerText });
  card.append(element);
  const [hidden, shown] = [new IconLink(), new IconLink()];
  hidden.dataset.hidden = "true";
  element.root.append(hidden, shown);
  element.rendered();
  return { card, element, hidden, shown };
}

it("names the dialog by its heading, or else as a whole", () => {
  const { card, element } = header("Connect  Wallet");
  expect(card).toHaveAttribute("aria-label", "Connect Wallet");
  Object.assign(element, { headerText: "" });
  element.rendered();
  expect(card).toHaveAttribute("aria-label", "Wallet");
});

it("takes the header's hidden button out of the order of focus, and puts it back", () => {
  const { element, hidden, shown } = header("WalletConnect");
  expect(hidden).toHaveProperty("disabled", true);
  expect(shown).not.toHaveProperty("disabled");
  hidden.dataset.hidden = "false";
  element.rendered();
  expect(hidden).toHaveProperty("disabled", false);
});

it.each([
  ["in the header", IconLink],
  ["in a field", InputElement],
])("names a button by its icon, if it knows it, also when the icon changes: %s", (_, Control) => {
  const link = Object.assign(new Control(), { icon: "close" });
  const button = document.createElement("button");
  link.root.append(button);
  link.rendered();
  expect(button).toHaveAttribute("aria-label", "Close");
  link.icon = "chevronLeft";
  link.rendered();
  expect(button).toHaveAttribute("aria-label", "Back");
  link.icon = "clock";
  link.rendered();
  expect(button).not.toHaveAttribute("aria-label");
});

it("names the button with the network's picture", () => {
  const select = new Select();
  const button = document.createElement("button");
  select.root.append(button);
  select.rendered();
  expect(button).toHaveAttribute("aria-label", "Choose a network");
});

it("makes the switch for certified wallets one button that tells its state", () => {
  const element = Object.assign(new CertifiedSwitch(), { checked: false });
  const [button, drawn] = [document.createElement("button"), document.createElement("wui-switch")];
  element.root.append(button);
  button.append(drawn);
  element.rendered();
  expect(button).toHaveAttribute("aria-label", "Certified wallets only");
  expect(button).toHaveAttribute("aria-pressed", "false");
  expect(drawn).toHaveAttribute("inert");
  element.checked = true;
  element.rendered();
  expect(button).toHaveAttribute("aria-pressed", "true");
});
