// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { removeInvalidEntries } from "./kit-storage.ts";

const wallet = { id: "c57ca95b", name: "Careful Wallet", image_id: "7" };

beforeEach(() => {
  localStorage.clear();
});

describe("what the kit keeps", () => {
  it.each([
    ["recent_wallets", "{"],
    ["recent_wallets", '{"a":1}'],
    ["recent_wallets", "[null]"],
    ["recent_wallets", '[{"id":1,"name":"x"}]'],
    ["recent_wallets", '[{"id":"x"}]'],
    ["portfolio_cache", "[]"],
    ["native_balance_cache", '{"eip155:1:0x":null}'],
    ["ens_cache", "7"],
    ["identity_cache", '"text"'],
    ["preferred_account_types", "null"],
    ["active_caip_network_id", "<b>"],
    ["active_caip_network_id", "eip155"],
  ])("is removed when %s is %s", (name, text) => {
    localStorage.setItem(`@appkit/${name}`, text);
    removeInvalidEntries();
    expect(localStorage.getItem(`@appkit/${name}`)).toBeNull();
  });

  it.each([
    ["recent_wallets", "[]"],
    ["recent_wallets", JSON.stringify([wallet])],
    ["portfolio_cache", '{"eip155:1:0x":{"timestamp":1}}'],
    ["native_balance_cache", "{}"],
    ["preferred_account_types", '{"eip155":"eoa"}'],
    ["active_caip_network_id", "eip155:1"],
    ["connection_status", "connected"],
  ])("stays when %s is %s", (name, text) => {
    localStorage.setItem(`@appkit/${name}`, text);
    removeInvalidEntries();
    expect(localStorage.getItem(`@appkit/${name}`)).toBe(text);
  });

  it("is nothing if storage is forbidden", () => {
    const forbidden = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("Denied", "SecurityError");
    });
    expect(() => removeInvalidEntries()).not.toThrow();
    forbidden.mockRestore();
  });

  it("does not include the page's own keys", () => {
    localStorage.setItem("recent_wallets", "{");
    removeInvalidEntries();
    expect(localStorage.getItem("recent_wallets")).toBe("{");
  });
});
