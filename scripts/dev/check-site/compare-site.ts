import { hash as digest, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Answer, askHost } from "./ask-host.ts";
import { inAnyOrder } from "./site-visitors.ts";
import { type SiteVisits, visitSite } from "./visit-site.ts";

/** The build's files; `frontend/build/hosting/manifest.ts` writes it. SHA-256 by path. */
export interface Manifest {
  readonly network: string;
  readonly files: Readonly<Record<string, string>>;
  /** Files that the host reads and may refuse to serve. */
  readonly hostFiles: Readonly<Record<string, string>>;
  /** Headers by path pattern, like in `_headers`. */
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const MANIFEST = "build-manifest.json";

export interface Finding {
  readonly file: string;
  readonly problem: string;
  /** `null` if all visitors saw it. */
  readonly visitors: readonly string[] | null;
}

export interface Comparison {
  readonly findings: readonly Finding[];
  readonly visitors: number;
  readonly texts: readonly string[];
}

interface Asked {
  readonly visitor: string;
  readonly problems: readonly string[];
}

export interface Options extends Pick<SiteVisits, "codes" | "insecure"> {
  readonly headers: boolean;
  readonly browsers: boolean;
}

const PAGE = "the page itself";
const AT_ONCE = 6;

/** Usual names of service workers, and files that make a host rewrite a page. */
const UNBUILT = [
  "sw.js sw.mjs serviceworker.js service-worker.js service_worker.js serviceWorker.js ServiceWorker.js worker.js",
  "firebase-messaging-sw.js ngsw-worker.js push-worker.js push-sw.js pwabuilder-sw.js precache-service-worker.js",
  "superpwa-sw.js workbox-sw.js OneSignalSDKWorker.js OneSignalSDKUpdaterWorker.js OneSignalSDK.sw.js",
  "_redirects _routes.json _worker.js netlify.toml web.config",
].flatMap((names) => names.split(" "));

/** Headers that the page does not need, although they change a browser's behaviour. */
const UNWANTED_HEADERS =
  /^(accept-ch|clear-site-data|content-disposition|content-security-policy-report-only|critical-ch|document-policy|link|location|origin-trial|refresh|reporting-endpoints|service-worker-allowed|set-cookie|sourcemap|speculation-rules|use-as-dictionary|x-sourcemap)$/;

const TYPES: Readonly<Record<string, RegExp>> = {
  ".html": /^text\/html(; *charset="?utf-8"?)?$/i,
  ".js": /^(text|application)\/javascript(; *charset="?utf-8"?)?$/i,
  ".svg": /^image\/svg\+xml(; *charset="?utf-8"?)?$/i,
  ".png": /^image\/png$/i,
};

const ASKERS = {
  "a plain request": { Accept: "*/*", "Accept-Encoding": "identity" },
  // Browsers also send these headers when they check for a newer service worker.
  "a browser that installs a service worker": {
    Accept: "*/*",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Sec-Fetch-Dest": "serviceworker",
    "Sec-Fetch-Mode": "same-origin",
    "Sec-Fetch-Site": "same-origin",
    "Service-Worker": "script",
  },
} as const;

export async function compareSite(
  base: URL,
  manifest: Manifest,
  manifestText: string,
  options: Options,
): Promise<Comparison> {
  const texts = new Map<string, string>();
  const hostFiles = { ...manifest.hostFiles, [MANIFEST]: sha256(Buffer.from(manifestText)) };
  const site: Site = { base, manifest, hostFiles, headers: options.headers, texts };
  const files = Object.keys(manifest.files);
  const questions = questionsTo(site);
  const asked = new Map<string, Asked[]>([[PAGE, []]]);
  for (const { url } of questions) asked.set(labelOf(site, url), []);
  const note = (visitor: string, url: URL, problems: readonly string[]) => {
    const file = labelOf(site, url);
    asked.set(file, [...(asked.get(file) ?? []), { visitor, problems }]);
    return problems.length > 0;
  };
  const judge: SiteVisits["judge"] = (visitor, url, answer) => {
    const found = answer === null ? ["does not answer"] : problemsOf(site, url, answer);
    // Browsers hide this header.
    const shown = found.filter((one) => one !== "Strict-Transport-Security is missing");
    return note(visitor, url, shown);
  };
  const visitors = options.browsers ? await visitSite({ base, ...options, files, judge }) : 0;
  await inTurns(
    inAnyOrder(questions).map(({ url, asker }) => async () => {
      note(asker, url, problemsOf(site, url, await askHost(url, ASKERS[asker])));
    }),
  );
  return { findings: findingsOf(asked), visitors, texts: [...texts.values()] };
}

interface Site {
  readonly base: URL;
  readonly manifest: Manifest;
  /** SHA-256 of the files that a host may refuse to serve. */
  readonly hostFiles: Readonly<Record<string, string | null>>;
  readonly headers: boolean;
  /** The build's text files as the host served them, by name. */
  readonly texts: Map<string, string>;
}

interface Question {
  readonly url: URL;
  readonly asker: keyof typeof ASKERS;
}

function questionsTo({ base, manifest, hostFiles }: Site): readonly Question[] {
  const files = ["", ...Object.keys(manifest.files)];
  const scripts = files.filter((name) => name.endsWith(".js"));
  const absent = [...UNBUILT, `${randomBytes(8).toString("hex")}.js`].flatMap((name) => [
    urlOf(base, name),
    new URL(`/${name}`, base),
  ]);
  const urls = (names: readonly string[]) => names.map((name) => urlOf(base, name));
  const asking = (asker: keyof typeof ASKERS, list: readonly URL[]) =>
    [...new Set(list.map(({ href }) => href))].map((href) => ({ url: new URL(href), asker }));
  return [
    ...asking("a plain request", [...urls([...files, ...Object.keys(hostFiles)]), ...absent]),
    ...asking("a browser that installs a service worker", [...urls(scripts), ...absent]),
  ];
}

/** The page, a file relative to it, or a path outside its folder. */
function labelOf(site: Site, url: URL): string {
  const name = nameOf(site.base, url);
  if (name === "") return PAGE;
  return name !== null && isKnown(site, name) ? name : url.pathname.slice(1);
}

function isKnown({ manifest, hostFiles }: Site, name: string): boolean {
  return Object.hasOwn(manifest.files, name) || Object.hasOwn(hostFiles, name);
}

function problemsOf(site: Site, url: URL, answer: Answer): readonly string[] {
  const { manifest, hostFiles } = site;
  const name = nameOf(site.base, url);
  if (name === "" || (name !== null && Object.hasOwn(manifest.files, name))) {
    return fileProblems(site, name, url, answer);
  }
  if (isAbsent(answer, manifest.files["index.html"] ?? "")) return [];
  if (name === null || !isKnown(site, name)) return ["served, but not in the build"];
  return sha256(answer.body) === hostFiles[name] ? [] : ["other content"];
}

/** @param name empty for the page itself */
function fileProblems(site: Site, name: string, url: URL, answer: Answer): readonly string[] {
  const { base, manifest, headers, texts } = site;
  // Some hosts redirect a file's name, or all http requests, to the page.
  const isOtherScheme = url.protocol !== base.protocol;
  if (isOtherScheme && leadsTo(answer, url, urlOf(base, name, url.search))) return [];
  if (name === "index.html" && leadsTo(answer, url, base)) return [];
  const file = name || "index.html";
  const found = [
    ...contentProblems(answer, manifest.files[file] ?? "", file),
    ...headerProblems(answer, headers ? wantedHeaders(manifest, name) : null),
  ];
  if (found.length === 0) texts.set(name, String(answer.body));
  return found;
}

export async function compareFolder(folder: string, manifest: Manifest): Promise<Finding[]> {
  const wanted = new Map(Object.entries({ ...manifest.files, ...manifest.hostFiles }));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const present = new Map<string, string>();
  for (const entry of entries.filter((one) => !one.isDirectory())) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    if (name !== MANIFEST) present.set(name, sha256(await readFile(file)) ?? "");
  }
  return [...new Set([...wanted.keys(), ...present.keys()])].flatMap((name) => {
    if (present.get(name) === wanted.get(name)) return [];
    const changed = wanted.has(name) ? "changed since it was built" : "not in the build";
    const problem = present.has(name) ? changed : "missing";
    return { file: `${name} on this machine`, problem, visitors: null };
  });
}

function contentProblems(answer: Answer, hash: string, name: string): readonly string[] {
  const { status, headers, body } = answer;
  if (status === 304 && body === null) return [];
  if (status >= 300 && status < 400) {
    return [`redirects to ${printable(headers.get("location") ?? "nowhere")}`];
  }
  if (status !== 200) return [`HTTP ${status}`];
  if (body === null) return ["does not end, or can't be decoded"];
  if (sha256(body) !== hash) return ["other content"];
  const type = headers.get("content-type") ?? "";
  const wanted = TYPES[path.extname(name)];
  return wanted === undefined || wanted.test(type)
    ? []
    : [`Content-Type is ${printable(type) || "missing"}`];
}

/** @param wanted `null` for a host that can't send headers */
function headerProblems(
  { status, headers }: Answer,
  wanted: Readonly<Record<string, string>> | null,
): readonly string[] {
  const problems = [...headers]
    .filter(([name]) => UNWANTED_HEADERS.test(name))
    .filter(([name]) => name !== "location" || status === 200)
    .map(([name, value]) => `sends ${name}: ${printable(value)}`);
  if (wanted === null || !(status === 200 || status === 304)) return problems;
  for (const [name, value] of Object.entries(wanted)) {
    const sent = headers.get(name.toLowerCase()) ?? (status === 304 ? value : undefined);
    if (sent === undefined) problems.push(`${name} is missing`);
    else if (sent.trim() !== value) problems.push(`${name} is ${printable(sent)}`);
  }
  return problems;
}

function wantedHeaders(manifest: Manifest, name: string): Readonly<Record<string, string>> {
  const covers = (where: string) =>
    where.endsWith("*") ? `/${name}`.startsWith(where.slice(0, -1)) : where === `/${name}`;
  const covering = Object.entries(manifest.headers).filter(([where]) => covers(where));
  return Object.assign({}, ...covering.map(([, values]) => values));
}

/** Some hosts answer unknown names with the page. */
function isAbsent({ status, headers, body }: Answer, page: string): boolean {
  if (status < 200 || status >= 300) return true;
  return sha256(body) === page && /^text\/html\b/i.test(headers.get("content-type") ?? "");
}

function leadsTo({ status, headers }: Answer, from: URL, to: URL): boolean {
  const target = URL.parse(headers.get("location") ?? "", from.href);
  if (target === null || status < 300 || status >= 400 || headers.has("refresh")) return false;
  return (
    `${target.origin}${target.pathname}` === `${to.origin}${to.pathname}` &&
    (to.search === "" || target.search === to.search)
  );
}

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
  const asker = async () => {
    for (const question of left) await question();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, asker));
}

function urlOf(base: URL, name: string, search = ""): URL {
  return new URL(name.split("/").map(encodeURIComponent).join("/") + search, base);
}

/** Returns `null` outside the page's folder. The scheme may differ. */
function nameOf(base: URL, { pathname }: URL): string | null {
  if (!pathname.startsWith(base.pathname)) return null;
  try {
    return decodeURIComponent(pathname.slice(base.pathname.length));
  } catch {
    return null;
  }
}

function sha256(content: Buffer | null): string | null {
  return content === null ? null : digest("sha256", content);
}

/** Control characters could move a terminal's cursor. */
function printable(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e]/g, "?");
  return plain.length > 100 ? `${plain.slice(0, 100)}…` : plain;
}
