import { CoreHelperUtil } from "@reown/appkit-controllers";
import { expect, it, vi } from "vitest";
import { showQrCodeEarly, tellOfPairings } from "./early-qr-code.ts";
import type { RelayClient } from "./relay-client.ts";

it.each([
  ["a computer shows it, and", false, ["wc:7f@2"]],
  ["a telephone, where it opens the wallet, does not, and", true, []],
])("%s hands the pairing on", async (_, isMobile, shown) => {
  vi.spyOn(CoreHelperUtil, "isMobile").mockReturnValue(isMobile);
  const created = { topic: "7f", uri: "wc:7f@2" };
  const emit = vi.fn();
  const pairing = { create: async () => created };
  showQrCodeEarly({ client: { core: { pairing } }, events: { emit } } as unknown as RelayClient);

  expect(await pairing.create()).toBe(created);
  expect(emit.mock.calls).toEqual(shown.map((uri) => ["display_uri", uri]));
});

it("tells a pairing's text as soon as there is a pairing, and hands both on", async () => {
  const created = { topic: "7f", uri: "wc:7f@2" };
  const create = vi.fn(async (..._given: readonly unknown[]) => created);
  const pairing = { create };
  const tell = vi.fn();
  tellOfPairings(pairing, tell);

  expect(await pairing.create({ methods: ["wc_sessionPropose"] })).toBe(created);
  expect(create).toHaveBeenCalledExactlyOnceWith({ methods: ["wc_sessionPropose"] });
  expect(tell).toHaveBeenCalledExactlyOnceWith("wc:7f@2");
});

it("tells nothing of a pairing that the relay did not take", async () => {
  const pairing = { create: () => Promise.reject(new Error("No internet connection")) };
  const tell = vi.fn();
  tellOfPairings(pairing, tell);
  await expect(pairing.create()).rejects.toThrow("No internet connection");
  expect(tell).not.toHaveBeenCalled();
});
