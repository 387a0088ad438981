import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { testProject } from "./support/project.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
/** What hosts read and don't serve. */
const UNSERVED = ["/_headers", "/vercel.json", "/.htaccess", "/build-manifest.json"];

describe("check:site", () => {
  let project: string;
  let dist: string;
  let server: Server | undefined;
  let site: string;
  /** What the host changes, by path. */
  const tampered = new Map<string, (body: Buffer) => Buffer | null>();

  async function check(...words: string[]) {
    const script = path.join(project, "scripts/check-site.ts");
    const child = spawn(process.execPath, [script, ...words], { cwd: project });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const [code] = await once(child, "close");
    return { code, output, errors };
  }

  async function record(address: string): Promise<void> {
    const folder = path.join(project, "deployments/sepolia");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "record.json"), JSON.stringify({ address }));
  }

  before(async () => {
    project = await testProject();
    dist = await mkdtemp(path.join(tmpdir(), "site-"));
    const { resolve } = createRequire(path.join(ROOT, "frontend/package.json"));
    const vite = path.join(path.dirname(resolve("vite/package.json")), "bin/vite.js");
    await promisify(execFile)(
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
    await record(TICKET);
    server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      const name = pathname.replace(/^\/mint/, "");
      const file = path.join(dist, name === "/" ? "index.html" : decodeURIComponent(name));
      let body: Buffer | null = UNSERVED.includes(name)
        ? null
        : await readFile(file).catch(() => null);
      const change = tampered.get(name);
      if (body !== null && change !== undefined) body = change(body);
      response.writeHead(body === null ? 404 : 200, {
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "content-security-policy": "frame-ancestors 'none'",
      });
      response.end(body ?? "");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("No port");
    site = `http://127.0.0.1:${address.port}/mint`;
  });

  afterEach(() => tampered.clear());

  after(async () => {
    server?.closeAllConnections();
    server?.close();
    await rm(dist, { recursive: true });
    await rm(path.join(project, "deployments/sepolia"), { recursive: true });
  });

  it("finds that a host serves what was built, and that it sells what was deployed", async () => {
    const { code, output, errors } = await check(site, dist);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    const { files } = JSON.parse(await readFile(path.join(dist, "build-manifest.json"), "utf8"));
    expect(files).to.include.keys("index.html", "favicon.svg");
    expect(files).not.to.have.any.keys("_headers", "vercel.json", ".htaccess");
    expect(output).to.equal(
      `${Object.keys(files).length + 1} files at ${site}/ are what was built.\n` +
        `It sells ${TICKET} on sepolia, as recorded.\n`,
    );
  });

  it("finds an injected script, a file that is gone, and a page that differs without its name", async () => {
    const inject = (body: Buffer) => Buffer.concat([body, Buffer.from("<script></script>")]);
    tampered.set("/", inject);
    tampered.set("/favicon.svg", () => null);
    const { code, output, errors } = await check(site, dist);
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).to.match(
      /^Error: 2 of \d+ files differ: the page itself \(other content\), favicon\.svg \(HTTP 404\)\n$/,
    );
  });

  it("finds that the page sells another contract than the recorded one", async () => {
    await record(`0x${"11".repeat(20)}`);
    const { code, errors } = await check(site, dist);
    await record(TICKET);
    expect(code).to.equal(1);
    expect(errors).to.match(/^Error: The page doesn't sell 0x1111.+Build it anew\.\n$/);
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
});
