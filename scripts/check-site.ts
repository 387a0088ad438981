import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { plural } from "./lib/amounts.ts";
import { readRecord } from "./lib/record.ts";
import { oneLine, TaskError } from "./lib/task-action.ts";

/**
 * `npm run check:site -- URL [FOLDER]`: whether a host serves exactly what was built, and whether that sells the
 * contract that was deployed. What it compares with is the build on this machine, never what the host says of itself.
 */

interface Manifest {
  readonly network: string;
  /** SHA-256 by path, relative to the page. */
  readonly files: Readonly<Record<string, string>>;
}

const ROOT = path.dirname(import.meta.dirname);
const ANSWER_WITHIN_MS = 20_000;
const AT_ONCE = 6;
const WANTED_HEADERS = ["x-content-type-options", "x-frame-options", "content-security-policy"];

async function checkSite(site: string | undefined, folder = "frontend/dist"): Promise<void> {
  const base = URL.parse(site ?? "");
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new TaskError("Say where the page is: npm run check:site -- https://tickets.example/");
  }
  // Without it the last part of the path would be taken for a file.
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  const manifest = await readManifest(folder);
  const served = await readServed(base, manifest);

  const wrong = served.filter(({ problem }) => problem !== null);
  if (wrong.length > 0) {
    const list = wrong
      .map(({ name, problem }) => `${name || "the page itself"} (${problem})`)
      .join(", ");
    throw new TaskError(`${wrong.length} of ${plural(served.length, "file")} differ: ${list}`);
  }
  console.log(`${plural(served.length, "file")} at ${base.href} are what was built.`);

  const record = await readRecord(ROOT, manifest.network);
  if (record === null) throw new TaskError(`Nothing is recorded for ${manifest.network}`);
  const address = record.address.toLowerCase();
  if (!served.some(({ text }) => text.toLowerCase().includes(address))) {
    throw new TaskError(
      `The page doesn't sell ${record.address}, which is recorded for ${manifest.network}. Build it anew.`,
    );
  }
  console.log(`It sells ${record.address} on ${manifest.network}, as recorded.`);

  const page = served.find(({ name }) => name === "");
  const missing = WANTED_HEADERS.filter((name) => !page?.headers.has(name));
  if (missing.length > 0) {
    console.error(`Warning: the host sends no ${missing.join(", ")}. See docs/hosting.md.`);
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(path.resolve(ROOT, folder, "build-manifest.json"), "utf8"));
  } catch {
    throw new TaskError(
      `${folder} has no build-manifest.json. Build the page that you deployed first.`,
    );
  }
}

interface Served {
  /** Empty for the page's address itself. */
  readonly name: string;
  readonly problem: string | null;
  readonly text: string;
  readonly headers: Headers;
}

async function readServed(base: URL, { files }: Manifest): Promise<Served[]> {
  const wanted = [["", files["index.html"] ?? ""], ...Object.entries(files)] as const;
  const served: Served[] = [];
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE);
    served.push(...(await Promise.all(some.map(([name, hash]) => readOne(base, name, hash)))));
  }
  return served;
}

async function readOne(base: URL, name: string, hash: string): Promise<Served> {
  const url = new URL(name.split("/").map(encodeURIComponent).join("/"), base);
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  } catch {
    throw new TaskError(`${base.host} does not answer. Is the address right?`);
  }
  const body = Buffer.from(await response.arrayBuffer());
  const found = createHash("sha256").update(body).digest("hex");
  return {
    name,
    problem: !response.ok ? `HTTP ${response.status}` : found === hash ? null : "other content",
    text: body.toString(),
    headers: response.headers,
  };
}

try {
  await checkSite(process.argv[2], process.argv[3]);
} catch (error) {
  console.error(`Error: ${oneLine(error)}`);
  process.exitCode = 1;
}
