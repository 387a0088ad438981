// @vitest-environment jsdom
import { ApiController, ModalController } from "@reown/appkit-controllers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deferred } from "../../../test/support/deferred.ts";

type Params = Parameters<typeof ApiController.fetchWallets>[0];

const once = vi.fn<typeof ApiController.fetchWallets>();
const prefetch = vi.fn<typeof ApiController.prefetch>();

const page: Params = { page: 1, entries: 40, chains: "eip155:1" };
const wallets = { data: [], count: 7 };

const { askDirectoryPatiently } = await import("./patient-directory.ts");

beforeEach(() => {
  vi.useFakeTimers();
  once.mockReset();
  prefetch.mockReset();
  Object.assign(ApiController, { fetchWallets: once, prefetch });
  ModalController.state.open = true;
  askDirectoryPatiently();
});

afterEach(() => {
  vi.clearAllTimers();
});

it("lets the dialog open before anything has come", async () => {
  prefetch.mockReturnValue(new Promise(() => undefined));
  await ApiController.prefetch({ fetchNetworkImages: false });
  expect(prefetch.mock.calls).toEqual([[{ fetchNetworkImages: false }]]);
});

it("repeats a request until it is answered, after pauses that grow to half a minute", async () => {
  once.mockRejectedValue(new TypeError("Failed to fetch"));
  const answer = vi.fn();
  void ApiController.fetchWallets(page).then(answer);
  let asked = 1;
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(once, `before ${seconds} s`).toHaveBeenCalledTimes(asked);
    await vi.advanceTimersByTimeAsync(1);
    asked += 1;
    expect(once, `after ${seconds} s`).toHaveBeenCalledTimes(asked);
  }
  once.mockResolvedValue(wallets);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(answer.mock.calls).toEqual([[wallets]]);
  expect(once.mock.calls).toEqual(Array.from({ length: asked + 1 }, () => [page]));
  expect(vi.getTimerCount()).toBe(0);
});

it("ends the list's spinner at the first failure", async () => {
  once.mockRejectedValue(new TypeError("Failed to fetch"));
  ApiController.state.isFetchingRecommendedWallets = true;
  void ApiController.fetchWallets(page);
  await vi.advanceTimersByTimeAsync(0);
  expect(ApiController.state.isFetchingRecommendedWallets).toBe(false);
});

it("asks nothing while the dialog is closed, and goes on when it opens", async () => {
  once.mockRejectedValue(new TypeError("Failed to fetch"));
  void ApiController.fetchWallets(page);
  ModalController.state.open = false;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(once).toHaveBeenCalledTimes(1);
  ModalController.state.open = true;
  await vi.advanceTimersByTimeAsync(0);
  expect(once).toHaveBeenCalledTimes(2);
});

it("shares a request that is under way, and asks again after it", async () => {
  const answer = deferred<typeof wallets>();
  once.mockReturnValue(answer.promise);
  const both = [ApiController.fetchWallets(page), ApiController.fetchWallets({ ...page })];
  void ApiController.fetchWallets({ ...page, page: 2 });
  expect(once.mock.calls).toEqual([[page], [{ ...page, page: 2 }]]);
  answer.resolve(wallets);
  expect(await Promise.all(both)).toEqual([wallets, wallets]);
  void ApiController.fetchWallets(page);
  expect(once).toHaveBeenCalledTimes(3);
});

it("repeats the visitor's last search only", async () => {
  once.mockRejectedValue(new TypeError("Failed to fetch"));
  void ApiController.fetchWallets({ ...page, search: "me" });
  void ApiController.fetchWallets({ ...page, search: "meta" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(once.mock.calls.map(([{ search }]) => search)).toEqual(["me", "meta", "meta"]);
});
