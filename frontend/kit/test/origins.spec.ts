import path from "node:path";
import type { Page } from "@playwright/test";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import type { CloudApi } from "../doubles/cloud-api.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

async function openAt(origin: string, page: Page, folder: string): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ path: path.join(folder, pathname === "/" ? "index.html" : pathname) });
  });
  await page.goto(`${origin}/`);
}

/** Empty if there is no warning. */
async function warning(page: Page): Promise<string> {
  const answered = page.waitForResponse(/\/projects\/v1\/origins/);
  await new MintPageObject(page).connect.click();
  await (await answered).finished();
  await expect(page.getByText("All Wallets")).toBeVisible();
  const alert = page.getByTestId("wui-alertbar-text");
  // The dialog renders the warning in the tasks after the answer. The tests below that expect a warning prove that this
  // wait is long enough.
  await page.evaluate(async () => {
    for (let i = 0; i < 10; i += 1) await new Promise(requestAnimationFrame);
  });
  return (await alert.textContent()) ?? "";
}

/** Keeps results by origin and list, because two tests share some. */
const seen = new Map<string, string>();

async function warningAt(
  origin: string,
  allowedOrigins: readonly string[],
  { page, cloud, folder }: { page: Page; cloud: CloudApi; folder: string },
): Promise<string> {
  const key = JSON.stringify([origin, allowedOrigins]);
  const before = seen.get(key);
  if (before !== undefined) return before;
  cloud.state.allowedOrigins = [...allowedOrigins];
  await openAt(origin, page, folder);
  const shown = await warning(page);
  seen.set(key, shown);
  return shown;
}

const OWN = "https://tickets.example";

test("[K-22] warns at an origin that the project does not allow", async ({
  page,
  cloud,
  features: { folder },
}) => {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  for (const [origin, allowedOrigins] of [
    [OWN, []],
    [OWN, ["https://other.example", "https://tickets.exam"]],
    // One entry is a wildcard for another host, the other a host without a scheme.
    [OWN, ["https://*.tickets.example", "tickets.example"]],
    ["https://tickets.pages.dev.example", []],
  ] as const) {
    cloud.state.allowedOrigins = [...allowedOrigins];
    await openAt(origin, page, folder);
    expect(await warning(page), `${origin} with ${allowedOrigins}`).toBe(
      "Invalid App Configuration",
    );
    expect(logged).toContain(
      `Origin ${origin} not found on Allowlist - update configuration on cloud.reown.com`,
    );
  }
});

test("[K-22] does not warn at an origin that is listed, matches a wildcard, or is allowed by default", async ({
  page,
  cloud,
  features: { folder },
}) => {
  for (const [origin, allowedOrigins] of [
    [OWN, [OWN]],
    ["https://mint.tickets.example", ["https://*.tickets.example"]],
    ["https://tickets.pages.dev", []],
    ["https://tickets.vercel.app", []],
    ["https://tickets.ngrok-free.app", []],
    ["https://secure-mobile.walletconnect.com", []],
    ["https://secure-mobile.walletconnect.org", []],
    ["http://localhost:47113", []],
  ] as const) {
    const shown = await warningAt(origin, allowedOrigins, { page, cloud, folder });
    expect(shown, `${origin} with ${allowedOrigins}`).toBe("");
  }
});

test("[K-41] the ancestors allowed by default are these, and no others that look like them", async ({
  page,
  cloud,
  features: { folder },
}) => {
  const build = { page, cloud, folder };
  for (const origin of [
    "http://localhost:1",
    "http://localhost:65535",
    "https://tickets.pages.dev",
    "https://tickets.vercel.app",
    "https://tickets.ngrok-free.app",
    "https://secure-mobile.walletconnect.com",
    "https://secure-mobile.walletconnect.org",
  ]) {
    expect(await warningAt(origin, [], build), origin).toBe("");
  }
  for (const origin of [
    "https://pages.dev.example",
    "https://vercel.app.tickets.example",
    "https://tickets.ngrok.app",
    "https://secure-mobile.walletconnect.net",
    "https://secure.walletconnect.example",
  ]) {
    expect(await warningAt(origin, [], build), origin).toBe("Invalid App Configuration");
  }
});
