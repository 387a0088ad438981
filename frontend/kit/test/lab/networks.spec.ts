import type { Page } from "@playwright/test";
import { expect, test } from "../support/kit-lab-fixtures.ts";

function listed(page: Page): Promise<string[]> {
  return page.evaluate(() => window.appKit.getCaipNetworks().map(({ name }) => name));
}

function active(page: Page): Promise<string | undefined> {
  return page.evaluate(() => window.appKit.getCaipNetwork()?.name);
}

test.describe("[K-23] networks", () => {
  test("are added once, and offered in the dialog", async ({ lab }) => {
    const { page } = lab;
    await lab.create();
    await page.evaluate(() => {
      const { base, polygon } = window.kitLab.networks;
      for (const network of [polygon, base, polygon, { ...polygon, name: "Polygon again" }]) {
        window.appKit.addNetwork("eip155", network);
      }
    });
    expect(await listed(page)).toEqual(["Ethereum", "Polygon", "Base"]);

    await page.evaluate(() => window.appKit.open({ view: "Networks" }));
    await expect(page.locator("wui-list-network")).toHaveText([/Ethereum/, /Polygon/, /Base/]);
  });

  test("are added only to a chain with an adapter", async ({ lab }) => {
    const { page } = lab;
    await lab.create();
    const refusal = page.evaluate(() => {
      const { solana } = window.kitLab.networks;
      window.appKit.addNetwork("solana", solana as Parameters<typeof window.appKit.addNetwork>[1]);
    });
    await expect(refusal).rejects.toThrow("Adapter for namespace solana doesn't exist");
  });

  test("that are removed don't change the active one", async ({ lab }) => {
    const { page } = lab;
    await lab.create({ networks: ["mainnet", "polygon", "base"] });
    await page.evaluate(() => window.appKit.removeNetwork("eip155", 137));
    expect(await listed(page)).toEqual(["Ethereum", "Base"]);
    expect(await active(page)).toBe("Ethereum");
    await page.evaluate(() => window.appKit.removeNetwork("eip155", 137));
    expect(await listed(page)).toEqual(["Ethereum", "Base"]);
  });

  test("are replaced by the first remaining one if the active one is removed", async ({ lab }) => {
    const { page } = lab;
    await lab.create({ networks: ["mainnet", "polygon", "base"] });
    await page.evaluate(() => window.appKit.switchNetwork(window.kitLab.networks.base));
    expect(await active(page)).toBe("Base");
    await page.evaluate(() => window.appKit.removeNetwork("eip155", 8453));
    expect(await active(page)).toBe("Ethereum");
  });

  test("are replaced by the first remaining one if the first one is active and removed", async ({
    lab,
  }) => {
    const { page } = lab;
    await lab.create({ networks: ["mainnet", "polygon", "base"] });
    await page.evaluate(() => window.appKit.removeNetwork("eip155", 1));
    expect(await listed(page)).toEqual(["Polygon", "Base"]);
    expect(await active(page)).toBe("Polygon");
  });
});

test.describe("[K-23] adapters", () => {
  test("of the active chain are replaced by another chain's first network", async ({ lab }) => {
    const { page } = lab;
    await lab.create({ networks: ["mainnet", "polygon", "solana"] });
    expect(await active(page)).toBe("Ethereum");
    await page.evaluate(() => window.kitLab.controllers.ChainController.removeAdapter("eip155"));
    expect(await active(page)).toBe("Solana");
    expect(await listed(page)).toEqual(["Solana"]);
  });

  test("of another chain are removed without a change", async ({ lab }) => {
    const { page } = lab;
    await lab.create({ networks: ["mainnet", "solana"] });
    await page.evaluate(() => window.kitLab.controllers.ChainController.removeAdapter("solana"));
    expect(await active(page)).toBe("Ethereum");
    expect(await listed(page)).toEqual(["Ethereum"]);
  });
});
