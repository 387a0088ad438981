import {
  AccountController,
  BlockchainApiController,
  ChainController,
  EnsController,
  ModalController,
} from "@reown/appkit-controllers";
import { beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { mendAccountNames } from "./account-names.ts";

beforeAll(() => {
  mendAccountNames();
});

describe("whether a name is taken", () => {
  let lookUp: MockInstance<typeof BlockchainApiController.lookupEnsName>;

  beforeEach(() => {
    lookUp = vi.spyOn(BlockchainApiController, "lookupEnsName");
  });

  it.each([
    ["is asked with its suffix", "ada-home", "ada-home.reown.id"],
    ["is asked as it is if it has one", "ada-home.wcn.id", "ada-home.wcn.id"],
  ])("%s", async (_, name, whole) => {
    lookUp.mockResolvedValue({ addresses: { 60: { address: "0x" } } } as never);
    expect(await EnsController.isNameRegistered(name)).toBe(true);
    expect(lookUp).toHaveBeenLastCalledWith(whole);
  });

  it.each([
    ["the servers' answer to a free name", []],
    ["the kit's answer for a network without names", { addresses: {}, attributes: [] }],
  ])("is denied by %s", async (_, answer) => {
    lookUp.mockResolvedValue(answer as never);
    expect(await EnsController.isNameRegistered("ada-home")).toBe(false);
  });

  it("is denied if the servers don't answer", async () => {
    lookUp.mockRejectedValue(new Error("HTTP status code: 500"));
    expect(await EnsController.isNameRegistered("ada-home")).toBe(false);
  });
});

describe("a registration that fails", () => {
  beforeEach(() => {
    delete AccountController.state.address;
    ChainController.state.activeCaipNetwork = { id: 1, chainNamespace: "eip155" } as never;
  });

  it("does not open a dialog that was closed when it began", async () => {
    const open = vi.spyOn(ModalController, "open");
    ModalController.state.open = false;
    await expect(EnsController.registerName("ada-home.reown.id")).rejects.toThrow(
      "Address or auth connector not found",
    );
    expect(open).not.toHaveBeenCalled();
  });

  it("fails at once on a chain whose id is no coin type", async () => {
    for (const id of [2 ** 31, 2 ** 40]) {
      ChainController.state.activeCaipNetwork = { id, chainNamespace: "eip155" } as never;
      await expect(EnsController.registerName("ada-home.reown.id")).rejects.toThrow(
        "Invalid chainId",
      );
    }
    ChainController.state.activeCaipNetwork = {
      ...{ id: 2 ** 31 - 1, chainNamespace: "eip155" },
    } as never;
    await expect(EnsController.registerName("ada-home.reown.id")).rejects.toThrow("Address");
  });
});
