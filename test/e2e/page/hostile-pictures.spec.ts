import type { Page } from "@playwright/test";
import { AbiCoder, parseEther } from "ethers";
import { money } from "../../support/money.ts";
import { openRestored } from "../support/connected-page.ts";
import { expect, type MainnetStack, test } from "../support/fixtures.ts";
import type { MintPageObject } from "../support/page.ts";
import { answerRpc } from "../support/rpc-answer.ts";

/** A renderer, or an endpoint, that answers with pictures that would exhaust the browser. */

const TOKEN_URI = "0xc87b56dd";

/** A hundred million shapes, in some two thousand characters. */
const USES = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><defs><path id="a0" d="M0 0h320v320z"/>${Array.from(
  { length: 8 },
  (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
).join("")}</defs><use href="#a8"/></svg>`;

const ENTITIES = `<!DOCTYPE svg [<!ENTITY a0 "<path d='M0 0h9'/>">${Array.from(
  { length: 6 },
  (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
).join("")}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">&a6;</svg>`;

const FILTERS = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><filter id="f">${'<feTurbulence baseFrequency="9" numOctaves="200"/><feMorphology radius="200"/>'.repeat(
  20,
)}</filter><path filter="url(#f)" d="M0 0h320v320H0z"/></svg>`;

function metadata(svg: string): string {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const image = `data:image/svg+xml;base64,${base64(svg)}`;
  const uri = `data:application/json;base64,${base64(JSON.stringify({ image }))}`;
  return AbiCoder.defaultAbiCoder().encode(["string"], [uri]);
}

/** Answers the chain's reads of pictures. @returns how many there were */
async function drawInstead(page: Page, { rpc }: MainnetStack, svg: string) {
  const asked = { times: 0 };
  await page.route(`${rpc.url}/`, async (route) => {
    if (!route.request().postData()?.includes(TOKEN_URI)) return route.continue();
    asked.times += 1;
    await answerRpc(route, { result: metadata(svg) });
  });
  return asked;
}

async function buyOne(page: Page, { url, chain }: MainnetStack): Promise<MintPageObject> {
  const { wallet, mint } = await openRestored(page, url, chain);
  wallet.expected = { quantity: 1, affiliateCode: null, value: parseEther("0.05") };
  await mint.mint.click();
  return mint;
}

for (const [title, svg] of [
  ["uses of uses", USES],
  ["entities of entities", ENTITIES],
  ["filters over filters", FILTERS],
] as const) {
  test(`shows the purchase in words, and stays usable, if its picture is made of ${title}`, async ({
    page,
    mainnet,
  }) => {
    const asked = await drawInstead(page, mainnet, svg);
    const given = page.waitForEvent("console", (message) =>
      message.text().startsWith("The pictures could not be read"),
    );
    const mint = await buyOne(page, mainnet);
    await expect(mint.success).toContainText("Ticket #1 is yours.");
    await given;
    expect(asked.times).toBeGreaterThan(0);
    await expect(page.getByRole("img", { name: /Ticket #/ })).toHaveCount(0);
    // The page is responsive: its clock runs, and a press works.
    await mint.quantity.fill("2");
    await expect(page.getByText(money(parseEther("0.1")))).toBeVisible();
  });
}

test("shows the picture that the contract draws", async ({ page, mainnet }) => {
  const mint = await buyOne(page, mainnet);
  await expect(mint.success).toContainText("Ticket #1 is yours.");
  const picture = page.getByRole("img", { name: "Ticket #1" });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});
