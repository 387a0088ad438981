import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { OutgoingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { checkSite } from "../../../scripts/dev/check-site/site-report.ts";
import { fakeRecord } from "../../support/fake-record.ts";
import type { HttpServer } from "../../support/http-server.ts";
import { type AnyRequest, startManyProtocols } from "../../support/many-protocols.ts";
import { endedBy } from "../support/console.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const FILES: Readonly<Record<string, string>> = {
  "index.html": `<!doctype html><meta charset="utf-8"><script type="module" src="assets/index.js"></script>`,
  "assets/index.js": `console.log("${TICKET}");`,
  "favicon.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
};
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};
const VISITORS = 10;

interface Response {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}
type Hijack = (response: Response, name: string, request: AnyRequest) => void;

const inject = (response: Response) => {
  response.status = 200;
  response.body = `${FILES["index.html"]}<script>steal()</script>`;
};
/** For HTTP/2, the socket is a proxy, and `in` does not find `encrypted`. */
const isPlain = ({ socket }: AnyRequest) => Reflect.get(socket, "encrypted") !== true;
const having =
  (header: string, value: RegExp): Hijack =>
  (response, name, { headers }) => {
    if (name === "index.html" && value.test(String(headers[header] ?? ""))) inject(response);
  };

describe("check:site of a hostile host", () => {
  let root: string;
  let dist: string;
  let server: HttpServer;
  let hijack: Hijack = () => {};
  const requests: AnyRequest[] = [];

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), "hijacked-"));
    dist = path.join(root, "dist");
    await mkdir(path.join(dist, "assets"), { recursive: true });
    const files: Record<string, string> = {};
    for (const [name, text] of Object.entries(FILES)) {
      await writeFile(path.join(dist, name), text);
      files[name] = createHash("sha256").update(text).digest("hex");
    }
    const manifest = { network: "sepolia", files, hostFiles: {}, headers: {} };
    await writeFile(path.join(dist, "build-manifest.json"), JSON.stringify(manifest));
    const folder = path.join(root, "deployments/sepolia");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "record.json"), JSON.stringify(fakeRecord(TICKET)));

    server = await startManyProtocols((request, response) => {
      requests.push(request);
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const name = pathname.slice(1) || "index.html";
      const text = FILES[name];
      const etag = `"${createHash("sha256").update(name).digest("hex").slice(0, 8)}"`;
      const answer: Response = {
        status: text === undefined ? 404 : 200,
        headers: {
          "content-type": TYPES[path.extname(name)] ?? "text/plain",
          "cache-control": "no-cache",
          etag,
        },
        body: text ?? "",
      };
      if (text !== undefined && request.headers["if-none-match"] === etag) {
        Object.assign(answer, { status: 304, body: "" });
      }
      hijack(answer, name, request);
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body);
    });
  });

  afterEach(() => {
    // `--insecure` sets it.
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    hijack = () => {};
    requests.length = 0;
  });

  after(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });

  function check(scheme: "http" | "https", ...more: string[]) {
    const site = `${scheme}://127.0.0.1:${server.port}/`;
    return endedBy(() => checkSite([site, dist, "--no-chain", "--insecure", ...more], root));
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
  for (const [scheme, seen] of Object.entries(traits) as ["http" | "https", typeof traits.http][]) {
    it(`sees no difference of an honest one over ${scheme}, with all visitors that it could tell apart`, async () => {
      const { code, output, errors } = await check(scheme);
      // Node warns once that certificates are not checked.
      const told = errors.replaceAll(/^\(.+\n/gm, "");
      expect({ code, errors: told }).to.deep.equal({
        code: 0,
        errors: "Warning: the record was not proven. It is taken as it stands in this clone.\n",
      });
      expect(output).to.contain(
        `3 files at ${scheme}://127.0.0.1:${server.port}/ are what was built: no difference seen by ${VISITORS} visitors.\n`,
      );
      const visits = requests.filter(
        (request) =>
          /^\/(\?|$)/.test(request.url ?? "") &&
          sends("sec-fetch-mode", /navigate/)(request) &&
          sends("user-agent", /Mozilla/)(request),
      );
      for (const [trait, isSent] of Object.entries(seen)) {
        expect(visits.some(isSent), trait).to.equal(true);
      }
    });
  }

  const hijacks: readonly (readonly [title: string, scheme: "http" | "https", hijack: Hijack])[] = [
    ["visitors who reload it without their cache", "http", having("cache-control", /no-cache/)],
    [
      "HTTP/1.1 with TLS",
      "https",
      (response, name, { httpVersion, headers }) => {
        const isBrowser = headers["sec-fetch-mode"] === "navigate";
        if (name === "index.html" && httpVersion === "1.1" && isBrowser) inject(response);
      },
    ],
    [
      "plain http, by a redirect to elsewhere",
      "https",
      (response, name, request) => {
        if (name !== "index.html" || !isPlain(request)) return;
        Object.assign(response, { status: 301, headers: { location: "https://evil.example/" } });
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
        if (name !== "index.html" || headers["sec-fetch-dest"] !== "document") return;
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
        if (name === "assets/index.js" && headers["sec-fetch-dest"] === "script")
          response.body += "steal()";
      },
    ],
    [
      "a reload, by a header of what has not changed",
      "http",
      (response, name) => {
        if (name === "index.html" && response.status === 304)
          response.headers.refresh = "9; url=https://evil.example/";
      },
    ],
  ];
  for (const [title, scheme, hostile] of hijacks) {
    it(`finds a hijack of ${title}`, async () => {
      hijack = hostile;
      const { code, errors } = await check(scheme);
      expect(code, errors).to.equal(1);
      expect(errors).to.match(/^Error: \d+ differences? at /m);
    });
  }

  it("finds a hijack of one affiliate's links, if it is asked with that code", async () => {
    hijack = (response, name, { url }) => {
      if (name === "index.html" && /[?&]a=alice\b/.test(url ?? "")) inject(response);
    };
    const { errors } = await check("http", "--code", "alice");
    expect(errors).to.contain("the page itself (other content for a link with a code");
  });

  it("says in one line that no browser starts, and finds nothing to be right then", async () => {
    const installed = process.env.CHROMIUM_PATH;
    process.env.CHROMIUM_PATH = process.execPath;
    const ended = await check("http");
    if (installed === undefined) delete process.env.CHROMIUM_PATH;
    else process.env.CHROMIUM_PATH = installed;
    expect(ended).to.deep.equal({
      ...{ code: 1, output: "" },
      errors:
        "Error: No browser starts here, in its sandbox. Set CHROMIUM_PATH to an installed Chromium or Chrome, " +
        "run this in a container, or leave browsers out by --no-browser.\n",
    });
  });

  it("sends nothing that tells a host of the check, until its browsers have been there", async () => {
    await check("http");
    const end = requests.findIndex(
      ({ headers }) =>
        headers["sec-fetch-mode"] !== undefined && !/Mozilla/.test(headers["user-agent"] ?? ""),
    );
    const ofBrowsers = requests.slice(0, end);
    expect(ofBrowsers.length).to.be.greaterThan(VISITORS * 5);
    for (const { headers, url = "" } of ofBrowsers) {
      expect(JSON.stringify(headers) + url).not.to.match(/headless|playwright|garden|node|undici/i);
      const agent = headers["user-agent"] ?? "";
      const hints = String(headers["sec-ch-ua"] ?? "");
      expect(hints !== "", agent).to.equal(/Chrome\//.test(agent));
      expect(headers["sec-ch-ua-mobile"] === "?1", agent).to.equal(/Android/.test(agent));
    }
    const links = new Set(ofBrowsers.map(({ url }) => url).filter((url) => url?.includes("?")));
    requests.length = 0;
    await check("http");
    const again = requests
      .map(({ url }) => url)
      .filter((url) => url?.includes("a=") || url?.includes("card="));
    expect(again).not.to.have.length(0);
    expect(again.filter((url) => links.has(url))).to.deep.equal([]);
  });
});
