import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { keccak256, Transaction, toQuantity, Wallet } from "ethers";
import { folderCid } from "../../scripts/dev/check-site/folder-cid.ts";
import { encodedArguments } from "../../scripts/tasks/record/prove-record.ts";
import type { DeploymentRecord } from "../../scripts/tasks/record/record.ts";
import { headersFor } from "../e2e/support/host-headers.ts";
import { fakeArguments, fakeRecord } from "../support/fake-record.ts";
import { type HttpServer, startHttpServer } from "../support/http-server.ts";
import { serveByExample } from "../support/nginx-example.ts";
import { type Ended, startProcess } from "../support/process.ts";
import { testProject } from "../tasks/support/project.ts";
import { startWarm } from "../tasks/support/warm-process.ts";
import { startWatchedChain, type WatchedChain } from "../tasks/support/watched-chain.ts";
import { startWatch, type Watching } from "../tasks/support/watching.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const UNSERVED = ["/_headers", "/vercel.json", "/.htaccess", "/build-manifest.json"];
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};
const UNSEEN =
  "Not seen from here: what depends on the visitor's network address, cookies, the time or chance, and workers left in browsers.";
const NO_BROWSER =
  "Warning: no browser has opened the page. So this check can't find a host that serves other content to browsers.\n";

/** The first account of every Hardhat node; its first transaction creates `TICKET`. */
const DEPLOYER = new Wallet("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
const CREATION_CODE = "0x60016000";

async function deployment(owner: string) {
  const args = { ...fakeArguments, owner };
  const data = CREATION_CODE + encodedArguments(args).slice(2);
  const transaction = { type: 2, chainId: 11_155_111, nonce: 0, gasLimit: 6_000_000, data };
  const fees = { maxFeePerGas: 2, maxPriorityFeePerGas: 1, value: 0 };
  const signed = Transaction.from(await DEPLOYER.signTransaction({ ...transaction, ...fees }));
  const { hash, signature } = signed;
  if (hash === null || signature === null) throw new Error("Not signed");
  const record = {
    ...fakeRecord(TICKET),
    arguments: args,
    transactionHash: hash,
    creationCodeHash: keccak256(CREATION_CODE),
  };
  const answers: Readonly<Record<string, unknown>> = {
    eth_getTransactionByHash: {
      ...{ type: "0x2", chainId: "0xaa36a7", nonce: "0x0", gas: toQuantity(6_000_000) },
      ...{ maxFeePerGas: "0x2", maxPriorityFeePerGas: "0x1", to: null, value: "0x0", input: data },
      ...{ accessList: [], r: signature.r, s: signature.s, yParity: toQuantity(signature.yParity) },
    },
    eth_getTransactionReceipt: { status: "0x1", blockNumber: "0x7", contractAddress: TICKET },
  };
  return { record, answers };
}

interface Response {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

describe("check:site", () => {
  let project: string;
  let dist: string;
  let served: string;
  let built: string;
  let server: HttpServer | undefined;
  let site: string;
  let chain: HttpServer;
  let endpoint: string;
  let sale: Awaited<ReturnType<typeof deployment>>;
  let hijack: ((response: Response, name: string, request: IncomingMessage) => void) | null = null;
  const asked: string[] = [];

  const script = () => path.join(project, "scripts/dev/check-site/check-site.ts");
  const env = () => ({ ...process.env, SEPOLIA_RPC_URL: endpoint });

  const withoutWaits = (ended: Ended): Ended => ({
    ...ended,
    errors: ended.errors.replaceAll(/^Waiting for .*\n/gm, ""),
  });

  const checkByItself = async (...words: string[]) =>
    withoutWaits(
      await startProcess(process.execPath, [script(), ...words], { cwd: project, env: env() })
        .ended,
    );

  /** Compares bytes without a browser. hijacked-site.test.ts uses browsers. */
  const check = async (...words: string[]) => {
    const command = [script(), "--no-browser", ...words];
    const ended = withoutWaits(await startWarm("warm-script.ts", project, command, env()).ended);
    return { ...ended, errors: ended.errors.replace(NO_BROWSER, "") };
  };

  async function record(changed: Partial<DeploymentRecord> = {}): Promise<void> {
    const folder = path.join(project, "deployments/sepolia");
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, "record.json");
    await writeFile(file, JSON.stringify({ ...sale.record, ...changed }));
  }

  before(async () => {
    project = await testProject();
    dist = await mkdtemp(path.join(tmpdir(), "site-"));
    served = dist;
    const { resolve } = createRequire(path.join(ROOT, "frontend/package.json"));
    const vite = path.join(path.dirname(resolve("vite/package.json")), "bin/vite.js");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [vite, "build", "--mode", "sepolia", "--outDir", dist, "--emptyOutDir"],
      {
        cwd: path.join(ROOT, "frontend"),
        env: {
          ...process.env,
          NODE_ENV: "production",
          VITE_TICKET_ADDRESS: TICKET,
          VITE_REOWN_PROJECT_ID: "0".repeat(32),
        },
      },
    );
    built = stdout;
    sale = await deployment(DEPLOYER.address);
    chain = await startHttpServer((_, response, body) => {
      const { id, method } = JSON.parse(body);
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: sale.answers[method] ?? null }));
    });
    endpoint = `http://127.0.0.1:${chain.port}/`;
    await record();
    const headersOf = await headersFor(dist);
    server = await startHttpServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const name = pathname.replace(/^\/mint/, "");
      asked.push(name);
      const file = path.join(served, name === "/" ? "index.html" : decodeURIComponent(name));
      const body = UNSERVED.includes(name) ? null : await readFile(file).catch(() => null);
      const answer: Response = {
        status: body === null ? 404 : 200,
        headers: { ...headersOf(name), "content-type": TYPES[path.extname(file)] ?? "text/plain" },
        body: body ?? Buffer.from(""),
      };
      hijack?.(answer, name, request);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    site = `http://127.0.0.1:${server.port}/mint`;
  });

  afterEach(() => {
    hijack = null;
    asked.length = 0;
  });

  after(async () => {
    await server?.close();
    await chain.close();
    await rm(dist, { recursive: true });
    await rm(path.join(project, "deployments/sepolia"), { recursive: true });
  });

  const INJECTED = "<script>steal()</script>";
  const inject = (response: Response) => {
    response.body = Buffer.concat([response.body, Buffer.from(INJECTED)]);
  };

  async function difference(...words: string[]): Promise<string> {
    const { code, output, errors } = await check(site, dist, ...words);
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors.split("\n")).to.have.length(2);
    return errors.trimEnd();
  }

  it("finds that a host serves what was built, and that it sells what was deployed", async () => {
    const { code, output, errors } = await checkByItself(site, dist);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    const manifest = JSON.parse(await readFile(path.join(dist, "build-manifest.json"), "utf8"));
    expect(manifest.files).to.include.keys("index.html", "favicon.svg");
    expect(manifest.files).not.to.have.any.keys("_headers", "vercel.json", ".htaccess");
    expect(manifest.hostFiles).to.have.all.keys("_headers", "vercel.json", ".htaccess");
    expect(output).to.equal(
      `${Object.keys(manifest.files).length} files at ${site}/ are what was built: no difference seen by 10 visitors.\n` +
        `It sells ${TICKET} on sepolia, as recorded.\nIts IPFS CID is ${await folderCid(dist)}.\n${UNSEEN}\n`,
    );
  });

  it("compares the build's CID with the one that is asked for, which the build has printed", async () => {
    const [, cid = ""] = /^IPFS CID of the page: (bafybei\w+)$/m.exec(built) ?? [];
    const { code, output, errors } = await check(site, dist, "--cid", cid);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    expect(output).to.contain(`Its IPFS CID is ${cid}, as asked for.\n`);
    const other = "bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354";
    expect(await difference("--cid", other)).to.equal(
      `Error: 1 difference at ${site}/: ${dist} (the CID of the build is ${cid}, not ${other}).`,
    );
  });

  it("finds an injected script, a file that is gone, and a page that differs without its name", async () => {
    hijack = (response, name) => {
      if (name === "/") inject(response);
      if (name === "/favicon.svg") response.status = 404;
    };
    expect(await difference()).to.equal(
      `Error: 2 differences at ${site}/: the page itself (other content), favicon.svg (HTTP 404).`,
    );
  });

  describe("finds a hijack", () => {
    it("for requests without a browser's name", async () => {
      hijack = (response, name, { headers }) => {
        if (name === "/" && headers["sec-fetch-dest"] === undefined) inject(response);
      };
      expect(await difference()).to.contain(": the page itself (other content).");
    });

    it("by a Refresh header", async () => {
      hijack = (response, name) => {
        if (name === "/") response.headers.refresh = "0; url=https://evil.example/";
      };
      expect(await difference()).to.equal(
        `Error: 1 difference at ${site}/: the page itself (sends refresh: 0; url=https://evil.example/).`,
      );
    });

    it("by a service worker that was added", async () => {
      hijack = (response, name) => {
        if (name !== "/sw.js") return;
        Object.assign(response, { status: 200, body: Buffer.from("onfetch = steal") });
      };
      expect(await difference()).to.equal(
        `Error: 2 differences at ${site}/: mint/sw.js, sw.js (served, but not in the build). ` +
          "If one is a service worker, see Clear-Site-Data in docs/team/hosting.md.",
      );
    });

    it("by a left-over service worker, which only a browser that has it is given", async () => {
      hijack = (response, name, { headers }) => {
        const update = headers["service-worker"] === "script";
        if (name !== "/firebase-messaging-sw.js" || !update) return;
        Object.assign(response, { status: 200, body: Buffer.from("onfetch = steal") });
      };
      expect(await difference()).to.match(
        /mint\/firebase-messaging-sw\.js, firebase-messaging-sw\.js \(served, but not in the build for a browser that installs/,
      );
    });

    it("by a service worker in the place of a script of the build", async () => {
      hijack = (response, name, { headers }) => {
        if (name.endsWith(".js") && headers["service-worker"] === "script") {
          response.body = Buffer.from("onfetch = steal");
        }
      };
      expect(await difference()).to.contain(
        "(other content for a browser that installs a service worker)",
      );
    });

    it("by a redirect to another origin, and follows it nowhere", async () => {
      hijack = (response, name) => {
        if (name !== "/") return;
        Object.assign(response, { status: 302, headers: { location: "https://evil.example/" } });
      };
      expect(await difference()).to.equal(
        `Error: 1 difference at ${site}/: the page itself (redirects to https://evil.example/).`,
      );
    });

    it("by a policy that allows everything", async () => {
      hijack = ({ headers }) => {
        headers["content-security-policy"] = "default-src *";
      };
      expect(await difference()).to.match(
        /: the page itself, apple-touch-icon\.png, .+, \d+ more \(Content-Security-Policy is default-src \*\)\.$/,
      );
    });

    it("by any header that the build asks for and the host leaves out", async () => {
      const { headers } = JSON.parse(
        await readFile(path.join(dist, "build-manifest.json"), "utf8"),
      );
      const names = Object.keys({ ...headers["/*"], ...headers["/"] });
      expect(names).to.include.members(["Cache-Control", "Cross-Origin-Opener-Policy"]);
      hijack = (response, name) => {
        if (name === "/") response.headers = { "content-type": response.headers["content-type"] };
      };
      const { code, output } = await check(site, dist, "--json");
      expect(code).to.equal(1);
      expect(JSON.parse(output).findings).to.deep.equal(
        names.map((header) => ({
          file: "the page itself",
          problem: `${header} is missing`,
          visitors: null,
        })),
      );
    });

    it("by any header that the host sends with another value, and by a policy that lacks one directive", async () => {
      const { headers } = JSON.parse(
        await readFile(path.join(dist, "build-manifest.json"), "utf8"),
      );
      const wanted: Record<string, string> = { ...headers["/*"], ...headers["/"] };
      const policy = wanted["Content-Security-Policy"]?.split("; ") ?? [];
      expect(policy.length).to.be.greaterThan(1);
      const altered = Object.entries(wanted).map(([name, value]) =>
        name === "Content-Security-Policy"
          ? ([name, policy.slice(0, -1).join("; ")] as const)
          : ([name, `${value}, x`] as const),
      );
      hijack = (response, name) => {
        if (name !== "/") return;
        for (const [header, value] of altered) response.headers[header.toLowerCase()] = value;
      };
      const { code, output } = await check(site, dist, "--json");
      expect(code).to.equal(1);
      expect(JSON.parse(output).findings).to.deep.equal(
        altered.map(([header, value]) => ({
          file: "the page itself",
          problem: `${header} is ${value}`,
          visitors: null,
        })),
      );
    });

    for (const name of ["vercel.json", "_headers", ".htaccess"]) {
      it(`by an altered ${name}, in the build's folder or on the host`, async () => {
        const file = path.join(dist, name);
        const built = await readFile(file);
        await writeFile(file, "{}");
        const line = await difference();
        await writeFile(file, built);
        // The test's host reads the headers from the built file, so the check finds no wrong one.
        expect(line).to.equal(
          `Error: 1 difference at ${site}/: ${name} on this machine (changed since it was built).`,
        );

        hijack = (response, asked) => {
          if (asked !== `/${name}`) return;
          Object.assign(response, { status: 200, body: Buffer.from("{}") });
        };
        expect(await difference()).to.equal(
          `Error: 1 difference at ${site}/: ${name} (other content).`,
        );
      });
    }

    it("by a file beside the build's, on this machine", async () => {
      await writeFile(path.join(dist, "_worker.js"), "export default steal");
      const line = await difference();
      await rm(path.join(dist, "_worker.js"));
      expect(line).to.contain("_worker.js on this machine (not in the build)");
    });

    it("by another type of content", async () => {
      hijack = (response, name) => {
        if (name === "/") response.headers["content-type"] = "text/html; charset=utf-7";
      };
      expect(await difference()).to.contain(
        "the page itself (Content-Type is text/html; charset=utf-7)",
      );
    });
  });

  it("takes a host that answers unknown names with the page, and one that has one address for it", async () => {
    const page = await readFile(path.join(dist, "index.html"));
    hijack = (response, name) => {
      if (name === "/index.html")
        Object.assign(response, { status: 308, headers: { location: "./" } });
      if (response.status !== 404) return;
      Object.assign(response, { status: 200, body: page });
      response.headers["content-type"] = "text/html";
    };
    const { code, errors } = await check(site, dist);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
  });

  it("compares no headers of a host that can't send them, says so, and still refuses a Refresh", async () => {
    hijack = (response) => {
      response.headers = { "content-type": response.headers["content-type"] };
    };
    expect(await difference()).to.contain("(Content-Security-Policy is missing)");
    const { code, errors } = await check(site, dist, "--no-headers");
    expect({ code, errors }).to.deep.equal({
      code: 0,
      errors:
        "Warning: headers were not compared. Without them, only the page's own script refuses frames.\n",
    });
    hijack = ({ headers }) => {
      headers.refresh = "0; url=https://evil.example/";
    };
    expect(await difference("--no-headers")).to.contain("sends refresh: 0");
  });

  it("prints nothing that moves a terminal's cursor", async () => {
    hijack = (response, name) => {
      if (name !== "/") return;
      const location = "https://evil.example/\u009b2J\u00e9";
      Object.assign(response, { status: 302, headers: { location } });
    };
    expect(await difference()).to.contain("(redirects to https://evil.example/?2J?)");
  });

  it("gives one JSON document for --json", async () => {
    const fine = await check(site, dist, "--json");
    expect({ code: fine.code, errors: fine.errors }).to.deep.equal({ code: 0, errors: "" });
    expect(JSON.parse(fine.output)).to.deep.include({
      url: `${site}/`,
      network: "sepolia",
      contract: TICKET,
      sells: true,
      headersCompared: true,
      visitors: 0,
      findings: [],
      notSeen: UNSEEN,
    });
    hijack = (response, name) => {
      if (name === "/") inject(response);
    };
    const { code, output } = await check(site, dist, "--json");
    expect(code).to.equal(1);
    expect(JSON.parse(output).findings).to.deep.equal([
      { file: "the page itself", problem: "other content", visitors: null },
    ]);
  });

  it("says in its help what it can't see", async () => {
    const { code, output } = await checkByItself("--help");
    expect(code).to.equal(0);
    expect(output).to.contain(
      "It can't see: content that depends on the visitor's network address",
    );
    expect(asked).to.deep.equal([]);
  });

  it("finds that the page sells another contract than the recorded one", async () => {
    await record({ address: `0x${"11".repeat(20)}` });
    const { code, errors } = await check(site, dist, "--no-chain");
    await record();
    expect(code).to.equal(1);
    expect(errors).to.match(/^Error: The page doesn't sell 0x1111.+Build it again\.\n$/);
  });

  it("finds a record of another owner, whose contract has the same code", async () => {
    const theirs = await deployment(`0x${"22".repeat(20)}`);
    await record({ arguments: theirs.record.arguments });
    const planted = await check(site, dist);
    await record({ ...theirs.record });
    const unknown = await check(site, dist);
    await record();
    for (const [{ code, output, errors }, what] of [
      [planted, "its transaction has other arguments than the recorded ones"],
      [unknown, `${theirs.record.transactionHash} is not what the endpoint shows for it`],
    ] as const) {
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.contain("deployments/sepolia/record.json is not proven by the chain: ");
      expect(errors).to.contain(what);
    }
  });

  it("certifies nothing when the chain can't be asked, unless it is told to leave it out", async () => {
    const there = endpoint;
    endpoint = "http://127.0.0.1:9/";
    const refused = await check(site, dist);
    const left = await check(site, dist, "--no-chain");
    endpoint = there;
    expect(refused).to.deep.equal({
      code: 1,
      output: "",
      errors:
        "Error: No endpoint of sepolia answers, so its record is not proven. Set SEPOLIA_RPC_URL, or leave this out by --no-chain.\n",
    });
    expect(left.code).to.equal(0);
    expect(left.errors).to.equal(
      "Warning: the record was not proven. It is taken as it stands in this clone.\n",
    );
  });

  it("says in one line what is missing", async () => {
    for (const [words, line] of [
      [[], "Say where the page is: npm run check:site -- https://tickets.example/"],
      [[site], "frontend/dist has no build-manifest.json. Build the page that you deployed first."],
      [["http://127.0.0.1:9/", dist], "127.0.0.1:9 does not answer. Is the address right?"],
    ] as const) {
      const { code, output, errors } = await check(...words);
      expect({ code, output, errors }).to.deep.equal({
        code: 1,
        output: "",
        errors: `Error: ${line}\n`,
      });
    }
  });

  it("has headers for common hosts in the build, which forbid frames", async () => {
    const read = (name: string) => readFile(path.join(dist, name), "utf8");
    expect(await read("_headers")).to.match(
      /^\/\*\n {2}Content-Security-Policy: frame-ancestors 'none'; require-trusted-types-for 'script'/,
    );
    expect(await read(".htaccess")).to.contain('X-Frame-Options "DENY"');
    const { headers } = JSON.parse(await read("vercel.json"));
    expect(headers[0].source).to.equal("/(.*)");
    expect(headers[0].headers).to.deep.include({ key: "X-Frame-Options", value: "DENY" });
  });

  it("finds no difference on a host with the lines of docs/team/hosting.md for nginx", async () => {
    const document = await readFile(path.join(ROOT, "docs/team/hosting.md"), "utf8");
    const [, lines = ""] = /```nginx\n([^`]*)```/.exec(document) ?? [];
    const host = await serveByExample(lines, dist);
    const { code, errors } = await check(host.url, dist).finally(host.close);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
  });

  describe("run by ticket watch --site", () => {
    let watched: WatchedChain;
    let watching: Watching | undefined;

    before(async () => {
      watched = await startWatchedChain(project);
      await record();
      served = path.join(project, "frontend/dist");
      const files: Record<string, string> = {};
      for (const [name, text] of [
        ["index.html", '<!doctype html><script type="module" src="sale.js"></script>'],
        ["sale.js", `export const sale = "${TICKET}";`],
      ] as const) {
        await mkdir(served, { recursive: true });
        await writeFile(path.join(served, name), text);
        files[name] = createHash("sha256").update(text).digest("hex");
      }
      const manifest = { network: "sepolia", files, hostFiles: {}, headers: {} };
      await writeFile(path.join(served, "build-manifest.json"), JSON.stringify(manifest));
    });

    after(async () => {
      watching?.kill();
      await watching?.ended;
      await watched.node.close();
      await rm(served, { recursive: true });
      served = dist;
    });

    it("says that the page is what was built, a hijack once, and when it is over", async () => {
      const url = `${site}/`.replaceAll(/[/.]/g, "\\$&");
      const command = { project, env: { REHEARSAL_RPC_URL: watched.node.url } };
      watching = startWatch(
        command,
        ...["--network", "rehearsal", "--site", `${site}/`, "--site-every", "0.01"],
      );
      await watching.saw(new RegExp(`  site +${url} is what was built\n`));
      hijack = (response, name) => {
        if (name === "/") inject(response);
      };
      await watching.saw(
        new RegExp(
          `  ALARM +${url}: 1 difference at ${url}: the page itself \\(other content\\)\\.\n`,
        ),
      );
      hijack = null;
      await watching.saw(new RegExp(`  all clear +${url} is what was built again\n`));
      const { code, output } = await watching.stop();
      expect(code).to.equal(0);
      expect(output.match(/ is what was built\n/g)).to.have.length(1);
      expect(output.match(/ALARM/g)).to.have.length(1);
    });
  });
});
