import type { Page, Route } from "@playwright/test";
import type {} from "../lab/main.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

const ENDPOINT = "https://rpc.example";

/** CORS: lets the page read another origin's whole answer. */
const READABLE = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-expose-headers": "*",
};

type RpcAnswer =
  | { readonly result: string }
  | { readonly error: { code: number; message: string } };

async function answer(route: Route, rpc: RpcAnswer): Promise<void> {
  const { id } = route.request().postDataJSON() as { id: number };
  await route.fulfill({ headers: READABLE, json: { jsonrpc: "2.0", id, ...rpc } });
}

async function ask(page: Page): Promise<void> {
  await page.evaluate((url) => {
    const timers: (number | undefined)[] = [];
    const { setTimeout } = window;
    window.setTimeout = ((callback: () => void, ms?: number) => {
      timers.push(ms);
      return setTimeout(callback, ms);
    }) as typeof setTimeout;
    const { networks, utils, viem } = window.kitLab;
    // AppKit's own endpoint does not serve this chain, so only the test's endpoint answers.
    const network = {
      ...networks.mainnet,
      id: 31337,
      caipNetworkId: "eip155:31337",
      chainNamespace: "eip155",
      assets: { imageId: "", imageUrl: "" },
      rpcUrls: { default: { http: [] } },
    } as const;
    const transport = utils.CaipNetworksUtil.getViemTransport(network, "0", [{ url }]);
    const outcome = { text: "open" };
    Object.assign(window, { outcome, timers });
    viem
      .createPublicClient({ transport })
      .getBlockNumber()
      .then(
        (block) => Object.assign(outcome, { text: `block ${block}` }),
        (error: Error) => Object.assign(outcome, { text: error.name }),
      );
  }, `${ENDPOINT}/`);
}

const outcome = (page: Page) =>
  page.evaluate(() => (window as unknown as { outcome: { text: string } }).outcome.text);

/** Waits until the page has read the answer, because its timer would otherwise start too late. */
async function waitsFor(page: Page, ms: number): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { timers: number[] }).timers))
    .toContain(ms);
}

test.describe("[K-24] the kit's transport", () => {
  test("retries three times, first after 150 ms and then with the pause doubled", async ({
    page,
    kitLab,
  }) => {
    let attempts = 0;
    await page.route(`${ENDPOINT}/**`, async (route) => {
      attempts += 1;
      await route.fulfill({ status: 503, headers: READABLE });
    });
    await page.clock.install();
    await page.goto(kitLab.url);
    await page.clock.pauseAt(Date.now() + 60_000);
    await ask(page);
    for (const [index, pause] of [150, 300, 600].entries()) {
      await waitsFor(page, pause);
      expect(attempts).toBe(index + 1);
      await page.clock.runFor(pause - 1);
      expect(attempts, `just before ${pause} ms have passed`).toBe(index + 1);
      await page.clock.runFor(1);
    }
    await expect.poll(() => attempts).toBe(4);
    await expect.poll(() => outcome(page)).toBe("HttpRequestError");
    await page.clock.runFor(60_000);
    expect(attempts).toBe(4);
  });

  test("waits as long as Retry-After says", async ({ page, kitLab }) => {
    let attempts = 0;
    await page.route(`${ENDPOINT}/**`, async (route) => {
      attempts += 1;
      if (attempts > 1) return await answer(route, { result: "0x2a" });
      await route.fulfill({ status: 429, headers: { ...READABLE, "retry-after": "7" } });
    });
    await page.clock.install();
    await page.goto(kitLab.url);
    await page.clock.pauseAt(Date.now() + 60_000);
    await ask(page);
    await waitsFor(page, 7_000);
    await page.clock.runFor(6_999);
    expect(attempts).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => outcome(page)).toBe("block 42");
  });

  test("gives an endpoint 10 s to answer", async ({ page, kitLab }) => {
    const failed: string[] = [];
    let attempts = 0;
    page.on("requestfailed", (request) => failed.push(request.url()));
    await page.route(`${ENDPOINT}/**`, async (route) => {
      attempts += 1;
      if (attempts > 1) await answer(route, { result: "0x2a" });
    });
    await page.clock.install();
    await page.goto(kitLab.url);
    await page.clock.pauseAt(Date.now() + 60_000);
    await ask(page);
    await expect.poll(() => attempts).toBe(1);
    await page.clock.runFor(9_999);
    expect(await outcome(page)).toBe("open");
    expect(failed).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => failed).toEqual([`${ENDPOINT}/`]);
    await waitsFor(page, 150);
    await page.clock.runFor(150);
    await expect.poll(() => outcome(page)).toBe("block 42");
  });

  test("retries after exactly these answers", async ({ page, kitLab }) => {
    const statuses = {
      retried: [403, 408, 413, 429, 500, 502, 503, 504],
      final: [400, 401, 404, 410, 501],
    };
    const codes = { retried: [-1, -32005, -32603], final: [-32700, -32601, -32000, 3] };
    const attempts: Record<string, number> = {};
    await page.route(`${ENDPOINT}/**`, async (route) => {
      const what = new URL(route.request().url()).pathname.slice(1);
      attempts[what] = (attempts[what] ?? 0) + 1;
      const [kind, number] = what.split("/");
      if (kind === "status") {
        await route.fulfill({ status: Number(number), headers: READABLE });
      } else {
        await answer(route, { error: { code: Number(number), message: "no" } });
      }
    });
    await page.goto(kitLab.url);
    const given = [
      ...[...statuses.retried, ...statuses.final].map((status) => `status/${status}`),
      ...[...codes.retried, ...codes.final].map((code) => `code/${code}`),
    ];
    await page.evaluate(
      async ({ endpoint, paths }) => {
        const { http } = window.kitLab.viem;
        await Promise.allSettled(
          paths.map((path) =>
            http(`${endpoint}/${path}`)({}).request({ method: "eth_blockNumber" }),
          ),
        );
      },
      { endpoint: ENDPOINT, paths: given },
    );
    const expected = (kind: string, numbers: readonly number[], count: number) =>
      numbers.map((number) => [`${kind}/${number}`, count] as const);
    expect(attempts).toEqual(
      Object.fromEntries([
        ...expected("status", statuses.retried, 4),
        ...expected("status", statuses.final, 1),
        ...expected("code", codes.retried, 4),
        ...expected("code", codes.final, 1),
      ]),
    );
  });
});
