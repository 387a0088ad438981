import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Answer, askHost } from "./ask-host.ts";
import { type Reuse, reuseOf } from "./browser-cache.ts";
import { fileVisitors, pageVisitors, type Visitor, workerVisitors } from "./site-visitors.ts";

/** What the build wrote down of itself (`frontend/build/hosting/manifest.ts`): hashes are SHA-256, by path. */
export interface Manifest {
  readonly network: string;
  readonly files: Readonly<Record<string, string>>;
  /** What hosts read and need not serve. */
  readonly hostFiles: Readonly<Record<string, string>>;
  /** What the host files ask for, by path as `_headers` writes it. */
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const MANIFEST = "build-manifest.json";

export interface Finding {
  readonly file: string;
  readonly problem: string;
  /** The visitors that got this answer; `null` for all of them. */
  readonly visitors: readonly string[] | null;
}

export interface Comparison {
  readonly findings: readonly Finding[];
  /** Headers that neither the build asks for nor this check knows. */
  readonly unknownHeaders: readonly string[];
  /** What browsers do with the scripts that they have fetched: the worst of them. */
  readonly scripts: Reuse;
  /** What the host served, as text. */
  readonly texts: readonly string[];
}

interface Asked {
  readonly visitor: string;
  readonly problems: string[];
}

export interface Options {
  /** Affiliate codes whose links are opened as well. */
  readonly codes: readonly string[];
  /** False for a host that can't send the build's headers. */
  readonly headers: boolean;
}

const PAGE = "the page itself";
const AT_ONCE = 6;

/** Under these names, and at the top of the host as well, other tools register service workers. */
const WORKER_NAMES = [
  "sw.js",
  "sw.mjs",
  "serviceworker.js",
  "service-worker.js",
  "service_worker.js",
  "serviceWorker.js",
  "ServiceWorker.js",
  "worker.js",
  "firebase-messaging-sw.js",
  "ngsw-worker.js",
  "push-worker.js",
  "push-sw.js",
  "pwabuilder-sw.js",
  "precache-service-worker.js",
  "superpwa-sw.js",
  "workbox-sw.js",
  "OneSignalSDKWorker.js",
  "OneSignalSDKUpdaterWorker.js",
  "OneSignalSDK.sw.js",
];

/** What hosts read besides the build's own files, and what can rewrite a page that is on them. */
const HOST_CONFIGURATIONS = [
  "_redirects",
  "_routes.json",
  "_worker.js",
  "netlify.toml",
  "web.config",
];

/** Browsers act on these, and the page needs none of them. */
const UNWANTED_HEADERS = new Set([
  "content-disposition",
  "content-security-policy-report-only",
  "document-policy",
  "link",
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
]);

/** What hosts and their caches say of themselves and of the transfer. `Clear-Site-Data` is advised after an incident. */
const HARMLESS_HEADERS =
  /^(accept-ranges|access-control-allow-(headers|methods|origin)|access-control-expose-headers|age|alt-svc|cache-control|cache-status|cdn-.*|cf-.*|clear-site-data|connection|content-encoding|content-language|content-length|content-type|cross-origin-.*-policy|date|etag|expires|fastly-.*|integrity-policy|keep-alive|last-modified|nel|permissions-policy|pragma|referrer-policy|report-to|server|server-timing|strict-transport-security|timing-allow-origin|transfer-encoding|vary|via|x-.*|content-security-policy)$/;

const TYPES: Readonly<Record<string, RegExp>> = {
  ".html": /^text\/html(; *charset="?utf-8"?)?$/i,
  ".js": /^(text|application)\/javascript(; *charset="?utf-8"?)?$/i,
  ".svg": /^image\/svg\+xml(; *charset="?utf-8"?)?$/i,
  ".png": /^image\/png$/i,
};

/** Compares what a host serves with what was built, asked as browsers ask. */
export async function compareSite(
  base: URL,
  manifest: Manifest,
  manifestText: string,
  { codes, headers }: Options,
): Promise<Comparison> {
  const page = manifest.files["index.html"] ?? "";
  const asked = new Map<string, Asked[]>();
  const unknownHeaders = new Set<string>();
  const reuses = new Set<Reuse>();
  const texts: string[] = [];
  const questions: (() => Promise<void>)[] = [];

  function ask(
    file: string,
    url: URL,
    visitors: readonly Visitor[],
    judge: (answer: Answer) => readonly string[],
  ) {
    const ofFile = visitors.map(({ name }) => ({ visitor: name, problems: [] as string[] }));
    asked.set(file, [...(asked.get(file) ?? []), ...ofFile]);
    for (const [i, visitor] of visitors.entries()) {
      questions.push(async () => {
        const withQuery = new URL(url);
        withQuery.search = visitor.query;
        ofFile[i]?.problems.push(...judge(await askHost(withQuery, visitor.headers)));
      });
    }
  }

  const everyVisitor = pageVisitors([madeUpCode(), ...codes]);
  for (const [name, hash] of [["", page] as const, ...Object.entries(manifest.files)]) {
    const visitors = name === "" || name === "index.html" ? everyVisitor : fileVisitors(name);
    ask(name || PAGE, urlOf(base, name), visitors, (answer) => {
      // Some hosts have one address for the page, and send its file's name there.
      if (name === "index.html" && leadsTo(answer, urlOf(base, name), base)) return [];
      const found = [
        ...contentProblems(answer, hash, name || "index.html"),
        ...headerProblems(answer, headers ? wantedHeaders(manifest, name) : null),
      ];
      for (const header of answer.headers.keys()) {
        if (!HARMLESS_HEADERS.test(header) && !UNWANTED_HEADERS.has(header)) {
          unknownHeaders.add(header);
        }
      }
      if (name.endsWith(".js")) reuses.add(reuseOf(answer.headers));
      if (found.length === 0) texts.push(String(answer.body));
      return found;
    });
  }

  // A host may keep its own files to itself, or serve them as they were built.
  const mayBeServed = { ...manifest.hostFiles, [MANIFEST]: sha256(Buffer.from(manifestText)) };
  for (const [name, hash] of Object.entries(mayBeServed)) {
    ask(name, urlOf(base, name), fileVisitors(name), (answer) =>
      isAbsent(answer, page) || sha256(answer.body) === hash ? [] : ["other content"],
    );
  }

  const absent = [
    ...WORKER_NAMES,
    ...HOST_CONFIGURATIONS,
    // What a host answers to a name that nothing can have.
    `${randomBytes(8).toString("hex")}.js`,
  ];
  for (const name of absent) {
    const places = new Map(
      [urlOf(base, name), new URL(`/${name}`, base)].map((url) => [url.href, url]),
    );
    for (const url of places.values()) {
      ask(
        url.pathname.slice(1),
        url,
        [...workerVisitors(), ...fileVisitors(name).slice(-1)],
        (answer) => (isAbsent(answer, page) ? [] : ["served, but not in the build"]),
      );
    }
  }

  for (const folder of foldersOf(Object.keys(manifest.files))) {
    ask(folder, urlOf(base, folder), fileVisitors(folder).slice(-1), (answer) =>
      isAbsent(answer, page) ? [] : listingProblems(String(answer.body), folder, manifest),
    );
  }

  await inTurns(questions);
  const worst = (["sent again", "asked again"] as const).find((reuse) => reuses.has(reuse));
  return {
    findings: findingsOf(asked),
    unknownHeaders: [...unknownHeaders].sort(),
    scripts: worst ?? "kept",
    texts,
  };
}

/** Compares the build's folder with what the build wrote down: what is deployed is this folder. */
export async function compareFolder(folder: string, manifest: Manifest): Promise<Finding[]> {
  const wanted: Readonly<Record<string, string>> = { ...manifest.files, ...manifest.hostFiles };
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const present = new Map(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file).split(path.sep).join("/"), file]),
  );
  present.delete(MANIFEST);
  const findings: Finding[] = [];
  const report = (name: string, problem: string) =>
    findings.push({ file: `${name} on this machine`, problem, visitors: null });
  for (const [name, hash] of Object.entries(wanted)) {
    const file = present.get(name);
    if (file === undefined) report(name, "missing");
    else if (sha256(await readFile(file)) !== hash) report(name, "changed since it was built");
  }
  for (const name of present.keys()) {
    if (!Object.hasOwn(wanted, name)) report(name, "not in the build");
  }
  return findings;
}

function contentProblems(answer: Answer, hash: string, name: string): readonly string[] {
  const { status, headers, body } = answer;
  if (status >= 300 && status < 400) {
    return [`redirects to ${printable(headers.get("location") ?? "nowhere")}`];
  }
  if (status !== 200) return [`HTTP ${status}`];
  if (body === null) {
    return [`can't be decoded as ${printable(headers.get("content-encoding") ?? "")}`];
  }
  if (sha256(body) !== hash) return ["other content"];
  const type = headers.get("content-type") ?? "";
  const wanted = TYPES[path.extname(name)];
  return wanted === undefined || wanted.test(type)
    ? []
    : [`Content-Type is ${printable(type) || "missing"}`];
}

/** @param wanted `null` for a host that can't send what the build asks for */
function headerProblems(
  { status, headers }: Answer,
  wanted: Readonly<Record<string, string>> | null,
): readonly string[] {
  const problems = [...headers]
    .filter(([name]) => UNWANTED_HEADERS.has(name))
    // A redirect's own line names its address already.
    .filter(([name]) => name !== "location" || status === 200)
    .map(([name, value]) => `sends ${name}: ${printable(value)}`);
  if (wanted === null || status !== 200) return problems;
  for (const [name, value] of Object.entries(wanted)) {
    const sent = headers.get(name.toLowerCase());
    if (sent === undefined) problems.push(`${name} is missing`);
    else if (sent.trim() !== value) problems.push(`${name} is ${printable(sent)}`);
  }
  return problems;
}

function wantedHeaders(manifest: Manifest, name: string): Readonly<Record<string, string>> {
  const covers = (where: string) =>
    where.endsWith("*") ? `/${name}`.startsWith(where.slice(0, -1)) : where === `/${name}`;
  return Object.assign(
    {},
    ...Object.entries(manifest.headers)
      .filter(([where]) => covers(where))
      .map(([, values]) => values),
  );
}

/** Nothing is there, or the host answers with the page, as some do to every name that they don't know. */
function isAbsent({ status, headers, body }: Answer, page: string): boolean {
  if (status < 200 || status >= 300) return true;
  return sha256(body) === page && /^text\/html\b/i.test(headers.get("content-type") ?? "");
}

function leadsTo({ status, headers }: Answer, from: URL, to: URL): boolean {
  const target = URL.parse(headers.get("location") ?? "", from.href);
  if (target === null || status < 300 || status >= 400 || headers.has("refresh")) return false;
  return `${target.origin}${target.pathname}` === `${to.origin}${to.pathname}`;
}

/** What a directory listing links to under `folder`, and the build has not. */
function listingProblems(listing: string, folder: string, { files }: Manifest): readonly string[] {
  const known = new Set(
    Object.keys(files).map((name) => name.split("/").map(encodeURIComponent).join("/")),
  );
  const names = [...listing.matchAll(/href\s*=\s*["']?([^"'\s>]+)/gi)]
    .map(([, href = ""]) => URL.parse(href, `https://listing.invalid/${folder}`))
    .filter((url) => url?.host === "listing.invalid")
    .map((url) => (url?.pathname ?? "").slice(1))
    .filter((name) => name.startsWith(folder) && name !== folder)
    .filter((name) => !known.has(name));
  return [...new Set(names)].map((name) => `lists ${printable(name)}, which is not in the build`);
}

function foldersOf(names: readonly string[]): readonly string[] {
  const folders = names
    .filter((name) => name.includes("/"))
    .map((name) => `${path.dirname(name)}/`);
  return [...new Set(folders)];
}

/** One finding for each problem of a file; who met it is said if others did not. */
function findingsOf(asked: ReadonlyMap<string, readonly Asked[]>): Finding[] {
  return [...asked].flatMap(([file, answers]) => {
    const problems = new Set(answers.flatMap((answer) => answer.problems));
    return [...problems].map((problem) => {
      const met = answers.filter((answer) => answer.problems.includes(problem));
      const visitors = [...new Set(met.map(({ visitor }) => visitor))];
      return { file, problem, visitors: met.length === answers.length ? null : visitors };
    });
  });
}

async function inTurns(questions: readonly (() => Promise<void>)[]): Promise<void> {
  const left = questions.values();
  const worker = async () => {
    for (const question of left) await question();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function urlOf(base: URL, name: string): URL {
  return new URL(name.split("/").map(encodeURIComponent).join("/"), base);
}

/** A code that is not registered, and another one each time, so that a host can't recognise the check by it. */
function madeUpCode(): string {
  return `c${randomBytes(5).toString("hex")}`;
}

function sha256(content: Buffer | null): string | null {
  return content === null ? null : createHash("sha256").update(content).digest("hex");
}

/** What a host sent, as text that can't move a terminal's cursor, and bounded. */
function printable(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e]/g, "?");
  return plain.length > 100 ? `${plain.slice(0, 100)}…` : plain;
}
