import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { headersFor } from "../../../test/e2e/support/host-headers.ts";
import { serveStatic } from "../../../test/support/static-server.ts";
import { ETHER_BALANCE } from "../doubles/balances.ts";
import { expect, test } from "./support/cloud-fixtures.ts";
import { EmbeddedLogin } from "./support/embedded-login.ts";

test("with every feature on, neither the page's policy nor its host's blocks any part of the dialog", async ({
  page,
  cloud,
  embedded,
  features: { folder },
}) => {
  cloud.state.balances = [ETHER_BALANCE];
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|permissions policy|trusted/i.test(message.text())) {
      refused.push(message.text());
    }
  });
  const picture = page.waitForRequest("https://tokens.example/eth.png");
  const server = await serveStatic(folder, { headersOf: await headersFor(folder) });
  await EmbeddedLogin.remembered(page, server.url, embedded);
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await expect(page.locator("wui-list-token")).toContainText("Ether");
  await picture;
  for (const [button, view] of [
    ["wallet-features-swaps-button", "w3m-swap-view"],
    ["wallet-features-send-button", "w3m-wallet-send-view"],
    ["wallet-features-receive-button", "w3m-wallet-receive-view"],
    ["wallet-features-onramp-button", "w3m-onramp-providers-view"],
  ] as const) {
    await page.getByTestId(button).click();
    await expect(page.locator(view)).toBeVisible();
    await page.locator("w3m-header #dynamic").click();
    await expect(page.getByTestId(button)).toBeVisible();
  }
  await page.getByRole("button", { name: "Activity" }).click();
  await expect(page.getByText("No activity yet")).toBeVisible();

  const harmless = /^Executing inline event handler/;
  expect(refused.filter((text) => !harmless.test(text))).toEqual([]);
  await server.close();
});

test("features that are turned on add nothing to the page's first load", async ({
  mainnetStack,
  featuresStack,
}) => {
  const firstLoad = async (folder: string) => {
    const html = await readFile(path.join(folder, "index.html"), "utf8");
    const entries = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)];
    const sizes = entries.map(async ([, file = ""]) => {
      const code = await readFile(path.join(folder, file), "utf8");
      // Ignores a chunk's list of files, because a build with features has one more file.
      return code.replaceAll(/\b__vite__mapDeps\(\[[\d,]*\]\)/g, "").length;
    });
    return await Promise.all(sizes);
  };
  const withFeatures = await firstLoad(featuresStack.folder);
  expect(withFeatures.length).toBeGreaterThan(0);
  expect(withFeatures).toEqual(await firstLoad(mainnetStack.folder));
});

test("only a build with features has the patches of their code", async ({
  mainnetStack,
  featuresStack,
}) => {
  // These texts of three patches survive a minifier, and AppKit has none of them.
  const traces = ["Malformed answer to", "sendAppEvent", "super.post("];
  const foundIn = async (folder: string) => {
    const files = (await readdir(folder, { recursive: true })).filter((file) =>
      file.endsWith(".js"),
    );
    const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
    return traces.filter((trace) => texts.some((text) => text.includes(trace)));
  };
  expect(await foundIn(featuresStack.folder)).toEqual(traces);
  expect(await foundIn(mainnetStack.folder)).toEqual([]);
});
