import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { toBeHex, toQuantity, ZeroAddress } from "ethers";
import { size } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { createChanges } from "../../support/changes.ts";
import { seededInteger } from "../../support/random.ts";
import { STATE_HOME } from "../support/command.ts";
import { literally, PRICE, printed, RAISED_PRICE } from "../support/money.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { refusal } from "../support/sale.ts";
import { startInTerminal } from "../support/terminal.ts";
import { useWatchedSale } from "../support/watching.ts";

const SIZE = size.toLocaleString("en-US");
const TREASURY = "0x000000000000000000000000000000000000bEEF";
const TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
/** The number of kills; `npm run bench:scripts` makes fifty. */
const KILLS = Number(process.env.KILLS ?? 1);
const REQUESTS = 60;
const AT = ["post", "taken", "request"] as const;
const JOURNALS = path.join(STATE_HOME, "ticket-mint/watch");
const SINCE = ["--from", "0"] as const;

describe("ticket watch", function () {
  this.timeout(120_000);
  const sale = useWatchedSale();
  const { watch } = sale;
  const hook = () => ["--webhook", sale.receiver.url] as const;

  for (const [what, change, says] of [
    ["other code", { codeHash: `0x${"12".repeat(32)}` }, "is not the recorded one"],
    ["another block", { blockNumber: 1 }, "is not proven by the chain"],
  ] as const) {
    it(`watches no contract by a record of ${what}`, async () => {
      const file = path.join(sale.project, "deployments/rehearsal/record.json");
      const text = await readFile(file, "utf8");
      await writeFile(file, JSON.stringify({ ...JSON.parse(text), ...change }));
      const { code, output, errors } = await watch().ended;
      await writeFile(file, text);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.contain(says);
    });
  }

  it("waits for a live network's own number of confirmations", async () => {
    const { confirmations } = networks.mainnet;
    await sale.node.provider.send("hardhat_mine", [toQuantity(confirmations)]);
    await recordAsMainnet(sale.project);
    const { url } = sale.node;
    const watching = sale.watchOn("mainnet", {
      MAINNET_RPC_URL: url,
      MAINNET_SECOND_RPC_URL: `${url}/second`,
    });
    await watching.saw(new RegExp(`; ${confirmations} confirmations; 2 endpoints: `));
    await watching.stop();
  });

  it("shows each sale and the figures after it, a line each, and ends with 0 at Ctrl-C", async () => {
    const buyer = sale.account(5).address;
    const watching = watch();
    await watching.saw(/ watching .+, until Ctrl-C\n/);
    await watching.saw(new RegExp(` figures +0 of ${SIZE} sold in 0 purchases; .+\n`));
    const paid = await sale.buy(2, "alice");
    await watching.saw(/ figures +2 of .+\n/);
    const more = await sale.buy(3);
    await watching.saw(/ figures +5 of .+\n/);
    const { code, output, errors } = await watching.stop();

    const [start, , first, , second, figures, end, none] = output.split("\n");
    expect(start).to.match(
      new RegExp(
        `^${TIME}  watching +Ticket ${await sale.ticket.getAddress()} on rehearsal from block`,
      ),
    );
    expect(first).to.match(
      new RegExp(
        `^${TIME}  sale +2 tickets for ${literally(printed(paid))}, code alice, by ${buyer}; 2 sold$`,
      ),
    );
    expect(second).to.match(
      new RegExp(
        `^${TIME}  sale +3 tickets for ${literally(printed(more))}, no code, by ${buyer}; 5 sold$`,
      ),
    );
    expect(figures).to.match(
      new RegExp(
        `^${TIME}  figures +5 of ${SIZE} sold in 2 purchases; ${(size - 5).toLocaleString("en-US")} left; ` +
          `1\\.0 a minute; ${literally(printed(paid + more))} taken; open at ${literally(printed(PRICE))}; ` +
          `codes: alice 2; only one endpoint says so, at block \\d+$`,
      ),
    );
    expect(end).to.match(new RegExp(`^${TIME}  ended +stopped, at block \\d+$`));
    expect({ code, errors, none }).to.deep.equal({ code: 0, errors: "", none: "" });
  });

  it("counts as the rate what was sold in the last five minutes of the chain's time", async () => {
    // Sets the time, because the chain's clock continues between two purchases.
    const buyAt = async (seconds: number, quantity: number) => {
      await sale.node.provider.send("evm_setNextBlockTimestamp", [seconds]);
      await sale.buy(quantity);
    };
    await sale.buy(50);
    const { timestamp } = await sale.node.provider.send("eth_getBlockByNumber", ["latest", false]);
    const first = Number(timestamp);
    await buyAt(first + 299, 5);
    const watching = watch();
    await watching.saw(/; 11\.0 a minute;/);
    await buyAt(first + 301, 5);
    await watching.saw(/; 2\.0 a minute;/);
    await watching.stop();
  });

  it("says every change of the owner's, and as JSON one object a line", async () => {
    const { ticket, owner } = sale;
    const next = sale.account(2);
    const buyer = sale.account(5).address;
    const paidWei = String(await sale.buy(1, "bob"));
    for (const change of [
      () => ticket.pause(),
      () => ticket.unpause(),
      () => ticket.setTicketPrice(RAISED_PRICE),
      () => ticket.setRoyalty(TREASURY, 250),
      () => ticket.withdraw(TREASURY),
      () => ticket.setAffiliates(["bob"], false),
      () => ticket.freezeMetadata(),
      () => ticket.transferOwnership(next),
      () => ticket.transferOwnership(ZeroAddress),
      () => ticket.transferOwnership(next),
      () => ticket.connect(next).acceptOwnership(),
    ]) {
      await (await change()).wait();
    }
    const watching = watch("--json", ...SINCE);
    await watching.saw(/"type":"figures"/);
    const { output, code } = await watching.stop();
    expect(code).to.equal(0);
    const told = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const events = told.filter(({ type }) => type === "event");
    expect(events.map(({ id }) => id)).to.deep.equal(await sale.ids());
    const address = await ticket.getAddress();
    const of = { type: "event", network: "rehearsal", chainId: 1, address };
    for (const event of events) expect(event).to.deep.include(of);
    const facts = events.map((event) => {
      const { type, network, chainId, address: at, time, id, block, ...rest } = event;
      const { blockHash, logIndex, transactionHash, ...fact } = rest;
      return fact;
    });
    expect(facts.slice(facts.findIndex(({ kind }) => kind === "sale"))).to.deep.equal([
      {
        kind: "sale",
        buyer,
        to: buyer,
        firstTokenId: 1,
        quantity: 1,
        code: "bob",
        paidWei,
        sold: 1,
      },
      { kind: "pause", paused: true },
      { kind: "pause", paused: false },
      { kind: "price", previousWei: String(PRICE), priceWei: String(RAISED_PRICE) },
      { kind: "royalty", receiver: TREASURY, bps: 250 },
      { kind: "withdrawal", to: TREASURY, amountWei: paidWei },
      { kind: "code", code: "bob", active: false },
      { kind: "frozen" },
      { kind: "owner-offered", owner: owner.address, next: next.address },
      { kind: "owner-offered", owner: owner.address, next: null },
      { kind: "owner-offered", owner: owner.address, next: next.address },
      { kind: "owner", previous: owner.address, owner: next.address },
    ]);
    const figures = told.find(({ type }) => type === "figures");
    expect(figures).to.deep.include({
      sold: 1,
      remaining: size - 1,
      maxSupply: size,
      purchases: 1,
      ticketsPerMinute: 0.2,
      paidWei,
      priceWei: String(RAISED_PRICE),
      paused: false,
    });
    expect(figures.topCodes).to.deep.equal([{ code: "bob", tickets: 1, paidWei }]);
    expect(told.at(-1)).to.deep.include({ type: "ended", why: "stopped" });
  });

  describe("with a webhook", () => {
    it("sends each event in order, with its id, and again if it is refused or cut off, before what comes after it, and says so", async () => {
      sale.receiver.answers.push(200, 500, "drop", 302, 200);
      const watching = watch(...hook(), ...SINCE);
      await sale.buy(1);
      await watching.saw(
        /ALARM +127\.0\.0\.1:\d+ has not accepted an event: .+\. The next try is in 2 s, and so on\n/,
      );
      await watching.saw(/all clear +127\.0\.0\.1:\d+ accepts events again\n/);
      await sale.receiver.took((await sale.ids()).length);
      const { output } = await watching.stop();
      expect(sale.receiver.keys).to.deep.equal(await sale.ids());
      expect(sale.receiver.taken.map(({ id }) => id)).to.deep.equal(sale.receiver.keys);
      expect(sale.receiver.posts()).to.equal(sale.receiver.keys.length + 3);
      expect(output).to.match(/each event to 127\.0\.0\.1:\d+;/);
      expect(output).not.to.contain("secret-key");
    });

    it("says what it waits for, and at the end what was not taken", async () => {
      sale.receiver.answers.push("silent");
      const watching = watch(...hook(), ...SINCE);
      await watching.saw(/Waiting for 127\.0\.0\.1:\d+ to take 1-0x[0-9a-f]{64}-\d+ …\n/);
      const { output, code } = await watching.stop();
      expect(code).to.equal(0);
      const events = (await sale.ids()).length;
      expect(output).to.match(
        new RegExp(`; ${events} events not delivered: the next start goes on there\n$`),
      );
    });

    it("goes on after a restart with what happened meanwhile, and with nothing else", async () => {
      const first = watch(...hook());
      await first.saw(/ figures /);
      await sale.buy(1);
      await sale.receiver.took(1);
      await first.stop();
      await sale.buy(2);
      await (await sale.ticket.pause()).wait();
      const second = watch(...hook());
      await sale.receiver.took(3);
      await second.stop();
      const third = watch(...hook());
      await third.saw(/ figures /);
      await third.stop();
      expect(sale.receiver.keys).to.deep.equal((await sale.ids()).slice(-3));
    });

    it("sends an alarm once when it begins and once when it ends, and an open one's end at the next start", async () => {
      const site = ["--site", "http://127.0.0.1:9/"];
      const first = watch(...hook(), ...site);
      await sale.receiver.tookAlarms(1);
      await first.stop();
      const second = watch(...hook(), ...site);
      await sale.receiver.tookAlarms(3);
      await second.stop();
      const third = watch(...hook());
      await sale.receiver.tookAlarms(4);
      await third.stop();
      const fourth = watch(...hook());
      await fourth.saw(/ figures /);
      await fourth.stop();

      const [raised, cleared, again, clearedAgain, ...more] = sale.receiver.alarms;
      expect(raised).to.deep.include({ type: "alarm", alarm: "site", key: raised?.id });
      expect(raised?.text).to.match(
        /^http:\/\/127\.0\.0\.1:9\/: frontend\/dist has no build-manifest/,
      );
      expect(cleared).to.deep.include({ type: "cleared", alarm: "site", raised: raised?.id });
      expect(again).to.deep.include({ type: "alarm", alarm: "site", text: raised?.text });
      expect(clearedAgain).to.deep.include({ type: "cleared", alarm: "site", raised: again?.id });
      expect(new Set(sale.receiver.alarms.map(({ key }) => key)).size).to.equal(4);
      expect(more).to.deep.equal([]);
    });

    it("sends an alarm that was refused again, before the events after it, and none of itself", async () => {
      sale.receiver.answers.push(500, 500);
      const watching = watch(...hook(), "--site", "http://127.0.0.1:9/");
      await sale.receiver.tookAlarms(1);
      await sale.buy(1);
      await sale.receiver.took(1);
      await watching.saw(/all clear +127\.0\.0\.1:\d+ accepts events again\n/);
      await watching.stop();
      expect(sale.receiver.alarms.map(({ type, alarm }) => `${type} ${alarm}`)).to.deep.equal([
        "alarm site",
      ]);
      expect(sale.receiver.posts()).to.equal(4);
    });

    it("is one watch's at a time", async () => {
      const first = watch(...hook());
      await first.saw(/ figures /);
      const second = watch(...hook());
      // A second watch that starts would print figures and never end.
      await second.saw(/ figures |Stop that one first/);
      expect(second.text).not.to.contain(" figures ");
      const { code, errors } = await second.ended;
      expect(code).to.equal(1);
      expect(errors).to.match(
        /^Error: Another ticket watch is sending this sale's events to 127\.0\.0\.1:\d+ \(process \d+\)\. Stop that one first\.\n$/,
      );
    });

    it("names a damaged line of its journal", async () => {
      await rm(JOURNALS, { recursive: true, force: true });
      const first = watch(...hook());
      await first.saw(/ figures /);
      await first.stop();
      const [name = ""] = await readdir(JOURNALS);
      const file = path.join(JOURNALS, name);
      await writeFile(file, (await readFile(file, "utf8")).replace(/"block": \d+/, '"block": "x"'));
      const { code, output, errors } = await watch(...hook()).ended;
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.match(/^Error: \S+\.json, line 3: its block .+\. Remove it, .+\n$/);
    });
  });

  describe("in a terminal", () => {
    const ESCAPE = "\u001b";
    const RED = `${ESCAPE}[31m`;

    for (const [title, env, hasRed] of [
      ["shows the figures and each endpoint below the lines, and what matters in red", {}, true],
      ["has no colours where NO_COLOR is set", { NO_COLOR: "1" }, false],
    ] as const) {
      it(title, async () => {
        const { host } = new URL(sale.node.url);
        await sale.buy(1, "alice");
        const watching = startInTerminal(
          {
            project: sale.project,
            env: { REHEARSAL_RPC_URL: sale.node.url, TERM: "xterm", ...env },
          },
          ...["ticket", "watch", "--every", "0.2", "--network", "rehearsal"],
        );
        await watching.screen.saw(/sold +░+ 1 of .+\r\n/);
        await sale.buy(2, "bob");
        await watching.screen.saw(/codes +bob 2, alice 1\r\n/);
        await (await sale.ticket.pause()).wait();
        await watching.answer(/\), paused\r\n/, "\u0003");
        const { code } = await watching.ended;
        const { text: screen } = watching.screen;
        expect(code, screen).to.equal(0);
        expect(screen).to.match(new RegExp(`\\r\\n${host} +\\d+ +0 s +0 +agrees\\r\\n`));
        const colour = hasRed ? literally(RED) : "";
        expect(screen).to.match(new RegExp(`${colour}${TIME}  pause +sales are paused`));
        expect(screen).not.to.match(new RegExp(`${literally(RED)}${TIME}  sale `));
        expect(screen.includes(RED)).to.equal(hasRed);
        expect(screen).to.match(new RegExp(`${ESCAPE}\\[\\d+F${ESCAPE}\\[J`));
      });
    }
  });

  it("tells of a sale once as many blocks are on top of it as it is asked for", async () => {
    let looks = 0;
    const { changed, until } = createChanges();
    const proxy = await startRpcProxy(sale.node.url, {
      before({ method, params }) {
        if (method === "eth_getBlockByNumber" && params[0] === "latest") looks += 1;
        changed();
        return undefined;
      },
    });
    const watching = sale.watchWith({ REHEARSAL_RPC_URL: proxy.url }, "--confirmations", "2");
    await watching.saw(/; 2 confirmations; /);
    await sale.buy(1);
    await sale.node.provider.send("evm_mine", []);
    const seen = looks;
    await until(() => looks >= seen + 3);
    expect(watching.text).not.to.match(/ sale /);
    await sale.node.provider.send("evm_mine", []);
    await watching.saw(/ sale +1 ticket /);
    await watching.stop();
    await proxy.close();
  });

  describe("after kills at random points", () => {
    const next = seededInteger(1234);

    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = AT[kill % AT.length];
      it(`at a ${at} (${kill + 1}): the webhook misses no event, and gets one of them twice at most`, async () => {
        const { receiver } = sale;
        await sale.buy(1, "alice");
        await sale.buy(2);
        const number = 1 + next(at === "request" ? REQUESTS : (await sale.ids()).length);
        const label = `${at} ${number}`;
        let requests = 0;
        const killAt = (what: string, count: number) => {
          if (what === at && count === number) void first.kill();
        };
        const proxy = await startRpcProxy(sale.node.url, {
          before() {
            requests += 1;
            killAt("request", requests);
            return undefined;
          },
        });
        receiver.onPost = (count) => killAt("post", count);
        receiver.onAnswered = (count) => killAt("taken", count);
        const watch = () => sale.watchWith({ REHEARSAL_RPC_URL: proxy.url }, ...hook(), ...SINCE);
        const first = watch();
        const { code } = await first.ended;
        expect(code, `${label}: ${first.text}`).to.equal(null);
        await sale.buy(3, "bob");
        await (await sale.ticket.pause()).wait();

        const expected = await sale.ids();
        const again = watch();
        await again.saw(/ figures /);
        const duplicates = () => receiver.keys.length - new Set(receiver.keys).size;
        await receiver.took(expected.length);
        if (duplicates() > 0) await receiver.took(expected.length + duplicates());
        await again.stop();
        await proxy.close();
        expect([...new Set(receiver.keys)], label).to.deep.equal(expected);
        expect(duplicates(), label).to.be.lessThanOrEqual(1);
      });
    }
  });

  it("takes back what a reorganisation drops, and tells what is in its place", async () => {
    const { provider } = sale.node;
    const watching = watch(...hook());
    await watching.saw(/ figures /);
    await sale.buy(1);
    await sale.receiver.took(1);
    const before = await provider.send("evm_snapshot", []);
    await sale.buy(2, "alice");
    await sale.receiver.took(2);
    await provider.send("evm_revert", [before]);
    await (await sale.ticket.pause()).wait();
    await sale.receiver.took(4);
    const { output } = await watching.stop();
    const [first, dropped, removed, paused] = sale.receiver.taken;
    expect([first?.id, paused?.id]).to.deep.equal((await sale.ids()).slice(-2));
    expect(removed).to.deep.include({ type: "removed", id: dropped?.id, block: dropped?.block });
    expect(paused).to.deep.include({ type: "event", kind: "pause", paused: true });
    expect(output).to.match(
      new RegExp(`  removed +the chain has replaced block \\d+: no longer holds ${dropped?.id}\n`),
    );
    expect(output).to.match(/ figures +1 of .+; paused at .+\n/);
    const names = await readdir(JOURNALS);
    const journals = names.map((name) => readFile(path.join(JOURNALS, name), "utf8"));
    const kept = (await Promise.all(journals)).join("");
    expect(kept).to.contain(paused?.id).and.not.to.contain(dropped?.id);
  });

  it("ends with 0 once every ticket is sold, and the last event is delivered", async () => {
    const word = (count: number) => toBeHex(count, 32).slice(2);
    const ofFive = await startRpcProxy(sale.node.url, {
      edit: ({ method }, answer) =>
        method === "eth_call" ? answer.replaceAll(word(size), word(5)) : answer,
    });
    await sale.buy(4);
    sale.receiver.answers.push(500);
    const words = ["--until-sold-out", ...hook(), ...SINCE];
    const watching = sale.watchWith({ REHEARSAL_RPC_URL: ofFive.url }, ...words);
    await watching.saw(/; 1 left; /);
    await sale.buy(1);
    const { code, output } = await watching.ended;
    await ofFive.close();
    expect(code).to.equal(0);
    expect(output).to.match(/; sold out at .+\n/);
    expect(output).to.match(/ ended +sold out, at block \d+\n$/);
    expect(sale.receiver.keys).to.deep.equal(await sale.ids());
  });

  it("compares the page by check:site, and ends with 2 at the first alarm if it is asked to", async () => {
    const site = "http://127.0.0.1:9/";
    const { code, output } = await watch("--site", site, "--fail-on-alarm").ended;
    expect(code).to.equal(2);
    expect(output).to.match(
      / {2}ALARM +http:\/\/127\.0\.0\.1:9\/: frontend\/dist has no build-manifest\.json\. Build the page .+\n/,
    );
    expect(output).to.match(/ ended +at an alarm, at block \d+\n$/);
  });

  describe("is refused, in one line, with", () => {
    for (const [words, says] of [
      [["--every", "0"], "--every is not a number above 0 and at most 600: 0"],
      [["--every", "601"], "--every is not a number above 0 and at most 600: 601"],
      [["--site-every", "x"], "--site-every is not a number above 0 and at most 1440: x"],
      [["--site-every", "1441"], "--site-every is not a number above 0 and at most 1440: 1441"],
      [["--confirmations", "-1"], "--confirmations is not a number of blocks, 0 to 999: -1"],
      [["--confirmations", "1000"], "--confirmations is not a number of blocks, 0 to 999: 1000"],
      [["--webhook", "monitor.example"], "--webhook is not an http(s) URL"],
      [["--webhook", "ftp://a.example/"], "--webhook is not an http(s) URL"],
      [["--site", "a.example"], "--site is not an http(s) URL"],
      [["--site", "ftp://a.example/"], "--site is not an http(s) URL"],
    ] as const) {
      it(words.join(" "), async () => {
        expect(await sale.task("ticket", "watch", ...words)).to.deep.equal(refusal(says));
      });
    }
  });
});
