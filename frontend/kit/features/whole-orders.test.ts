import { BlockchainApiController, FetchUtil, OptionsController } from "@reown/appkit-controllers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { nameKitInOrders } from "./whole-orders.ts";

const ORDER = { path: "/v1/profile/account", body: { address: "0x" } };

const asked = vi.fn<typeof fetch>();

/** What the last request named, and its body. */
function last() {
  const [url, init] = asked.mock.lastCall ?? [];
  return { query: Object.fromEntries(new URL(String(url)).searchParams), init };
}

beforeAll(() => {
  nameKitInOrders();
  // Twice is the same as once.
  nameKitInOrders();
});

beforeEach(() => {
  asked.mockImplementation(async () => Response.json({ success: true }));
  vi.stubGlobal("fetch", asked);
  OptionsController.setProjectId("the-project");
  OptionsController.setSdkVersion("html-ethers-1.7.4");
});

it("names the kit and the project in what is posted to the chain API, beside what it has", async () => {
  const answer = await BlockchainApiController.state.api.post({
    ...ORDER,
    params: { zone: "reown.id" },
  });
  expect(answer).toEqual({ success: true });
  const { query, init } = last();
  expect(query).toEqual({
    zone: "reown.id",
    projectId: "the-project",
    st: "appkit",
    sv: "html-ethers-1.7.4",
  });
  expect(init).toMatchObject({ method: "POST", body: '{"address":"0x"}' });
});

it("names the client as well once the kit has one", async () => {
  BlockchainApiController.setClientId("the-client");
  await BlockchainApiController.state.api.post(ORDER);
  expect(last().query).toMatchObject({ clientId: "the-client", projectId: "the-project" });
});

it("leaves what is posted elsewhere as it is", async () => {
  await new FetchUtil({ baseUrl: "https://pulse.example", clientId: null }).post(ORDER);
  expect(last().query).toEqual({});
});
