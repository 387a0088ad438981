// @vitest-environment jsdom
import { ApiController, ConnectorController } from "@reown/appkit-controllers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { defineElement } from "../doubles/element.ts";
import { keepRowsForDirectory } from "./kept-rows.ts";

const KitList = defineElement("w3m-connector-list");

interface List extends InstanceType<typeof KitList> {
  connectorListTemplate(): unknown;
}

const update = vi.fn();

beforeAll(async () => {
  Object.assign(KitList.prototype, {
    connectorListTemplate: () => "wallets",
    requestUpdate: update,
  });
  await keepRowsForDirectory("Not available.");
});

const connector = (id: string, type: string, name = id) =>
  ({ id, type, name }) as (typeof ConnectorController.state.connectors)[number];
const WALLET_CONNECT = connector("walletConnect", "WALLET_CONNECT");

beforeEach(() => {
  ConnectorController.state.connectors = [WALLET_CONNECT];
  ApiController.state.recommended = [];
  ApiController.state.isFetchingRecommendedWallets = true;
});

function keptIn(list = new KitList() as List): HTMLElement {
  const [wallets, place] = list.connectorListTemplate() as [string, HTMLElement];
  expect(wallets).toBe("wallets");
  return place;
}

it.each([
  ["two rows", [], 2],
  ["one row beside an installed wallet", [connector("a", "ANNOUNCED")], 1],
  ["two rows beside one without a name", [connector("a", "ANNOUNCED", "Browser Wallet")], 2],
])("keeps %s while the directory is asked", (_, installed, rows) => {
  ConnectorController.state.connectors = [WALLET_CONNECT, ...installed];
  const place = keptIn();
  expect(place.children).toHaveLength(rows);
  expect(place).toHaveAttribute("aria-hidden", "true");
});

it("says in the same place that the list is not available", () => {
  ApiController.state.isFetchingRecommendedWallets = false;
  const place = keptIn();
  expect(place).toHaveTextContent("Not available.");
  expect(place.querySelector("[role=status]")).not.toBeNull();
  expect(place).not.toHaveAttribute("aria-hidden");
});

it.each([
  [
    "the directory has answered",
    () => (ApiController.state.recommended = [{ id: "1", name: "A" }]),
  ],
  ["the directory is not asked", () => (ConnectorController.state.connectors = [])],
  [
    "the list is full",
    () => {
      const installed = ["a", "b", "c"].map((id) => connector(id, "ANNOUNCED"));
      ConnectorController.state.connectors = [WALLET_CONNECT, ...installed];
    },
  ],
])("keeps nothing if %s", (_, arrange) => {
  arrange();
  expect((new KitList() as List).connectorListTemplate()).toEqual(["wallets", null]);
});

it("keeps the same element from rendering to rendering", () => {
  const list = new KitList() as List;
  expect(keptIn(list)).toBe(keptIn(list));
});

it("renders when the directory's answer is there or given up, as long as the list is", async () => {
  const unsubscribe: (() => void)[] = [];
  const list = Object.assign(new KitList(), { unsubscribe });
  document.body.append(list);
  ApiController.state.isFetchingRecommendedWallets = false;
  await Promise.resolve();
  expect(update).toHaveBeenCalledOnce();
  list.remove();
  for (const end of unsubscribe) end();
  ApiController.state.isFetchingRecommendedWallets = true;
  await Promise.resolve();
  expect(update).toHaveBeenCalledOnce();
});
