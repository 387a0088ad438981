import { once } from "node:events";
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { formatEther, JsonRpcProvider } from "ethers";
import { WebSocket } from "ws";
import * as collection from "../../collection.ts";
import { folderCid } from "../../scripts/dev/check-site/folder-cid.ts";
import { readOptions } from "../../scripts/dev/start/options.ts";
import { portState } from "../../scripts/dev/start/port.ts";
import { TaskError } from "../../scripts/tasks/cli/task.ts";
import { RAISED_TRIAL_PRICE } from "../../scripts/tasks/deploy/trial-price.ts";
import { ITicket__factory } from "../../typechain-types/factories/contracts/interfaces/ITicket__factory.ts";
import { freePort, ROOT, type Started, startProcess } from "../support/process.ts";
import { copyCompiled } from "../support/project-copy.ts";
import { type Command, runTask, SHELL_ENV } from "../tasks/support/command.ts";

/** Tests run in a copy with linked packages, because `npm start` writes into its project. */
const COPIED = [
  "contracts",
  "frontend",
  "scripts",
  "typechain-types",
  "hardhat.config.ts",
  "collection.ts",
  "networks.ts",
  "package.json",
  "README.md",
  "tsconfig.base.json",
];

const RAISED = formatEther(RAISED_TRIAL_PRICE);

const LAUNCHER = "scripts/launch.js";
const LAUNCH = [LAUNCHER, "start", "scripts/dev/start/start.ts"];

/** Node's option that makes it report this version. */
function nodeIs(version: string): string {
  const versions = `{ value: { ...process.versions, node: "${version}" } }`;
  const module = `Object.defineProperty(process, "versions", ${versions})`;
  return `--import=data:text/javascript,${encodeURIComponent(module)}`;
}

function launch({ project, env }: Command, args: readonly string[]): Started {
  return startProcess(process.execPath, args, { cwd: project, env: { ...SHELL_ENV, ...env } });
}

async function refusal(command: Command, ...args: string[]): Promise<string> {
  const { code, output, errors } = await launch(command, args).ended;
  expect({ code, output }, errors).to.deep.equal({ code: 1, output: "" });
  return errors;
}

async function copyProject(): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), "start-"));
  for (const name of COPIED) {
    await cp(path.join(ROOT, name), path.join(project, name), {
      recursive: true,
      filter: (source) => !["node_modules", "dist"].includes(path.basename(source)),
    });
  }
  await symlink(path.join(ROOT, "node_modules"), path.join(project, "node_modules"));
  copyCompiled(project);
  // Links each package separately, because Vite writes its cache beside them.
  const installed = path.join(ROOT, "frontend/node_modules");
  await mkdir(path.join(project, "frontend/node_modules"));
  for (const name of await readdir(installed)) {
    if (name.startsWith(".")) continue;
    await symlink(path.join(installed, name), path.join(project, "frontend/node_modules", name));
  }
  return project;
}

describe("npm start", () => {
  let project: string;
  let chainPort: number;
  let pagePort: number;
  let env: Readonly<Record<string, string>>;
  const starts: Started[] = [];

  const ports = () => Promise.all([chainPort, pagePort].map(portState));

  before(async () => {
    project = await copyProject();
    [chainPort, pagePort] = [await freePort(), await freePort()];
    env = {
      CHAIN_PORT: String(chainPort),
      PAGE_PORT: String(pagePort),
      // Replaces the editor, in case a page opens it by mistake.
      LAUNCH_EDITOR: "true",
      NODE_ENV: "production",
    };
  });

  after(async () => {
    for (const { process } of starts) process.kill("SIGKILL");
    await Promise.all(starts.map(({ ended }) => ended));
    await rm(project, { recursive: true, force: true });
  });

  describe("refuses in one line and starts nothing", () => {
    for (const setting of ["CHAIN_PORT", "PAGE_PORT"] as const) {
      it(`when ${setting} is busy`, async () => {
        const port = Number(env[setting]);
        const other = createServer().listen(port, "127.0.0.1");
        await once(other, "listening");
        expect(await refusal({ project, env }, ...LAUNCH)).to.equal(
          `Error: Port ${port} is in use by another program. ` +
            `Free it, or choose another: ${setting}=${port + 1} npm start\n`,
        );
        await once(other.close(), "close");
      });
    }

    for (const [what, ports, words, line] of [
      ["a port is none", { PAGE_PORT: "http" }, [], "PAGE_PORT is not a port (1 to 65535): http"],
      [
        "both ports are the same",
        { CHAIN_PORT: "4000", PAGE_PORT: "4000" },
        [],
        "CHAIN_PORT and PAGE_PORT are both 4000: set different ones",
      ],
      ["an option is wrong", {}, ["--price", "free"], "--price is not an amount in ETH: free"],
    ] as const) {
      it(`when ${what}`, async () => {
        const command = { project, env: { ...env, ...ports } };
        expect(await refusal(command, ...LAUNCH, ...words)).to.equal(`Error: ${line}\n`);
      });
    }

    for (const [words, reason] of [
      [["--price", "0"], /^--price must be a multiple of .*: 0$/],
      [
        ["--pictures", "no-such-folder"],
        /^--pictures is neither an address, such as ipfs:\/\/<cid>\/, nor a folder with 1\.json \(docs\/pictures\.md\): no-such-folder$/,
      ],
      [["--prize", "1"], /^Unknown option '--prize'.* See: npm start -- --help$/],
      [["0.2"], /^Unexpected argument '0.2'.* See: npm start -- --help$/],
    ] as const) {
      it(`when it is given ${words.join(" ")}`, async () => {
        const error: unknown = await readOptions(words).catch((reason) => reason);
        expect(error).to.be.instanceOf(TaskError).with.property("message").that.matches(reason);
      });
    }

    for (const version of ["18.20.8", "20.20.2", "22.22.1", "23.11.1", "24.14.9", "25.9.0"]) {
      it(`when Node is ${version}`, async () => {
        const { engines } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
        expect(await refusal({ project, env }, nodeIs(version), ...LAUNCH)).to.equal(
          `Error: This needs Node ${engines.node}, and this is ${version}. ` +
            'Run: npx -y -p node@24 -c "npm ci && npm start"\n',
        );
      });
    }

    it("as every script does that needs it", async () => {
      const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
      for (const [name, script] of Object.entries<string>(scripts)) {
        // Hardhat checks Node's version itself, and the linters run on any.
        if (!/\.ts\b|\bvite|playwright/.test(script) || script.startsWith("hardhat")) continue;
        if (/^npm run/.test(script) || name.startsWith("lint")) continue;
        expect(script, name).to.match(/^node (--\S+ )?scripts\/launch\.js /);
      }
      const command = { project, env: { ...env, npm_lifecycle_event: "build" } };
      expect(await refusal(command, nodeIs("20.20.2"), LAUNCHER)).to.match(
        /Run: npx -y -p node@24 -c "npm ci && npm run build"\n$/,
      );
    });

    it("when a script throws", async () => {
      const rehearsal = [LAUNCHER, "rehearse", "scripts/dev/rehearse/rehearse.ts", "--sale-night"];
      expect(await refusal({ project, env }, ...rehearsal)).to.equal(
        "Error: npm run rehearse takes --sale-day and nothing else\n",
      );
    });

    it("when nothing is installed", async () => {
      const bare = await mkdtemp(path.join(tmpdir(), "start-bare-"));
      await cp(path.join(ROOT, "scripts"), path.join(bare, "scripts"), { recursive: true });
      await cp(path.join(ROOT, "package.json"), path.join(bare, "package.json"));
      expect(await refusal({ project: bare, env }, ...LAUNCH)).to.equal(
        "Error: The dependencies are not installed. Run: npm ci && npm start\n",
      );
      await rm(bare, { recursive: true });
    });
  });

  describe("leaves nothing behind, half-way,", () => {
    it("when npm is killed, which passes no signal on", async () => {
      const npm = startProcess("npm", ["start"], { cwd: project, env: { ...SHELL_ENV, ...env } });
      starts.push(npm);
      await npm.saw(/^Compiling and deploying/m);
      expect(await ports()).to.deep.equal(["busy", "free"]);
      npm.process.kill("SIGKILL");
      await npm.ended;
      expect(await ports()).to.deep.equal(["free", "free"]);
    });
  });

  // The start above must not disturb this one.
  describe("serves a sale", () => {
    let run: Started;
    let pictures: string;
    let provider: JsonRpcProvider;

    async function record() {
      const file = path.join(project, "deployments/localhost/record.json");
      return JSON.parse(await readFile(file, "utf8"));
    }

    async function ticket() {
      return ITicket__factory.connect((await record()).address, provider);
    }

    async function terms() {
      const sale = await ticket();
      return {
        price: await sale.getPriceForQuantity(1n),
        limit: await sale.MAX_PER_PURCHASE(),
        folder: (await record()).folderRenderer?.baseUri,
      };
    }

    async function pageSettings(): Promise<string> {
      const url = `http://localhost:${pagePort}/@id/__x00__virtual:settings?import`;
      return (await fetch(url)).text();
    }

    async function expectOpenSale(): Promise<void> {
      const sale = await ticket();
      expect(await sale.isAffiliateActive("welcome5")).to.equal(true);
      expect(await sale.isAffiliateActive("openhouse")).to.equal(true);
      expect(await sale.paused()).to.equal(false);
    }

    before(async () => {
      pictures = await mkdtemp(path.join(tmpdir(), "start-pictures-"));
      await mkdir(path.join(pictures, "art"));
      await writeFile(path.join(pictures, "1.json"), '{"name":"One","image":"art/1.svg"}');
      await writeFile(path.join(pictures, "collection.json"), "{}");
      await writeFile(path.join(pictures, "art/1.svg"), "<svg/>");
      provider = new JsonRpcProvider(`http://127.0.0.1:${chainPort}`, 31337, {
        staticNetwork: true,
        cacheTimeout: -1,
      });
      run = launch({ project, env }, [...LAUNCH, "--price", RAISED, "--pictures", pictures]);
      starts.push(run);
      await run.saw(/^Ready: /m);
    });

    after(async () => {
      provider.destroy();
      await rm(pictures, { recursive: true });
    });

    it("and says where, in its last line", () => {
      expect(run.output.trimEnd().split("\n").at(-1)).to.equal(
        `Ready: http://localhost:${pagePort}/?a=welcome5&card=Garden%20Flat`,
      );
      // A busy machine answers late.
      expect(run.errors.replaceAll(/^Waiting for .+ …\n/gm, "")).to.equal("");
    });

    it("as a development server, whatever NODE_ENV the shell has", async () => {
      const main = await (await fetch(`http://127.0.0.1:${pagePort}/src/main.tsx`)).text();
      expect(main).to.contain('"PROD": false');
    });

    describe("only to this machine:", () => {
      const CHAIN_ID = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" });

      function ask(
        port: number,
        url: string,
        headers: Readonly<Record<string, string>>,
        body?: string,
      ): Promise<readonly [number, string]> {
        return new Promise((resolve, reject) => {
          const options = {
            host: "127.0.0.1",
            port,
            path: url,
            method: body === undefined ? "GET" : "POST",
            headers,
          };
          const asking = request(options, (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.on("end", () =>
              resolve([response.statusCode ?? 0, Buffer.concat(chunks).toString()]),
            );
          });
          asking.on("error", reject);
          asking.end(body);
        });
      }

      function opensSocket(headers: Readonly<Record<string, string>>): Promise<boolean> {
        return new Promise((resolve) => {
          const socket = new WebSocket(`ws://127.0.0.1:${chainPort}`, { headers });
          socket.on("open", () => {
            socket.terminate();
            resolve(true);
          });
          socket.on("error", () => resolve(false));
        });
      }

      const REBOUND = "rebound.example";

      it("the chain answers its page, other local pages, extensions, and programs that send no origin", async () => {
        for (const headers of [
          {},
          { host: `localhost:${chainPort}` },
          { host: `[::1]:${chainPort}` },
          { origin: `http://localhost:${pagePort}` },
          { origin: `http://127.0.0.1:${pagePort}` },
          { origin: "http://[::1]:4000" },
          { origin: `chrome-extension://${"a".repeat(32)}` },
        ]) {
          const [status, body] = await ask(chainPort, "/", headers, CHAIN_ID);
          expect(status, JSON.stringify(headers)).to.equal(200);
          expect(JSON.parse(body)).to.deep.equal({ jsonrpc: "2.0", id: 1, result: "0x7a69" });
        }
        expect(await opensSocket({ origin: `http://localhost:${pagePort}` })).to.equal(true);
      });

      it("the chain, with its unlocked accounts, answers no other origin and no other name", async () => {
        for (const headers of [
          { origin: "https://evil.example" },
          { origin: "http://localhost.evil.example" },
          { origin: "null" },
          { origin: "" },
          { host: `${REBOUND}:${chainPort}` },
          { host: `${REBOUND}:${chainPort}`, origin: `http://${REBOUND}:${chainPort}` },
        ]) {
          const answer = await ask(chainPort, "/", headers, CHAIN_ID);
          expect(answer, JSON.stringify(headers)).to.deep.equal([403, "Local requests only\n"]);
        }
        expect(await opensSocket({ origin: "https://evil.example" })).to.equal(false);
      });

      it("another site may link to the page, but none of its pictures opens a file in an editor", async () => {
        const elsewhere = { "sec-fetch-site": "cross-site" };
        const link = { ...elsewhere, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
        const html = { accept: "text/html" };
        const [status, body] = await ask(pagePort, "/?a=welcome5", { ...link, ...html });
        expect(status).to.equal(200);
        expect(body).to.contain("<!doctype html>");

        const file = "/__open-in-editor?file=package.json";
        for (const [url, headers] of [
          [file, { ...elsewhere, "sec-fetch-mode": "no-cors" }],
          [file, link],
          [`/${file}`, link],
          [file, { origin: "https://evil.example" }],
          ["/", { ...html, ...elsewhere, "sec-fetch-mode": "no-cors" }],
        ] as const) {
          const answer = await ask(pagePort, url, headers);
          expect(answer, `${url} ${JSON.stringify(headers)}`).to.deep.equal([
            403,
            "Local requests only\n",
          ]);
        }
        // Either Vite or the project may reject the request first.
        const [rebound] = await ask(pagePort, "/", { ...html, host: `${REBOUND}:${pagePort}` });
        expect(rebound).to.equal(403);
      });
    });

    it("at the price that was asked for, and its contract names the folder by the address that it would have in IPFS", async () => {
      expect(await terms()).to.deep.equal({
        price: RAISED_TRIAL_PRICE,
        limit: BigInt(collection.maxPerPurchase),
        folder: `ipfs://${await folderCid(pictures)}/`,
      });
    });

    it("whose page reads the folder's files, and nothing beside them", async () => {
      const url = `http://localhost:${pagePort}/ipfs/${await folderCid(pictures)}/`;
      const settings = `http://localhost:${pagePort}/@id/__x00__virtual:pictures?import`;
      expect(await (await fetch(settings)).text()).to.contain(url);
      expect(await (await fetch(`${url}1.json`)).json()).to.have.property("name", "One");
      const picture = await fetch(`${url}art/1.svg`);
      expect(picture.headers.get("content-type")).to.equal("image/svg+xml");
      await writeFile(path.join(path.dirname(pictures), `${path.basename(pictures)}.json`), "{}");
      for (const name of ["2.json", "art", `..%2f${path.basename(pictures)}.json`]) {
        expect((await fetch(url + name)).status, name).to.equal(404);
      }
      await rm(`${pictures}.json`);
    });

    it("with both demo affiliates", async () => {
      await expectOpenSale();
    });

    for (const host of ["localhost", "127.0.0.1"]) {
      it(`at ${host}, with a test wallet`, async () => {
        const response = await fetch(`http://${host}:${pagePort}/`, {
          headers: { accept: "text/html" },
        });
        expect(response.status).to.equal(200);
        expect(await response.text()).to.contain("/local/announce.ts");
      });
    }

    it("whose page knows the deployed contract and its chain", async () => {
      expect(await pageSettings()).to.contain(await (await ticket()).getAddress());
      expect(await pageSettings()).to.contain(`http://127.0.0.1:${chainPort}`);
    });

    it("that the tasks find by the same ports", async () => {
      const words = ["affiliates", "link", "welcome5", "--network", "localhost"];
      const { output, errors } = await runTask({ project, env }, ...words);
      expect(errors).to.equal("");
      expect(output.split("\n")[0]).to.equal(`http://localhost:${pagePort}/?a=welcome5`);
    });

    it("with Payouts beside the Ticket, by which a task pays a payee", async () => {
      const buyer = await provider.getSigner(1);
      const sale = (await ticket()).connect(buyer);
      const paid = await sale.getAffiliatePriceForQuantity(2n);
      await (
        await sale.buyTicketWithAffiliate(buyer.address, 2n, "welcome5", { value: paid })
      ).wait();
      const payee = (await provider.listAccounts()).at(-1)?.address ?? "";
      const before = await provider.getBalance(payee);
      const words = ["affiliates", "pay", "--network", "localhost"];
      const { code, output, errors } = await runTask({ project, env }, ...words);
      expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
      expect(output).to.contain("\nDone: 1 affiliate paid, ");
      expect((await provider.getBalance(payee)) - before).to.equal(paid / 20n);
    });

    it("alone: a second start in the same folder is refused, on other ports as well, and changes nothing", async () => {
      const before = await (await ticket()).getAddress();
      const others = {
        CHAIN_PORT: String(await freePort()),
        PAGE_PORT: String(await freePort()),
      };
      for (const own of [env, others]) {
        expect(await refusal({ project, env: own }, ...LAUNCH)).to.equal(
          `Error: npm start is running in this folder already: http://localhost:${pagePort}/. ` +
            "Stop it first: both would keep their deployment in deployments/localhost.\n",
        );
      }
      expect(await (await ticket()).getAddress()).to.equal(before);
      await expectOpenSale();
    });

    it("as before after edits that do not compile, again after one that does, and reloads the page", async () => {
      const before = { address: await (await ticket()).getAddress(), ...(await terms()) };

      const file = path.join(project, "collection.ts");
      const source = await readFile(file, "utf8");
      await writeFile(file, `${source}\nexport const broken = ;\n`);
      await run.saw(/^Error: .*Expression expected/m);
      const limit = collection.maxPerPurchase - 1;
      await writeFile(file, source.replace(/(?<=maxPerPurchase = )\d+/, String(limit)));
      await run.saw(
        /^collection\.ts and contracts\/Collection\.sol differ, .* Run: npm run collection$/m,
      );

      await appendFile(path.join(project, "contracts/Collection.sol"), "edited\n");
      await run.saw(/^ParserError[\s\S]+The last deployment keeps running\.$/m);
      expect({ address: await (await ticket()).getAddress(), ...(await terms()) }).to.deep.equal(
        before,
      );
      await expectOpenSale();

      // Connects only now, because an edit of collection.ts restarts Vite.
      const client = await (await fetch(`http://localhost:${pagePort}/@vite/client`)).text();
      const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
      const socket = new WebSocket(`ws://localhost:${pagePort}/?token=${token}`, "vite-hmr");
      const reloaded = new Promise<void>((resolve) => {
        socket.addEventListener("message", ({ data }) => {
          if (JSON.parse(String(data)).type === "full-reload") resolve();
        });
      });
      await new Promise((resolve) => socket.addEventListener("open", resolve));
      const written = launch({ project, env }, [
        LAUNCHER,
        "collection",
        "scripts/dev/collection/collection.ts",
      ]);
      expect((await written.ended).code, written.errors).to.equal(0);
      await run.saw(/(^Affiliate codes: [\s\S]*){2}/m);
      await reloaded;
      socket.close();

      const address = await (await ticket()).getAddress();
      expect(address).not.to.equal(before.address);
      expect({ ...(await terms()), address: before.address }).to.deep.equal({
        ...before,
        limit: BigInt(limit),
      });
      expect(await pageSettings()).to.contain(address);
      await expectOpenSale();
    });
  });

  describe("leaves nothing behind", () => {
    it("once interrupted, and ends without an error", async () => {
      const run = starts.at(-1);
      const errors = run?.errors;
      run?.process.kill("SIGINT");
      const { code, errors: all } = (await run?.ended) ?? {};
      expect({ code, errors: all }).to.deep.equal({ code: 0, errors });
      expect(await ports()).to.deep.equal(["free", "free"]);
    });
  });
});
