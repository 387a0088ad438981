import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { CloudApi } from "../../../frontend/kit/doubles/cloud-api.ts";
import { InjectedWallet } from "../../doubles/wallets/injected-wallet.ts";
import { discounted } from "../../support/collection.ts";
import { money } from "../../support/money.ts";
import { ROOT } from "../../support/process.ts";
import { advancingClock } from "../support/clock.ts";
import { expect, test } from "../support/fixtures.ts";
import { PROJECT_ID } from "../support/mainnet-build.ts";
import { PRICE } from "../support/page.ts";

/** Compares docs/privacy.md with the page's requests and storage, in both directions. */

interface Asked {
  readonly request: string;
  readonly parameters: readonly string[];
}

function listen(page: Page, own: readonly string[]) {
  const asked: Asked[] = [];
  const refused: string[] = [];
  const note = (method: string, address: string) => {
    const url = new URL(address);
    if (["data:", "blob:"].includes(url.protocol) || own.includes(url.origin)) return;
    asked.push({
      request: `${method} ${url.origin}${url.pathname}`,
      parameters: [...url.searchParams.keys()],
    });
  };
  // Playwright reports a request that the policy blocks only when it ends.
  page.on("requestfinished", (request) => note(request.method(), request.url()));
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText === "csp") refused.push(new URL(request.url()).origin);
    else note(request.method(), request.url());
  });
  // Playwright doesn't report a WebSocket that a test double answers.
  page.on("websocket", (socket) => note("WSS", socket.url()));
  return { asked, refused, note };
}

interface Listed {
  readonly text: string;
  readonly pattern: RegExp;
  readonly parameters: readonly string[];
}

const code = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inner = ""]) => inner);

function pattern(template: string): RegExp {
  const parts = template
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^?]+")}$`);
}

async function readPaper() {
  const paper = await readFile(path.join(ROOT, "docs/privacy.md"), "utf8");
  const part = (heading: string) => paper.split(/^## /m).find((text) => text.startsWith(heading));
  const requests = (part("After a click on Connect") ?? "")
    .split("\n")
    .filter((line) => /^\| `(GET|POST|WSS) /.test(line))
    .map((line): Listed => {
      const [, request = "", parameters = ""] = line.split("|");
      const [text = ""] = code(request);
      return { text, pattern: pattern(text), parameters: code(parameters) };
    });
  const kept = (part("What the browser keeps") ?? "")
    .split("\n")
    .filter((line) => line.startsWith("- "))
    // A name ends at the first backtick with colon and space, because it may itself contain colons.
    .flatMap((line) => code(line.slice(0, line.indexOf("`: ") + 1)));
  return { requests, kept };
}

test("asks no third party before Connect is pressed; requests and stores afterwards exactly what docs/privacy.md lists", async ({
  page,
  mint,
  mainnet: { url, chain, rpc },
  telephone,
  relay,
}) => {
  await page.clock.install();
  const cloud = new CloudApi(PROJECT_ID);
  await cloud.serve(page);
  const { asked, refused, note } = listen(page, [new URL(url).origin, rpc.url]);
  const inBrowser = await InjectedWallet.install(page, chain, { chainId: 1, accountIndex: 3 });
  const onTelephone = await telephone();
  const keys = new Set<string>();
  await page.exposeFunction("noteKey", (key: string) => keys.add(key));
  await page.addInitScript(noteStoredKeys);
  const kitArrived = page.waitForResponse(/\/assets\/kit-(?!icons)/);
  await mint.open("?a=welcome5&card=Loft");

  await test.step("before Connect is pressed", async () => {
    await expect(page.getByText(money(discounted(PRICE)))).toBeVisible();
    await mint.quantity.fill("3");
    await expect(page.getByText(money(discounted(3n * PRICE)))).toBeVisible();
    await mint.connect.hover();
    await mint.connect.focus();
    await (await kitArrived).finished();
    await page.getByRole("button", { name: "Decrease quantity" }).click();
    await expect(page.getByText(money(discounted(2n * PRICE)))).toBeVisible();
    await expect(page.locator("w3m-modal")).toBeAttached();
    expect([...asked, ...refused]).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    await mint.quantity.fill("1");
  });

  await mint.connect.click();
  await mint.dialog.getByText("All Wallets").click();
  await mint.dialog.getByRole("searchbox").fill("phone");
  await expect.poll(() => cloud.to("wallets").some(({ query }) => query.search)).toBe(true);
  await page.keyboard.press("Escape");
  await mint.connectWith(inBrowser.name);
  await expect(page.getByText(inBrowser.address)).toBeVisible();
  await expect.poll(() => cloud.to("identity").length).toBeGreaterThan(0);
  const beforeReturning = asked.length;
  await page.reload();
  await expect(page.getByText(inBrowser.address)).toBeVisible();
  await expect
    .poll(() => asked.length, "requests of a visitor who comes back connected")
    .toBeGreaterThan(beforeReturning);
  await mint.disconnect();
  await page.reload();

  await onTelephone.pair(await mint.openQrCode());
  await expect(page.getByText(onTelephone.address)).toBeVisible();
  onTelephone.expected = { quantity: 1, affiliateCode: "welcome5", value: discounted(PRICE) };
  await mint.mint.click();
  await expect(mint.success).toContainText("Transaction successful!");
  await chain.confirm();
  await advancingClock(page)(async () =>
    expect([...keys].some((key) => key.startsWith("settled-purchase:"))).toBe(true),
  );
  for (const key of await databaseKeys(page)) keys.add(key);
  for (const address of relay.dialled) note("WSS", address);

  const paper = await readPaper();
  expect(paper.requests.length).toBeGreaterThan(5);
  for (const { text, pattern, parameters } of paper.requests) {
    const those = asked.filter(({ request }) => pattern.test(request));
    expect(those.length, `requests of ${text}`).toBeGreaterThan(0);
    const sent = new Set(those.flatMap((one) => one.parameters));
    expect([...sent].sort(), `parameters of ${text}`).toEqual([...parameters].sort());
  }
  const unlisted = asked.filter(
    ({ request }) => !paper.requests.some((row) => row.pattern.test(request)),
  );
  expect(unlisted, "requests that the paper does not list").toEqual([]);
  expect([...new Set(refused)], "origins that the page's policy blocks").toEqual([]);

  const kept = paper.kept.map((template) => ({ template, pattern: pattern(template) }));
  const unknown = [...keys].filter((key) => !kept.some(({ pattern }) => pattern.test(key)));
  expect(unknown, "stored, but not listed in the paper").toEqual([]);
  const gone = kept.filter(({ pattern }) => ![...keys].some((key) => pattern.test(key)));
  expect(gone, "listed in the paper, but not stored").toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(cloud.violations, "invalid requests to the kit's servers").toEqual([]);
});

function noteStoredKeys() {
  const { noteKey } = window as unknown as { noteKey: (key: string) => void };
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    noteKey(key);
    setItem.call(this, key, value);
  };
}

/** Playwright's types omit the databases. */
interface Origin {
  readonly indexedDB: readonly {
    readonly name: string;
    readonly stores: readonly { readonly records: readonly { readonly key: unknown }[] }[];
  }[];
}

async function databaseKeys(page: Page): Promise<string[]> {
  const { origins } = await page.context().storageState({ indexedDB: true });
  return (origins as unknown as readonly Origin[])
    .flatMap(({ indexedDB }) => indexedDB)
    .flatMap(({ name, stores }) => [
      name,
      ...stores.flatMap(({ records }) => records.map(({ key }) => String(key))),
    ]);
}
