import { expect, it } from "vitest";
import { sessionMethods } from "./session-methods.ts";

const PAGE = [
  "eth_sendTransaction",
  "personal_sign",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];

it.each([[[]], [["email", "socials", "onramp", "receive", "history", "analytics"]]])(
  "asks for what the page uses with %j on",
  (enabled) => {
    expect(sessionMethods(enabled)).toEqual(PAGE);
  },
);

it.each(["send", "swaps"])("asks for the wallet's tokens too with %s on", (feature) => {
  expect(sessionMethods([feature])).toEqual([
    ...PAGE,
    "wallet_getCapabilities",
    "wallet_getAssets",
  ]);
});
