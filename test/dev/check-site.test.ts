import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { OutgoingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { keccak256, Transaction, toQuantity, Wallet } from "ethers";
import { build } from "vite";
import { HOST_FILES, hosting } from "../../frontend/build/hosting/hosting.ts";
import { manifest } from "../../frontend/build/hosting/manifest.ts";
import type { Finding } from "../../scripts/dev/check-site/compare-site.ts";
import { folderCid } from "../../scripts/dev/check-site/folder-cid.ts";
import { checkSite, UNSEEN } from "../../scripts/dev/check-site/site-report.ts";
import { encodedArguments } from "../../scripts/tasks/record/prove-record.ts";
import type { DeploymentRecord } from "../../scripts/tasks/record/record.ts";
import { headersFor } from "../e2e/support/host-headers.ts";
import { fakeArguments, fakeRecord } from "../support/fake-record.ts";
import { type HttpServer, startHttpServer } from "../support/http-server.ts";
import { type AnyRequest, startManyProtocols } from "../support/many-protocols.ts";
import { serveByExample } from "../support/nginx-example.ts";
import { type Ended, ROOT } from "../support/process.ts";
import { endedBy } from "../tasks/support/console.ts";
import { KNOWN_KEY } from "../tasks/support/known-key.ts";
import { useWatchedSale } from "../tasks/support/watching.ts";

/** The contract of the known account's first transaction. */
const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const SOURCE: Readonly<Record<string, string>> = {
  "index.html": '<!doctype html><title>Mint</title><script type="module" src="/sale.js"></script>',
  "sale.js": `document.title = "${TICKET}";`,
  "public/favicon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "public/icon.png": "",
};
const UNSERVED = [...HOST_FILES, "build-manifest.json"].map((name) => `/${name}`);
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};
const NO_BROWSER =
  "Warning: no browser has opened the page. So this check can't find a host that serves other content to browsers.\n";
const CREATION_CODE = "0x60016000";

async function deployment(owner: string) {
  const args = { ...fakeArguments, owner };
  const data = CREATION_CODE + encodedArguments(args).slice(2);
  const transaction = { type: 2, chainId: 11_155_111, nonce: 0, gasLimit: 6_000_000, data };
  const fees = { maxFeePerGas: 2, maxPriorityFeePerGas: 1, value: 0 };
  const deployer = new Wallet(KNOWN_KEY);
  const signed = Transaction.from(await deployer.signTransaction({ ...transaction, ...fees }));
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
      type: "0x2",
      chainId: "0xaa36a7",
      nonce: "0x0",
      gas: toQuantity(6_000_000),
      maxFeePerGas: "0x2",
      maxPriorityFeePerGas: "0x1",
      to: null,
      value: "0x0",
      input: data,
      accessList: [],
      r: signature.r,
      s: signature.s,
      yParity: toQuantity(signature.yParity),
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

type Hijack = (response: Response, name: string, request: AnyRequest) => void;

function onPage(change: (response: Response, request: AnyRequest) => void): Hijack {
  return (response, name, request) => {
    if (name === "/") change(response, request);
  };
}

const inject = (response: Response) => {
  const text = "<!doctype html><script>steal()</script>";
  Object.assign(response, { status: 200, body: Buffer.from(text) });
};
const steal = (response: Response) =>
  Object.assign(response, { status: 200, body: Buffer.from("onfetch = steal") });
const redirect = (location: string) => (response: Response) =>
  Object.assign(response, { status: 302, headers: { location } });
const refresh = ({ headers }: Response) => {
  headers.refresh = "0; url=https://evil.example/";
};
const isInstall = ({ headers }: AnyRequest) => headers["service-worker"] === "script";

const VISITORS = 10;
/** For HTTP/2, the socket is a proxy, and `in` does not find `encrypted`. */
const isPlain = ({ socket }: AnyRequest) => Reflect.get(socket, "encrypted") !== true;
const having =
  (header: string, value: RegExp): Hijack =>
  (response, name, { headers }) => {
    if (name === "/" && value.test(String(headers[header] ?? ""))) inject(response);
  };

/** Each hijack, and what the error says after the site's address. */
const HIJACKS: Readonly<Record<string, readonly [Hijack, string | RegExp]>> = {
  "an injected script, and a file that is gone": [
    (response, name) => {
      if (name === "/") inject(response);
      if (name === "/favicon.svg") response.status = 404;
    },
    "the page itself (other content), favicon.svg (HTTP 404).",
  ],
  "a script for requests without a browser's name": [
    onPage((response, { headers }) => {
      if (headers["sec-fetch-dest"] === undefined) inject(response);
    }),
    "the page itself (other content).",
  ],
  "a Refresh header": [
    onPage(refresh),
    "the page itself (sends refresh: 0; url=https://evil.example/).",
  ],
  "a service worker that was added": [
    (response, name) => {
      if (name === "/sw.js") steal(response);
    },
    "mint/sw.js, sw.js (served, but not in the build). If one is a service worker, see Clear-Site-Data in docs/team/hosting.md.",
  ],
  "a left-over service worker, which only a browser that has it is given": [
    (response, name, request) => {
      if (name === "/firebase-messaging-sw.js" && isInstall(request)) steal(response);
    },
    /^mint\/firebase-messaging-sw\.js, firebase-messaging-sw\.js \(served, but not in the build for a browser that installs/,
  ],
  "a page of a name that the build has not, with other content": [
    (response, name) => {
      if (name !== "/web.config") return;
      Object.assign(response, { status: 200, body: Buffer.from("<script>steal()</script>") });
      response.headers["content-type"] = "text/html";
    },
    /^mint\/web\.config, web\.config \(served, but not in the build\)/,
  ],
  "a service worker in the place of a script of the build": [
    (response, name, request) => {
      if (name.endsWith(".js") && isInstall(request)) steal(response);
    },
    /\(other content for a browser that installs a service worker\)/,
  ],
  "a redirect to another origin, which is followed nowhere": [
    onPage(redirect("https://evil.example/")),
    "the page itself (redirects to https://evil.example/).",
  ],
  "a redirect whose address would move a terminal's cursor": [
    onPage(redirect("https://evil.example/\u009b2J\u00e9")),
    "the page itself (redirects to https://evil.example/?2J?).",
  ],
  "a policy that allows everything": [
    ({ headers }) => {
      headers["content-security-policy"] = "default-src *";
    },
    /^the page itself, .+, 2 more \(Content-Security-Policy is default-src \*\)\.$/,
  ],
  "another type of content": [
    onPage(({ headers }) => {
      headers["content-type"] = "text/html; charset=utf-7";
    }),
    "the page itself (Content-Type is text/html; charset=utf-7).",
  ],
  ...Object.fromEntries(
    HOST_FILES.map((file) => [
      `another ${file}`,
      [
        (response: Response, name: string) => {
          if (name === `/${file}`) steal(response);
        },
        `${file} (other content).`,
      ] as const,
    ]),
  ),
};

describe("check:site", () => {
  let root: string;
  let dist: string;
  let served: string;
  let server: HttpServer;
  let site: string;
  let chain: HttpServer;
  let sale: Awaited<ReturnType<typeof deployment>>;
  let hijack: Hijack | null = null;
  let sendsHeaders = true;
  const requests: AnyRequest[] = [];

  /** Compares bytes without a browser. */
  async function check(...words: string[]): Promise<Ended> {
    const ended = await endedBy(() => checkSite(["--no-browser", ...words], root));
    const errors = ended.errors.replace(NO_BROWSER, "").replaceAll(/^Waiting for .*\n/gm, "");
    return { ...ended, errors };
  }

  async function difference(...words: string[]): Promise<string> {
    const { code, output, errors } = await check(site, dist, ...words);
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    const [, said] = /^Error: \d+ differences? at http\S+\/mint\/: (.+)\n$/.exec(errors) ?? [];
    return said ?? errors;
  }

  /** The JSON document of a check that ends with this code. */
  async function listed(expected: number, ...words: string[]) {
    const { code, output, errors } = await check(site, dist, "--json", ...words);
    expect({ code, errors }).to.deep.equal({ code: expected, errors: "" });
    return JSON.parse(output);
  }

  /** Findings of a page that has these headers instead of the build's. */
  async function findingsWith(headers: OutgoingHttpHeaders): Promise<readonly string[]> {
    hijack = onPage((response) => {
      response.headers = { "content-type": response.headers["content-type"], ...headers };
    });
    const { findings } = await listed(1);
    return findings.map(({ file, problem, visitors }: Finding) => {
      expect({ file, visitors }).to.deep.equal({ file: "the page itself", visitors: null });
      return problem;
    });
  }

  async function pageHeaders(): Promise<Readonly<Record<string, string>>> {
    const { headers } = await manifestOf(dist);
    return { ...headers["/*"], ...headers["/"] };
  }

  async function fine(...words: string[]): Promise<string> {
    const { code, output, errors } = await check(site, dist, ...words);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    return output;
  }

  async function record(project: string, changed: Partial<DeploymentRecord> = {}): Promise<void> {
    const folder = path.join(project, "deployments/sepolia");
    await mkdir(folder, { recursive: true });
    const text = JSON.stringify({ ...sale.record, ...changed });
    await writeFile(path.join(folder, "record.json"), text);
  }

  async function manifestOf(folder: string) {
    return JSON.parse(await readFile(path.join(folder, "build-manifest.json"), "utf8"));
  }

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), "site-"));
    dist = path.join(root, "dist");
    served = dist;
    await mkdir(path.join(root, "public"));
    for (const [name, text] of Object.entries(SOURCE)) await writeFile(path.join(root, name), text);
    await build({
      root,
      configFile: false,
      mode: "sepolia",
      base: "./",
      logLevel: "silent",
      plugins: [hosting(), manifest()],
    });
    sale = await deployment(fakeArguments.owner);
    chain = await startHttpServer((_, response, body) => {
      const { id, method } = JSON.parse(body);
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: sale.answers[method] ?? null }));
    });
    process.env.SEPOLIA_RPC_URL = `http://127.0.0.1:${chain.port}/`;
    const headersOf = await headersFor(dist);
    server = await startManyProtocols(async (request, response) => {
      requests.push(request);
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const name = pathname.replace(/^\/mint/, "");
      const file = path.join(served, name === "/" ? "index.html" : decodeURIComponent(name));
      const body = UNSERVED.includes(name) ? null : await readFile(file).catch(() => null);
      const etag = `"${createHash("sha256").update(name).digest("hex").slice(0, 8)}"`;
      const isKept = body !== null && request.headers["if-none-match"] === etag;
      const answer: Response = {
        status: body === null ? 404 : isKept ? 304 : 200,
        headers: {
          ...(sendsHeaders ? headersOf(name) : { "cache-control": "no-cache" }),
          "content-type": TYPES[path.extname(file)] ?? "text/plain",
          etag,
        },
        body: body === null || isKept ? Buffer.from("") : body,
      };
      hijack?.(answer, name, request);
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
    site = `http://127.0.0.1:${server.port}/mint`;
  });

  beforeEach(() => record(root));

  afterEach(() => {
    hijack = null;
    requests.length = 0;
  });

  after(async () => {
    delete process.env.SEPOLIA_RPC_URL;
    await server.close();
    await chain.close();
    await rm(root, { recursive: true });
  });

  it("finds that a host serves what was built, and that it sells what was deployed", async () => {
    const output = await fine();
    const { files, hostFiles } = await manifestOf(dist);
    expect(files).to.include.keys("index.html", "favicon.svg");
    expect(files).not.to.have.any.keys(...HOST_FILES);
    expect(hostFiles).to.have.all.keys(...HOST_FILES);
    expect(output).to.equal(
      `${Object.keys(files).length} files at ${site}/ are what was built: no difference seen by plain requests.\n` +
        `It sells ${TICKET} on sepolia, as recorded.\nIts IPFS CID is ${await folderCid(dist)}.\n${UNSEEN}\n`,
    );
  });

  it("compares the build's CID with the one that is asked for", async () => {
    const cid = await folderCid(dist);
    expect(await fine("--cid", cid)).to.contain(`Its IPFS CID is ${cid}, as asked for.\n`);
    const other = "bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354";
    expect(await difference("--cid", other)).to.equal(
      `${dist} (the CID of the build is ${cid}, not ${other}).`,
    );
  });

  describe("finds on the host", () => {
    for (const [what, [attack, said]] of Object.entries(HIJACKS)) {
      it(what, async () => {
        hijack = attack;
        const line = await difference();
        if (typeof said === "string") expect(line).to.equal(said);
        else expect(line).to.match(said);
      });
    }

    it("any header that the build asks for and the host leaves out", async () => {
      const names = Object.keys(await pageHeaders());
      expect(names).to.include.members(["Cache-Control", "Cross-Origin-Opener-Policy"]);
      expect(await findingsWith({})).to.deep.equal(names.map((name) => `${name} is missing`));
    });

    it("any header with another value, and a policy that lacks one directive", async () => {
      const altered = Object.entries(await pageHeaders()).map(([name, value]) => {
        const shorter = value.split("; ").slice(0, -1).join("; ");
        return [name, name === "Content-Security-Policy" ? shorter : `${value}, x`] as const;
      });
      expect(new Map(altered).get("Content-Security-Policy")).to.contain("frame-ancestors");
      expect(await findingsWith(Object.fromEntries(altered))).to.deep.equal(
        altered.map(([name, value]) => `${name} is ${value}`),
      );
    });

    it("any header that changes what a browser does, and that no page of this build needs", async () => {
      const names = [
        "accept-ch",
        "clear-site-data",
        "content-disposition",
        "critical-ch",
        "link",
        "content-security-policy-report-only",
        "document-policy",
        "location",
        "origin-trial",
        "refresh",
        "reporting-endpoints",
        "service-worker-allowed",
        "set-cookie",
        "sourcemap",
        "speculation-rules",
        "use-as-dictionary",
        "x-sourcemap",
      ].sort();
      const unwanted = Object.fromEntries(names.map((name) => [name, "x"]));
      const found = await findingsWith({ ...(await pageHeaders()), ...unwanted });
      expect([...found].sort()).to.deep.equal(names.map((name) => `sends ${name}: x`));
    });

    it("another script in the place of the one that names the contract", async () => {
      hijack = (response, name) => {
        if (name.startsWith("/assets/")) steal(response).body = Buffer.from(`"${TICKET}"; steal()`);
      };
      const { sells, findings } = await listed(1);
      expect({ sells, differences: findings.length }).to.deep.equal({
        sells: false,
        differences: 1,
      });
    });
  });

  describe("finds on this machine", () => {
    let copy: string;

    beforeEach(async () => {
      copy = await mkdtemp(path.join(tmpdir(), "site-copy-"));
      await cp(dist, copy, { recursive: true });
    });

    afterEach(() => rm(copy, { recursive: true }));

    for (const name of HOST_FILES) {
      it(`an altered ${name}`, async () => {
        await writeFile(path.join(copy, name), "{}");
        expect((await check(site, copy)).errors).to.equal(
          `Error: 1 difference at ${site}/: ${name} on this machine (changed since it was built).\n`,
        );
      });
    }

    it("a file beside the build's", async () => {
      await writeFile(path.join(copy, "_worker.js"), "export default steal");
      expect((await check(site, copy)).errors).to.contain(
        "_worker.js on this machine (not in the build)",
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
    await fine();
  });

  it("takes a file of the build that is named like a service worker", async () => {
    const built = await mkdtemp(path.join(tmpdir(), "site-worker-"));
    await cp(dist, built, { recursive: true });
    await writeFile(path.join(built, "worker.js"), "0;");
    const listed = await manifestOf(dist);
    listed.files["worker.js"] = createHash("sha256").update("0;").digest("hex");
    await writeFile(path.join(built, "build-manifest.json"), JSON.stringify(listed));
    served = built;
    hijack = (response, _, { url }) => {
      if (url === "/worker.js") response.status = 404;
    };
    const { code, errors } = await check(site, built);
    served = dist;
    await rm(built, { recursive: true });
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
  });

  it("compares no headers of a host that can't send them, says so, and still refuses a Refresh", async () => {
    hijack = (response) => {
      response.headers = { "content-type": response.headers["content-type"] };
    };
    const { code, errors } = await check(site, dist, "--no-headers");
    expect({ code, errors }).to.deep.equal({
      code: 0,
      errors:
        "Warning: headers were not compared. Without them, only the page's own script refuses frames.\n",
    });
    hijack = refresh;
    expect(await difference("--no-headers")).to.contain("sends refresh: 0");
  });

  it("gives one JSON document for --json", async () => {
    expect(await listed(0)).to.deep.include({
      url: `${site}/`,
      network: "sepolia",
      contract: TICKET,
      sells: true,
      headersCompared: true,
      visitors: 0,
      findings: [],
      notSeen: UNSEEN,
    });
  });

  it("says in its help what it can't see", async () => {
    const { code, output } = await check("--help");
    expect(code).to.equal(0);
    expect(output).to.contain(
      "It can't see: content that depends on the visitor's network address",
    );
    expect(requests).to.deep.equal([]);
  });

  it("finds that the page sells another contract than the recorded one", async () => {
    await record(root, { address: `0x${"11".repeat(20)}` });
    const { code, errors } = await check(site, dist, "--no-chain");
    expect(code).to.equal(1);
    expect(errors).to.match(/^Error: The page doesn't sell 0x1111.+Build it again\.\n$/);
    expect((await listed(1, "--no-chain")).sells).to.equal(false);
  });

  it("finds a record of another owner, whose contract has the same code", async () => {
    const theirs = await deployment(`0x${"22".repeat(20)}`);
    for (const [changed, what] of [
      [
        { arguments: theirs.record.arguments },
        "its transaction has other arguments than the recorded ones",
      ],
      [theirs.record, `${theirs.record.transactionHash} is not what the endpoint shows for it`],
    ] as const) {
      await record(root, changed);
      const { code, output, errors } = await check(site, dist);
      expect({ code, output }).to.deep.equal({ code: 1, output: "" });
      expect(errors).to.contain("deployments/sepolia/record.json is not proven by the chain: ");
      expect(errors).to.contain(what);
    }
  });

  it("certifies nothing when the chain can't be asked, unless it is told to leave it out", async () => {
    const there = process.env.SEPOLIA_RPC_URL;
    process.env.SEPOLIA_RPC_URL = "http://127.0.0.1:9/";
    const refused = await check(site, dist);
    const left = await check(site, dist, "--no-chain");
    process.env.SEPOLIA_RPC_URL = there;
    expect(refused).to.deep.equal({
      code: 1,
      output: "",
      errors:
        "Error: No endpoint of sepolia answers, so its record is not proven. Set SEPOLIA_RPC_URL, or leave this out by --no-chain.\n",
    });
    expect(left.code).to.equal(0);
    expect(left.errors).to.equal(
      "Warning: the record was not proven. This check trusts the record in this clone.\n",
    );
  });

  it("says in one line what is missing", async () => {
    for (const [words, line] of [
      [[], "Give the page's address: npm run check:site -- https://tickets.example/"],
      [[site], "frontend/dist has no build-manifest.json. Build the page that you deployed first."],
      [["http://127.0.0.1:9/", dist], "127.0.0.1:9 does not answer. Is the address right?"],
    ] as const) {
      expect(await check(...words)).to.deep.equal({
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

  describe("of a host that is hostile to browsers", () => {
    before(() => {
      sendsHeaders = false;
    });

    afterEach(() => {
      // `--insecure` sets it.
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    });

    after(() => {
      sendsHeaders = true;
    });

    function visit(scheme: "http" | "https", ...more: string[]): Promise<Ended> {
      const address = site.replace("http:", `${scheme}:`);
      const words = [address, dist, "--no-chain", "--no-headers", "--insecure", ...more];
      return endedBy(() => checkSite(words, root));
    }

    const sends =
      (header: string, value: RegExp) =>
      ({ headers }: AnyRequest) =>
        value.test(String(headers[header] ?? ""));
    /** A hijacked host could choose its victims by these traits, so the check must use each. */
    const traits: Readonly<
      Record<"http" | "https", Readonly<Record<string, (request: AnyRequest) => boolean>>>
    > = {
      http: {
        "client hints": sends("sec-ch-ua", /Google Chrome/),
        "Chrome on Android": sends("user-agent", /Android/),
        "Android, by client hints": sends("sec-ch-ua-platform", /Android/),
        "another language than English": sends("accept-language", /^(?!en)./),
        "a second visit": sends("if-none-match", /./),
        "a reload": sends("cache-control", /max-age=0/),
        "a link with a code that does not look like a check's": ({ url = "" }) =>
          /[?&]a=(?!c[0-9a-f]{10}\b)/.test(url),
        "a link with another label than Garden Flat": ({ url = "" }) =>
          /card=(?!Garden%20Flat)/.test(url),
      },
      https: { "HTTP/2": ({ httpVersion }) => httpVersion === "2.0" },
    };
    for (const [scheme, seen] of Object.entries(traits) as [
      "http" | "https",
      typeof traits.http,
    ][]) {
      it(`sees no difference of an honest one over ${scheme}, with all visitors that it could tell apart`, async () => {
        const { code, output, errors } = await visit(scheme);
        // Node warns once that certificates are not checked, too.
        const told = errors.replaceAll(/^(\(|Warning: the record|Warning: headers).+\n/gm, "");
        expect({ code, errors: told }).to.deep.equal({
          code: 0,
          errors: "",
        });
        expect(output).to.contain(
          `files at ${scheme}://127.0.0.1:${server.port}/mint/ are what was built: no difference seen by ${VISITORS} visitors.\n`,
        );
        const visits = requests.filter(
          (request) =>
            /^\/mint\/(\?|$)/.test(request.url ?? "") &&
            sends("sec-fetch-mode", /navigate/)(request) &&
            sends("user-agent", /Mozilla/)(request),
        );
        for (const [trait, isSent] of Object.entries(seen)) {
          expect(visits.some(isSent), trait).to.equal(true);
        }
      });
    }

    const hijacks: readonly (readonly [title: string, scheme: "http" | "https", hijack: Hijack])[] =
      [
        ["visitors who reload it without their cache", "http", having("cache-control", /no-cache/)],
        [
          "HTTP/1.1 with TLS",
          "https",
          (response, name, request) => {
            const { httpVersion, headers } = request;
            const isBrowser = headers["sec-fetch-mode"] === "navigate";
            const isOld = httpVersion === "1.1" && !isPlain(request);
            if (name === "/" && isOld && isBrowser) inject(response);
          },
        ],
        [
          "plain http, by a redirect to elsewhere",
          "https",
          (response, name, request) => {
            if (name !== "/" || !isPlain(request)) return;
            Object.assign(response, {
              status: 301,
              headers: { location: "https://evil.example/" },
            });
          },
        ],
        [
          "the visitors whose storage it deletes by Clear-Site-Data",
          "http",
          ({ headers }) => {
            headers["clear-site-data"] = '"storage"';
          },
        ],
        [
          "a page that is cut short, whose first part has run",
          "http",
          (response, name, { headers }) => {
            if (name !== "/" || headers["sec-fetch-dest"] !== "document") return;
            inject(response);
            Object.assign(response.headers, { "content-length": 1_000, connection: "close" });
          },
        ],
        [
          "frames of other sites, which it lets show the page",
          "http",
          having("sec-fetch-dest", /iframe/),
        ],
        [
          "a script, as a browser asks for it",
          "http",
          (response, name, { headers }) => {
            if (name.startsWith("/assets/") && headers["sec-fetch-dest"] === "script")
              steal(response);
          },
        ],
        [
          "a reload, by a header of what has not changed",
          "http",
          (response, name) => {
            if (name === "/" && response.status === 304)
              response.headers.refresh = "9; url=https://evil.example/";
          },
        ],
      ];
    for (const [title, scheme, hostile] of hijacks) {
      it(`finds a hijack of ${title}`, async () => {
        hijack = hostile;
        const { code, errors } = await visit(scheme);
        expect(code, errors).to.equal(1);
        expect(errors).to.match(/^Error: \d+ differences? at /m);
      });
    }

    it("finds a hijack of one affiliate's links, if it is asked with that code", async () => {
      hijack = (response, name, { url }) => {
        if (name === "/" && /[?&]a=alice\b/.test(url ?? "")) inject(response);
      };
      const { errors } = await visit("http", "--code", "alice");
      expect(errors).to.contain("the page itself (other content for a link with a code");
    });

    it("says in one line that no browser starts, and finds nothing to be right then", async () => {
      const installed = process.env.CHROMIUM_PATH;
      process.env.CHROMIUM_PATH = process.execPath;
      const ended = await visit("http");
      if (installed === undefined) delete process.env.CHROMIUM_PATH;
      else process.env.CHROMIUM_PATH = installed;
      expect(ended).to.deep.equal({
        code: 1,
        output: "",
        errors:
          "Error: No sandboxed browser starts here. Set CHROMIUM_PATH to an installed Chromium or Chrome, " +
          "run this in a container, or skip browsers with --no-browser.\n",
      });
    });

    it("sends nothing that tells a host of the check, until its browsers have been there", async () => {
      await visit("http");
      const end = requests.findIndex(
        ({ headers }) =>
          headers["sec-fetch-mode"] !== undefined && !/Mozilla/.test(headers["user-agent"] ?? ""),
      );
      const ofBrowsers = requests.slice(0, end);
      expect(ofBrowsers.length).to.be.greaterThan(VISITORS * 5);
      for (const { headers, url = "" } of ofBrowsers) {
        expect(JSON.stringify(headers) + url).not.to.match(
          /headless|playwright|garden|node|undici/i,
        );
        const agent = headers["user-agent"] ?? "";
        const hints = String(headers["sec-ch-ua"] ?? "");
        expect(hints !== "", agent).to.equal(/Chrome\//.test(agent));
        expect(headers["sec-ch-ua-mobile"] === "?1", agent).to.equal(/Android/.test(agent));
      }
      const links = new Set(ofBrowsers.map(({ url }) => url).filter((url) => url?.includes("?")));
      requests.length = 0;
      await visit("http");
      const again = requests
        .map(({ url }) => url)
        .filter((url) => url?.includes("a=") || url?.includes("card="));
      expect(again).not.to.have.length(0);
      expect(again.filter((url) => links.has(url))).to.deep.equal([]);
    });
  });

  describe("run by ticket watch --site", () => {
    const sale = useWatchedSale();

    beforeEach(async () => {
      await record(sale.project);
      served = path.join(sale.project, "frontend/dist");
      const files: Record<string, string> = {};
      for (const [name, text] of [
        ["index.html", '<!doctype html><script type="module" src="sale.js"></script>'],
        ["sale.js", `export const sale = "${TICKET}";`],
      ] as const) {
        await mkdir(served, { recursive: true });
        await writeFile(path.join(served, name), text);
        files[name] = createHash("sha256").update(text).digest("hex");
      }
      const plain = { network: "sepolia", files, hostFiles: {}, headers: {} };
      await writeFile(path.join(served, "build-manifest.json"), JSON.stringify(plain));
    });

    afterEach(async () => {
      await rm(served, { recursive: true });
      served = dist;
    });

    it("says that the page is what was built, a hijack once, and when it is over", async () => {
      const url = `${site}/`.replaceAll(/[/.]/g, "\\$&");
      const watching = sale.watch("--site", `${site}/`, "--site-every", "0.01");
      await watching.saw(new RegExp(`  site +${url} is what was built\n`));
      hijack = onPage(inject);
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
