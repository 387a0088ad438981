import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "chai";
import { name, size } from "../../../collection.ts";
import { currencyOf } from "../../../networks.ts";
import { browserLaunchOptions } from "../../../scripts/dev/browser.ts";
import { grouped } from "../../../scripts/tasks/cli/amounts.ts";
import type {
  DashboardFigures,
  Sales,
} from "../../../scripts/tasks/dashboard/dashboard-figures.ts";
import { dashboardPage } from "../../../scripts/tasks/dashboard/dashboard-page.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import type { RpcRequest } from "../../doubles/rpc/rpc-proxy.ts";
import { startHttpServer } from "../../support/http-server.ts";
import { printed } from "../support/money.ts";
import { forgetKept } from "../support/project.ts";
import { useSale } from "../support/sale.ts";

const HOSTILE = `</td><script>document.title="owned"</script><img src=x onerror="document.title='owned'">`;
const MARKUP_CODE = `<b onclick=alert(1)>&amp;"'</b>`;

/** Runs axe-core from a string, because these tests' types lack the DOM. */
async function judge(page: Page) {
  await page.evaluate(`${axe.source}; undefined`);
  const { violations, passes } = (await page.evaluate("axe.run()")) as axe.AxeResults;
  return {
    violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    passed: passes.map(({ id }) => id),
  };
}

function someFigures(): DashboardFigures & { readonly sales: Sales } {
  const day = (number: number) => new Date(Date.UTC(2026, 10, number));
  const sum = (purchases: number, tickets: number) => ({
    purchases,
    tickets,
    paid: BigInt(tickets) * 10n ** 16n,
  });
  return {
    network: "base",
    address: "0x00000000000000000000000000000000000A11cE",
    currency: currencyOf(8453),
    block: 1_234_567,
    time: day(9),
    sold: 100,
    sales: {
      all: sum(30, 100),
      withoutCode: sum(10, 20),
      affiliates: [
        { code: "alice", name: HOSTILE, active: true, ...sum(15, 60) },
        { code: MARKUP_CODE, name: "", active: false, ...sum(5, 20) },
        { code: "a".repeat(32), name: "", active: true, ...sum(0, 0) },
      ],
      intervals: [1, 2, 3].map((number) => ({
        from: day(number),
        to: day(number + 1),
        ...sum(10, 30),
      })),
      byQuantity: [1, 2, 50].map((quantity) => ({ quantity, ...sum(3, 3 * quantity) })),
      payments: [1, 2, 3].map((number) => ({ time: day(number), paid: 10n ** 17n })),
    },
    missing: [],
    withdrawals: [
      {
        time: day(4),
        to: "0x0000000000000000000000000000000000000B0b",
        amount: 10n ** 17n,
        transactionHash: `0x${"ab".repeat(32)}`,
      },
    ],
    balance: 9n * 10n ** 17n,
    holders: [40, 4, 1].map((tickets, i) => ({ address: `0x${String(i).repeat(40)}`, tickets })),
  };
}

describe("A dashboard", () => {
  let folder: string;
  let browser: Browser;

  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(path.join(tmpdir(), "dashboard-"));
    browser = await chromium.launch(await browserLaunchOptions());
  });

  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  async function opened(text: string, width = 1280, colorScheme: "light" | "dark" = "light") {
    const file = path.join(folder, "page.html");
    await writeFile(file, text);
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const { href } = pathToFileURL(file);
    await page.goto(href, { waitUntil: "networkidle" });
    return { page, requests: requests.filter((url) => url !== href) };
  }

  const openTables = (page: Page) =>
    page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
  const sideways = (page: Page) =>
    page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

  it("makes no request, by a policy that would refuse it", async () => {
    const text = dashboardPage(someFigures());
    expect(text).to.contain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
    const { page, requests } = await opened(text);
    await page.close();
    expect(requests).to.deep.equal([]);

    // Counts on a server, because Chromium also reports requests that the policy blocked.
    const asked: string[] = [];
    const server = await startHttpServer(({ url }, response) => {
      asked.push(url ?? "");
      response.end();
    });
    const planted = text.replace(
      "<main>",
      `<main><img src="http://127.0.0.1:${server.port}/x.png">`,
    );
    await (await opened(planted)).page.close();
    expect(asked).to.deep.equal([]);
    await (await opened(planted.replace(/<meta http-equiv[^>]*>/, ""))).page.close();
    expect(asked).to.deep.equal(["/x.png"]);
    await server.close();
  });

  it("has what affiliates earned, were paid and are due, where the sale has a Payouts", () => {
    const figures = someFigures();
    expect(dashboardPage(figures)).not.to.contain("commission");
    const balance = { earned: 7n * 10n ** 16n, paid: 5n * 10n ** 16n, due: 2n * 10n ** 16n };
    const text = dashboardPage({
      ...figures,
      sales: {
        ...figures.sales,
        affiliates: figures.sales.affiliates.map((one, i) => ({
          ...one,
          balance: i === 0 ? balance : null,
        })),
      },
      commission: balance,
    });
    expect(text).to.contain("<dt>commission due</dt><dd>0.02 ETH</dd>");
    expect(text).to.contain("<dt>commission paid</dt><dd>0.05 ETH</dd>");
    expect(text.match(/0\.07 ETH/g)?.length).to.equal(2);
  });

  it("shows a hostile code or name as the text that it is", async () => {
    const { page } = await opened(dashboardPage(someFigures()));
    await openTables(page);
    expect(await page.title()).to.equal(`${name}: the sale`);
    expect(await page.locator("script, img, b").count()).to.equal(0);
    expect(await page.locator("td", { hasText: "owned" }).textContent()).to.equal(HOSTILE);
    expect(await page.locator("th", { hasText: "onclick" }).textContent()).to.equal(MARKUP_CODE);
    await page.close();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    it(`is accessible in ${colorScheme} colours, wide and narrow, with its tables open`, async () => {
      for (const width of [280, 1280]) {
        const { page } = await opened(dashboardPage(someFigures()), width, colorScheme);
        await openTables(page);
        const { violations, passed } = await judge(page);
        expect(violations).to.deep.equal([]);
        expect(passed).to.include.members([
          "color-contrast",
          "svg-img-alt",
          "landmark-one-main",
          "document-title",
        ]);
        await page.close();
      }
    });
  }

  it("never scrolls sideways from 280 to 1280 px, and shows one drawing of each chart", async () => {
    const { page } = await opened(dashboardPage(someFigures()));
    await openTables(page);
    for (const width of [280, 320, 599, 600, 900, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await sideways(page), `${width} px`).to.be.at.most(0);
      expect(await page.locator("svg:visible").count(), `${width} px`).to.equal(2);
    }
    await page.close();
  });

  it("prints its tables, dark on white, though they are closed on the screen", async () => {
    const { page } = await opened(dashboardPage(someFigures()), 1280, "dark");
    const cell = page.locator("th", { hasText: /^2026-11-01 00:00$/ });
    expect(await cell.isVisible()).to.equal(false);
    await page.emulateMedia({ media: "print" });
    expect(await cell.isVisible()).to.equal(true);
    expect(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor")).to.equal(
      "rgb(255, 255, 255)",
    );
    await page.close();
  });

  const none = { purchases: 0, tickets: 0, paid: 0n };
  const unsold = {
    all: none,
    withoutCode: none,
    affiliates: [],
    intervals: [],
    byQuantity: [],
    payments: [],
  };

  it("is sentences, and no empty axis, for a sale of which nothing is sold", async () => {
    const text = dashboardPage({
      ...someFigures(),
      sold: 0,
      sales: unsold,
      withdrawals: [],
      holders: [],
      balance: 0n,
    });
    for (const sentence of [
      "No ticket is sold yet.",
      "No code is registered.",
      "No purchase was made yet.",
      "Paid by buyers: 0 ETH. Nothing was withdrawn.",
      "No ticket is held yet.",
    ]) {
      expect(text).to.contain(`<p>${sentence}</p>`);
    }
    expect(text).not.to.match(/<svg|<table|NaN|undefined|Infinity/);

    const alice = { code: "alice", name: "", active: true, ...none };
    const withCode = dashboardPage({
      ...someFigures(),
      sold: 0,
      sales: { ...unsold, affiliates: [alice] },
      withdrawals: [],
      holders: [],
      balance: 0n,
    });
    expect(withCode).to.contain("<p>1 code, 1 of them active. None has sold a ticket yet.</p>");
    expect(withCode.match(/<table/g)?.length).to.equal(1);
    expect(withCode).not.to.contain("<svg");
  });

  it("is open tables in place of charts of one bar for a sale of one ticket", async () => {
    const { affiliates, intervals, payments } = someFigures().sales;
    const one = { purchases: 1, tickets: 1, paid: 10n ** 16n };
    const text = dashboardPage({
      ...someFigures(),
      sold: 1,
      withdrawals: [],
      balance: one.paid,
      sales: {
        all: one,
        withoutCode: none,
        byQuantity: [{ quantity: 1, ...one }],
        affiliates: affiliates.slice(0, 1).map((affiliate) => ({ ...affiliate, ...one })),
        intervals: intervals.slice(0, 1).map((interval) => ({ ...interval, ...one })),
        payments: payments.slice(0, 1),
      },
      holders: [{ address: `0x${"1".repeat(40)}`, tickets: 1 }],
    });
    expect(text).not.to.match(/<svg| line\)/);
    expect(text).to.contain("<p>One holder has the only ticket that is sold.</p>");
    const { page } = await opened(text);
    expect(await page.locator("details[open]").count()).to.equal(4);
    expect(await page.locator("th", { hasText: /^alice$/ }).isVisible()).to.equal(true);
    expect((await judge(page)).violations).to.deep.equal([]);
    await page.close();
  });
});

describe("ticket dashboard", () => {
  const sale = useSale({ codes: ["alice"] });
  let paid: bigint;

  before(async () => {
    const { ticket } = sale;
    const [buyer, other] = [sale.account(1), sale.account(2)];
    const first = await sale.buy(3, "alice", buyer);
    await (await ticket.withdraw(other.address)).wait();
    paid = first + (await sale.buy(1, null, buyer));
    const asBuyer = ticket.connect(buyer);
    await (await asBuyer.transferFrom(buyer.address, other.address, 4n)).wait();
  });

  beforeEach(() => forgetKept("sale-events.json"));

  const outFile = () => path.join(sale.project, "sale.html");

  async function written(): Promise<string> {
    const text = await readFile(outFile(), "utf8");
    await rm(outFile());
    return text;
  }

  async function writtenThough(refused: (request: RpcRequest) => boolean) {
    const before = (request: RpcRequest) =>
      refused(request) ? "query returned more than 10000 results" : undefined;
    const { code, errors } = await sale.taskOver(
      { before },
      ...["ticket", "dashboard", "--out", outFile()],
    );
    expect(code, errors).to.equal(0);
    return { text: await written(), errors };
  }

  const ABI = Ticket__factory.createInterface();
  /** Whether a request is for this event, or calls this function. */
  const asksFor = (word: string, method: string) => (request: RpcRequest) =>
    request.method === method && JSON.stringify(request.params).includes(word);
  const asksForEvent = (name: "Transfer" | "TicketsSold" | "Withdrawn") =>
    asksFor(topicOf(name), "eth_getLogs");
  const topicOf = (name: "Transfer" | "TicketsSold" | "Withdrawn") =>
    ABI.getEvent(name as "Transfer").topicHash;

  it("writes the reconciled sale, with withdrawals and who holds tickets now", async () => {
    const output = await sale.done("ticket", "dashboard", "--out", outFile());
    expect(output).to.match(/^Wrote .*sale\.html: [\d,]+ bytes, of block \d+, reconciled/);
    const text = await written();
    expect(text).to.contain(`<dt>paid by buyers</dt><dd>${printed(paid)}</dd>`);
    expect(text).to.contain(`<dt>sold</dt><dd>4 of ${grouped(size)}</dd>`);
    const [buyer, other] = [sale.account(1), sale.account(2)];
    for (const [holder, tickets] of [
      [buyer, 3],
      [other, 1],
    ] as const) {
      expect(text).to.contain(
        `<th scope="row">${holder.address}</th><td class="figure">${tickets}</td>`,
      );
    }
    expect(text).to.contain(`<td class="text">${other.address}</td>`);
    expect(text).to.match(/<th scope="row">alice<\/th><td class="text">active/);
    const cells = '<td class="figure">(\\d+)</td>';
    const rowsOf = (first: string) =>
      [...text.matchAll(new RegExp(`<th scope="row">(${first})</th>${cells}${cells}`, "g"))].map(
        ([, ...row]) => row,
      );
    expect(rowsOf("\\d")).to.deep.equal([
      ["1", "1", "1"],
      ["3", "1", "3"],
    ]);
    const tickets = rowsOf("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d").map((row) => Number(row[2]));
    expect(tickets.reduce((sum, one) => sum + one, 0)).to.equal(4);
  });

  for (const [event, error] of [
    ["TicketsSold", "The report doesn't add up"],
    ["Withdrawn", "The withdrawals don't add up"],
  ] as const) {
    it(`fails if the endpoint leaves out an event ${event}`, async () => {
      const topic = topicOf(event);
      const leavingOut = {
        edit({ method }: RpcRequest, answer: string) {
          if (method !== "eth_getLogs" || !answer.includes(topic)) return answer;
          const { result, ...rest } = JSON.parse(answer);
          const last = result.findLastIndex((log: { topics: string[] }) => log.topics[0] === topic);
          return JSON.stringify({ ...rest, result: result.toSpliced(last, 1) });
        },
      };
      const words = ["ticket", "dashboard", "--out", "no.html"];
      const { code, errors } = await sale.taskOver(leavingOut, ...words);
      expect(code).to.equal(1);
      expect(errors).to.contain(error);
    });
  }

  it("names the holders though a ticket was passed on more often than an endpoint tells of", async () => {
    const { text, errors } = await writtenThough(asksForEvent("Transfer"));
    expect(errors).to.equal("");
    expect(text).to.contain("<dt>holders</dt><dd>2</dd>");
  });

  it("reads the sales though a block has more of two kinds of events than an endpoint tells of", async () => {
    const [sold] = await sale.ticket.queryFilter(sale.ticket.filters.TicketsSold());
    const crowded = sold?.blockNumber ?? 0;
    const { text } = await writtenThough(({ method, params }) => {
      if (method !== "eth_getLogs") return false;
      const { fromBlock, toBlock, topics } = params[0] as Record<
        "fromBlock" | "toBlock",
        string
      > & {
        topics: readonly (string | readonly string[])[];
      };
      const isIn = Number(fromBlock) <= crowded && crowded <= Number(toBlock);
      return isIn && (fromBlock !== toBlock || Array.isArray(topics[0]));
    });
    expect(text).to.contain(`<dt>sold</dt><dd>4 of ${grouped(size)}</dd>`);
  });

  for (const [what, refused, stat, says, saysNot] of [
    [
      "who holds tickets",
      asksFor(ABI.getFunction("ownerOf").selector.slice(2), "eth_call"),
      "holders",
      "<p>They could not be read.</p>",
      /No ticket is held yet/,
    ],
    [
      "what was sold",
      asksForEvent("TicketsSold"),
      "paid by buyers",
      "<h2>Revenue and withdrawals</h2>\n<p>Withdrawn: ",
      /Reconciled|Paid by buyers/,
    ],
    [
      "what was withdrawn",
      asksForEvent("Withdrawn"),
      "withdrawn",
      "The withdrawals could not be read.",
      /Nothing was withdrawn/,
    ],
  ] as const) {
    it(`is written without ${what} if that can't be read, and says so`, async () => {
      const { text, errors } = await writtenThough(refused);
      expect(errors).to.match(
        new RegExp(`^Warning: ${what} could not be read, and is left out: .+\n$`),
      );
      for (const words of [
        says,
        `<dt>${stat}</dt><dd>could not be read</dd>`,
        `<dt>sold</dt><dd>4 of ${grouped(size)}</dd>`,
        `<p>Could not be read, and left out: ${what}.</p>`,
      ]) {
        expect(text).to.contain(words);
      }
      expect(text).not.to.match(saysNot);
      expect(text).not.to.match(/NaN|undefined|Infinity/);
    });
  }

  for (const [out, error] of [
    ["sale.pdf", "--out must name an HTML file, for example dashboard.html: sale.pdf"],
    ["nowhere/sale.html", "The folder of --out does not exist: nowhere"],
  ] as const) {
    it(`says before it reads anything that it can't write ${out}`, async () => {
      expect(await sale.refused("ticket", "dashboard", "--out", out)).to.equal(`Error: ${error}\n`);
    });
  }
});
