import type { Route } from "@playwright/test";
import { expect, test } from "../support/kit-lab-fixtures.ts";

interface RpcCall {
  readonly id: number;
  readonly method: string;
}

const ENDPOINT = "https://rpc.example/";

/** CORS: lets the page read another origin's answer. */
const HEADERS = { "access-control-allow-origin": "*" };

async function answer(route: Route, body: unknown): Promise<void> {
  if (route.request().method() === "OPTIONS") {
    const allowed = { ...HEADERS, "access-control-allow-headers": "*" };
    return await route.fulfill({ status: 204, headers: allowed });
  }
  await route.fulfill({ headers: HEADERS, json: body });
}

test.describe("[K-30] the kit's transport", () => {
  test("puts at most 1000 calls into a batch", async ({ lab: { page } }) => {
    const batches: number[] = [];
    await page.route(ENDPOINT, async (route) => {
      const calls = (route.request().postDataJSON() ?? []) as RpcCall[];
      if (calls.length > 0) batches.push(calls.length);
      await answer(
        route,
        calls.map(({ id }) => ({ jsonrpc: "2.0", id, result: "0x1" })),
      );
    });
    const results = await page.evaluate(async (url) => {
      const { networks, utils, viem } = window.kitLab;
      // AppKit's own endpoint does not serve this chain, so only the test's endpoint answers.
      const network = { ...networks.mainnet, id: 31337, caipNetworkId: "eip155:31337" } as const;
      const transport = utils.CaipNetworksUtil.getViemTransport(
        { ...network, chainNamespace: "eip155", assets: { imageId: "", imageUrl: "" } },
        "0",
        [{ url, config: { batch: true } }],
      );
      const client = viem.createPublicClient({ transport });
      return await Promise.all(
        Array.from({ length: 1_001 }, (_, block) =>
          client.getBalance({ address: `0x${"11".repeat(20)}`, blockNumber: BigInt(block) }),
        ),
      ).then((balances) => balances.length);
    }, ENDPOINT);
    expect(results).toBe(1_001);
    expect(batches.sort((a, b) => b - a)).toEqual([1_000, 1]);
  });

  test("deduplicates up to 8192 pending requests, and evicts the oldest", async ({
    lab: { page },
  }) => {
    const sent = await page.evaluate(() => {
      const { custom } = window.kitLab.viem;
      const askedAgain = (open: number) => {
        let requests = 0;
        const never = {
          request() {
            requests += 1;
            return new Promise(() => undefined);
          },
        };
        const { request } = custom(never)({});
        const ask = (block: number) =>
          void request({ method: "eth_getBlockByNumber", params: [block] }, { dedupe: true });
        for (let block = 0; block < open; block += 1) ask(block);
        ask(0);
        return requests - open;
      };
      // Each count starts after the earlier requests, because pending requests stay in the cache.
      return [askedAgain(8_192), askedAgain(8_193)];
    });
    expect(sent).toEqual([0, 1]);
  });

  test("compares endpoints every 4 s", async ({ lab: { page } }) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(600_000);
    await page.evaluate(() => {
      const { custom, fallback } = window.kitLab.viem;
      Object.assign(window, { pings: 0 });
      const endpoint = custom({
        async request() {
          (window as unknown as { pings: number }).pings += 1;
          return true;
        },
      });
      fallback([endpoint, endpoint], { rank: true })({});
    });
    const pings = () => page.evaluate(() => (window as unknown as { pings: number }).pings);
    expect(await pings()).toBe(2);
    await page.clock.runFor(3_999);
    expect(await pings()).toBe(2);
    await page.clock.runFor(1);
    expect(await pings()).toBe(4);
  });

  // Speed weighs 0.3 and reliability 0.7. The slow endpoint never fails: 0.3 * 0 + 0.7 * 1 = 0.70. The fast one takes a
  // tenth of the time: with 3 failures of 10 it has 0.3 * 0.9 + 0.7 * 0.7 = 0.76, with 4 it has 0.69.
  for (const [failures, preferred] of [
    [3, "fast"],
    [4, "slow"],
  ] as const) {
    test(`prefers the ${preferred} endpoint after ${failures} failures in the last 10 samples`, async ({
      lab: { page },
    }) => {
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(600_000);
      await page.evaluate((failing) => {
        const { custom, fallback } = window.kitLab.viem;
        const served: string[] = [];
        let samples = 0;
        const endpoint = (name: string, delay: number, fails: () => boolean) =>
          custom({
            async request({ method }: { method: string }) {
              if (method !== "net_listening") {
                served.push(name);
                return "0x1";
              }
              const failed = fails();
              await new Promise((resolve) => setTimeout(resolve, delay));
              if (failed) throw new Error("unavailable");
              return true;
            },
          });
        // In these samples both endpoints fail, but the samples are too old to count.
        const slow = endpoint("slow", 1_000, () => samples <= 5);
        const fast = endpoint("fast", 100, () => {
          samples += 1;
          return samples <= 5 + failing;
        });
        const transport = fallback([fast, slow], { rank: true })({});
        Object.assign(window, { served, transport });
      }, failures);

      // 15 samples of 1 s each, 4 s apart. The last 10 count.
      await page.clock.runFor(15 * 5_000 - 1);
      const served = await page.evaluate(async () => {
        const { transport, served } = window as unknown as {
          transport: { request(call: { method: string }): Promise<unknown> };
          served: string[];
        };
        await transport.request({ method: "eth_blockNumber" });
        return served;
      });
      expect(served).toEqual([preferred]);
    });
  }
});

test.describe("[K-31] an error code", () => {
  const NAMES: Readonly<Record<number, string>> = {
    [-32_700]: "ParseRpcError",
    [-32_600]: "InvalidRequestRpcError",
    [-32_601]: "MethodNotFoundRpcError",
    [-32_602]: "InvalidParamsRpcError",
    [-32_603]: "InternalRpcError",
    [-32_000]: "InvalidInputRpcError",
    [-32_001]: "ResourceNotFoundRpcError",
    [-32_002]: "ResourceUnavailableRpcError",
    [-32_003]: "TransactionRejectedRpcError",
    [-32_004]: "MethodNotSupportedRpcError",
    [-32_005]: "LimitExceededRpcError",
    [-32_006]: "JsonRpcVersionUnsupportedError",
    4001: "UserRejectedRequestError",
    4100: "UnauthorizedProviderError",
    4200: "UnsupportedProviderMethodError",
    4900: "ProviderDisconnectedError",
    4901: "ChainDisconnectedError",
    4902: "SwitchChainError",
    5000: "UserRejectedRequestError",
    5700: "UnsupportedNonOptionalCapabilityError",
    5710: "UnsupportedChainIdError",
    5720: "DuplicateIdError",
    5730: "UnknownBundleIdError",
    5740: "BundleTooLargeError",
    5750: "AtomicReadyWalletRejectedUpgradeError",
    5760: "AtomicityNotSupportedError",
    // The specification does not list this code.
    4999: "UnknownRpcError",
  };

  test("of an endpoint gets its name", async ({ lab: { page } }) => {
    await page.route(ENDPOINT, async (route) => {
      const { id, method } = (route.request().postDataJSON() ?? {}) as RpcCall;
      const error = { code: Number(method?.replace("fail_", "")), message: "no" };
      await answer(route, { jsonrpc: "2.0", id, error });
    });
    const names = await page.evaluate(
      async ({ url, codes }) => {
        const { request } = window.kitLab.viem.http(url, { retryCount: 0 })({});
        const named = codes.map(async (code) => {
          const error = await request({ method: `fail_${code}` }).catch((reason) => reason);
          return [code, (error as Error).name] as const;
        });
        return Object.fromEntries(await Promise.all(named));
      },
      { url: ENDPOINT, codes: Object.keys(NAMES).map(Number) },
    );
    // For an unknown code viem keeps the request's own error.
    expect(names).toEqual({ ...NAMES, 4999: "RpcRequestError" });
  });

  test("of a wallet gets its name", async ({ lab: { page } }) => {
    const names = await page.evaluate(async (codes) => {
      const { custom } = window.kitLab.viem;
      const wallet = {
        request: ({ method }: { method: string }) =>
          Promise.reject({ code: Number(method.replace("fail_", "")), message: "no" }),
      };
      const { request } = custom(wallet, { retryCount: 0 })({});
      const named = codes.map(async (code) => {
        const error = await request({ method: `fail_${code}` }).catch((reason) => reason);
        return [code, (error as Error).name] as const;
      });
      return Object.fromEntries(await Promise.all(named));
    }, Object.keys(NAMES).map(Number));
    expect(names).toEqual(NAMES);
  });
});
