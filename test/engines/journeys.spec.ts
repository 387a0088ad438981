import { noun } from "../../collection.ts";
import { injectedOnly } from "../doubles/wallets/habits.ts";
import type { Chain } from "../e2e/support/chain.ts";
import { headersFor } from "../e2e/support/host-headers.ts";
import { ONE_TICKET, PRICE } from "../e2e/support/page.ts";
import { discounted } from "../support/collection.ts";
import { money } from "../support/money.ts";
import { expect, test } from "./fixtures.ts";
import type { MintTab } from "./mint-tab.ts";
import type { Site } from "./site.ts";

const WALLET = "Careful Wallet";
const ENTRY = /^\/assets\/index-.*\.js$/;

test("takes digits for the quantity, and keeps the last one of anything else", async ({ mint }) => {
  await mint.open();
  await mint.says(money(PRICE));
  const type = async (text: string) => {
    await mint.click("input", "");
    await mint.key("End", ...Array.from({ length: 6 }, () => "Backspace" as const));
    await mint.tab.type(text);
  };
  await type("12");
  await mint.says(money(12n * PRICE));
  await type("1.5");
  await mint.says(money(PRICE));
  await type("00012");
  await mint.says(money(12n * PRICE));
  await type("99");
  await mint.says(money(50n * PRICE));
  expect(await mint.quantity()).toBe("50");
});

test("goes through the order by keys, and shows where they are", async ({ mint }) => {
  await mint.open();
  await mint.says(money(PRICE));
  await mint.click("input", "");
  await mint.key("ArrowUp", "ArrowUp", "ArrowDown");
  expect(await mint.quantity()).toBe("2");
  await mint.says(`you will buy 2 x ${noun}`);
  const focused = () =>
    mint.tab.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null) return "nothing";
      const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
      const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
      const name = activeElement.getAttribute("aria-label") ?? activeElement.textContent;
      return `${name}${ring ? " with a ring" : ""}`;
    });
  await mint.key("Tab");
  expect(await focused()).toBe("Increase quantity with a ring");
  await mint.key("Enter");
  expect(await mint.quantity()).toBe("3");
  await mint.key("Tab");
  expect(await focused()).toBe("Connect Wallet with a ring");
});

test("mints with a code by an announced wallet, shows the pictures, and knows the visitor after a reload", async ({
  mint,
  site,
  chain,
}) => {
  const paid = discounted(3n * PRICE);
  site.wallet.expected = { quantity: 3, affiliateCode: "welcome5", value: paid };
  await mint.open("?a=welcome5&card=Loft");
  await mint.says(money(discounted(PRICE)));
  await mint.says(money(PRICE));
  await mint.says("You are using affiliate code: welcome5");
  await mint.says("you will buy 1 x Loft");
  await mint.press("Increase quantity");
  await mint.press("Increase quantity");
  await mint.says(money(paid));
  await mint.connect(WALLET);
  await mint.press("Mint");
  await mint.says("Transaction successful!");
  await mint.says("Tickets #1 to #3 are yours.");

  const [sale, ...others] = await chain.ticket.queryFilter(chain.ticket.filters.TicketsSold());
  expect(others).toEqual([]);
  expect(sale?.args.to).toBe(site.wallet.address);
  expect(await chain.ticket.totalSupply()).toBe(3n);
  expect(await chain.ticket.affiliateSales("welcome5")).toEqual([true, 1n, 3n, paid]);
  expect(await chain.provider.getBalance(await chain.ticketAddress())).toBe(paid);

  const pictures = () =>
    mint.tab.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>(".pictures img")].map((picture) => {
        picture.scrollIntoView();
        return `${picture.alt}, ${picture.naturalWidth > 0 ? "drawn" : "not drawn"}`;
      }),
    );
  await expect.poll(pictures).toEqual(["Ticket #1, drawn", "Ticket #2, drawn", "Ticket #3, drawn"]);
  await mint.tab.reload();
  await mint.says(`Connected as ${site.wallet.address}`);
  expect(await chain.ticket.totalSupply()).toBe(3n);
});

test("shows the new price on the way back to the page", async ({ mint, site, chain }) => {
  await mint.open();
  await mint.says(money(PRICE));
  await mint.tab.goto(`${site.url}test/elsewhere.html`);
  await (await chain.ticket.setTicketPrice(2n * PRICE)).wait();
  await mint.tab.back();
  await mint.says(money(2n * PRICE));
});

test("follows in a second tab what the first one has sent", async ({
  mint,
  newTab,
  site,
  chain,
}) => {
  site.wallet.expected = { quantity: 2, affiliateCode: null, value: 2n * PRICE };
  await mint.open();
  await mint.press("Increase quantity");
  await mint.connect(WALLET);
  await chain.provider.send("evm_setAutomine", [false]);
  try {
    await mint.press("Mint");
    await mint.says("Sent. Waiting for the network");
    const second = await newTab();
    await second.open();
    await second.says("Sent. Waiting for the network");
    await chain.provider.send("evm_mine", []);
    await second.says("Tickets #1 to #2 are yours.");
    await mint.says("Tickets #1 to #2 are yours.");
  } finally {
    await chain.provider.send("evm_setAutomine", [true]);
  }
  expect(await chain.ticket.totalSupply()).toBe(2n);
});

test("fits in a narrow window with letters of twice the size", async ({ openWith }) => {
  const mint = await openWith({ size: { width: 360, height: 640 }, letters: 32 });
  await mint.open("?a=welcome5");
  await mint.says(money(discounted(PRICE)));
  const { letters, width, content, outside } = await mint.tab.evaluate(() => ({
    letters: getComputedStyle(document.documentElement).fontSize,
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
    outside: [...document.querySelectorAll(".card *:not(.visually-hidden)")]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const card = element.closest(".card")?.getBoundingClientRect();
        const shown = element.getClientRects().length > 0;
        return shown && card !== undefined && (left < card.left || right > card.right);
      })
      .map((element) => `${element.tagName}.${element.className}`),
  }));
  expect(letters).toBe("32px");
  expect(width).toBeLessThan(500);
  expect(content).toBeLessThanOrEqual(width);
  expect(outside).toEqual([]);
});

for (const dark of [false, true]) {
  test(`has its colours and its picture of the ${dark ? "night" : "day"}`, async ({ openWith }) => {
    const mint = await openWith({ size: { width: 1280, height: 900 }, dark });
    await mint.open();
    await mint.says(money(PRICE));
    const brightness = () =>
      mint.tab.evaluate(() => {
        const picture = document.querySelector<HTMLImageElement>(".hero-picture");
        const drawing = document.createElement("canvas").getContext("2d");
        if (!picture?.complete || drawing === null) return [];
        drawing.drawImage(picture, 0, 0);
        const [alpha, ...sky] = [...drawing.getImageData(5, 5, 1, 1).data].reverse();
        if (alpha !== 255) return [];
        const page = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
        return [sky, page.map(Number)].map(
          ([red = 0, green = 0, blue = 0]) => (red + green + blue) / 3,
        );
      });
    await expect.poll(brightness).toHaveLength(2);
    for (const each of await brightness()) {
      if (dark) expect(each).toBeLessThan(64);
      else expect(each).toBeGreaterThan(192);
    }
  });
}

test("says that it could not start if its program is refused", async ({ mint, site, chain }) => {
  site.visitor.refused = ENTRY;
  site.visitor.allowed = /assets.index-/;
  await mint.open();
  await mint.says("This page could not start");
  await mint.says(await chain.ticketAddress());
  await mint.saysNot("Connect Wallet");
});

test("mints without a code by an injected wallet", async ({ mint, site, chain }) => {
  site.reset([injectedOnly]);
  await expectSale(mint, site, chain, "Browser Wallet");
});

test("sells while the browser denies its storage", async ({ engine, openWith, site, chain }) => {
  site.visitor.denyStorage = engine.name !== "Firefox";
  const mint = await openWith({ size: { width: 1280, height: 900 }, storageDenied: true });
  await expectSale(mint, site, chain);
});

test("sells under the host's policy, with trusted types", async ({ mint, site, world, chain }) => {
  site.visitor.headersOf = await headersFor(world.folder);
  await expectSale(mint, site, chain);
});

async function expectSale(mint: MintTab, { wallet }: Site, chain: Chain, name = WALLET) {
  wallet.expected = ONE_TICKET;
  await mint.open();
  await mint.connect(name);
  await mint.press("Mint");
  await mint.says("Ticket #1 is yours.");
  const [sale] = await chain.ticket.queryFilter(chain.ticket.filters.TicketsSold());
  expect(sale?.args.to).toBe(wallet.address);
  expect(sale?.args.paid).toBe(PRICE);
}
