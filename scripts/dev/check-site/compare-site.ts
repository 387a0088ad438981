import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Answer, askHost } from "./ask-host.ts";
import { type Reuse, reuseOf } from "./browser-cache.ts";
import { inAnyOrder } from "./site-visitors.ts";
import { visitSite } from "./visit-site.ts";

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
  /** How many a browser has played. */
  readonly visitors: number;
  /** Headers that neither the build asks for nor this check knows. */
  readonly unknownHeaders: readonly string[];
  /** What browsers do with the scripts that they have fetched: the worst of them. */
  readonly scripts: Reuse;
  /** What the host served, as text. */
  readonly texts: readonly string[];
}

interface Asked {
  readonly visitor: string;
  readonly problems: readonly string[];
}

export interface Options {
  /** Affiliate codes whose links are opened as well. */
  readonly codes: readonly string[];
  /** False for a host that can't send the build's headers. */
  readonly headers: boolean;
  /** False for a machine where no browser runs. */
  readonly browsers: boolean;
  /** Whether any certificate will do. */
  readonly insecure: boolean;
}

const PAGE = "the page itself";
const AT_ONCE = 6;

/** Under these names, and at the top of the host as well, other tools register service workers. */
const WORKER_NAMES = [
  "sw.js sw.mjs serviceworker.js service-worker.js service_worker.js serviceWorker.js ServiceWorker.js worker.js",
  "firebase-messaging-sw.js ngsw-worker.js push-worker.js push-sw.js pwabuilder-sw.js precache-service-worker.js",
  "superpwa-sw.js workbox-sw.js OneSignalSDKWorker.js OneSignalSDKUpdaterWorker.js OneSignalSDK.sw.js",
].flatMap((names) => names.split(" "));

/** What hosts read besides the build's own files, and what can rewrite a page that is on them. */
const HOST_CONFIGURATIONS = "_redirects _routes.json _worker.js netlify.toml web.config".split(" ");

/** Browsers act on these, and the page needs none of them. */
const UNWANTED_HEADERS =
  /^(accept-ch|clear-site-data|content-disposition|content-security-policy-report-only|critical-ch|document-policy|link|location|origin-trial|refresh|reporting-endpoints|service-worker-allowed|set-cookie|sourcemap|speculation-rules|use-as-dictionary|x-sourcemap)$/;

/** What hosts and their caches say of themselves and of the transfer. */
const HARMLESS_HEADERS =
  /^(accept-ranges|access-control-allow-(headers|methods|origin)|access-control-expose-headers|age|alt-svc|cache-control|cache-status|cdn-.*|cf-.*|connection|content-encoding|content-language|content-length|content-type|cross-origin-.*-policy|date|etag|expires|fastly-.*|integrity-policy|keep-alive|last-modified|nel|permissions-policy|pragma|referrer-policy|report-to|server|server-timing|strict-transport-security|timing-allow-origin|transfer-encoding|vary|via|x-.*|content-security-policy)$/;

const TYPES: Readonly<Record<string, RegExp>> = {
  ".html": /^text\/html(; *charset="?utf-8"?)?$/i,
  ".js": /^(text|application)\/javascript(; *charset="?utf-8"?)?$/i,
  ".svg": /^image\/svg\+xml(; *charset="?utf-8"?)?$/i,
  ".png": /^image\/png$/i,
};

/** A browser's request that no page makes by itself, and those of programs. */
interface Asker {
  /** As it stands in a message: "other content for …". */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

const PLAIN: Asker = {
  name: "a plain request",
  headers: { Accept: "*/*", "Accept-Encoding": "identity" },
};
/** How a browser asks for a service worker, or whether one that it has is still the newest. */
const WORKER: Asker = {
  name: "a browser that installs a service worker",
  headers: {
    Accept: "*/*",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Sec-Fetch-Dest": "serviceworker",
    "Sec-Fetch-Mode": "same-origin",
    "Sec-Fetch-Site": "same-origin",
    "Service-Worker": "script",
  },
};

/**
 * Compares what a host serves with what was built. Browsers come first: the rest shows a host that it is being checked.
 */
export async function compareSite(
  base: URL,
  manifest: Manifest,
  manifestText: string,
  { codes, headers, browsers, insecure }: Options,
): Promise<Comparison> {
  const page = manifest.files["index.html"] ?? "";
  const asked = new Map<string, Asked[]>([[PAGE, []]]);
  const unknownHeaders = new Set<string>();
  const reuses = new Set<Reuse>();
  const texts = new Map<string, string>();
  const questions: (() => Promise<void>)[] = [];
  const note = (file: string, visitor: string, problems: readonly string[]) => {
    asked.set(file, [...(asked.get(file) ?? []), { visitor, problems }]);
    return problems.length > 0;
  };

  function ask(
    file: string,
    url: URL,
    askers: readonly Asker[],
    judge: (answer: Answer) => readonly string[],
  ) {
    asked.set(file, asked.get(file) ?? []);
    for (const { name, headers } of askers) {
      questions.push(async () => void note(file, name, judge(await askHost(url, headers))));
    }
  }

  /** @param name of a file of the build; empty for the page itself */
  function judgeFile(name: string, url: URL, answer: Answer): readonly string[] {
    // Some hosts have one address for the page, and send its file's name there, or all of http.
    if (url.protocol !== base.protocol && leadsTo(answer, url, urlOf(base, name, url.search)))
      return [];
    if (name === "index.html" && leadsTo(answer, url, base)) return [];
    const found = [
      ...contentProblems(answer, manifest.files[name || "index.html"] ?? "", name || "index.html"),
      ...headerProblems(answer, headers ? wantedHeaders(manifest, name) : null),
    ];
    for (const header of answer.headers.keys()) {
      if (!HARMLESS_HEADERS.test(header) && !UNWANTED_HEADERS.test(header)) {
        unknownHeaders.add(header);
      }
    }
    if (name.endsWith(".js")) reuses.add(reuseOf(answer.headers));
    if (found.length === 0) texts.set(name, String(answer.body));
    return found;
  }

  const visitors = browsers
    ? await visitSite({
        base,
        codes,
        insecure,
        files: Object.keys(manifest.files),
        judge(visitor, url, answer) {
          const name = nameOf(base, url);
          const isFile = name === "" || (name !== null && Object.hasOwn(manifest.files, name));
          if (answer === null) return note(PAGE, visitor, ["does not answer"]);
          if (isFile) {
            const found = judgeFile(name, url, answer);
            // A browser keeps this one to itself.
            const shown = found.filter((one) => one !== "Strict-Transport-Security is missing");
            return note(name || PAGE, visitor, shown);
          }
          return note(url.pathname.slice(1), visitor, absentProblems(answer, page));
        },
      })
    : 0;

  for (const name of ["", ...Object.keys(manifest.files)]) {
    const askers = name.endsWith(".js") ? [PLAIN, WORKER] : [PLAIN];
    const url = urlOf(base, name);
    ask(name || PAGE, url, askers, (answer) => judgeFile(name, url, answer));
  }

  // A host may keep its own files to itself, or serve them as they were built.
  const mayBeServed = { ...manifest.hostFiles, [MANIFEST]: sha256(Buffer.from(manifestText)) };
  for (const [name, hash] of Object.entries(mayBeServed)) {
    ask(name, urlOf(base, name), [PLAIN], (answer) =>
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
      ask(url.pathname.slice(1), url, [WORKER, PLAIN], (answer) => absentProblems(answer, page));
    }
  }

  for (const folder of foldersOf(Object.keys(manifest.files))) {
    ask(folder, urlOf(base, folder), [PLAIN], (answer) =>
      isAbsent(answer, page) ? [] : listingProblems(String(answer.body), folder, manifest),
    );
  }

  await inTurns(inAnyOrder(questions));
  const worst = (["sent again", "asked again"] as const).find((reuse) => reuses.has(reuse));
  return {
    findings: findingsOf(asked),
    visitors,
    unknownHeaders: [...unknownHeaders].sort(),
    scripts: worst ?? "kept",
    texts: [...texts.values()],
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
  // A browser took its own copy, which was judged when it got it.
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

/** @param wanted `null` for a host that can't send what the build asks for */
function headerProblems(
  { status, headers }: Answer,
  wanted: Readonly<Record<string, string>> | null,
): readonly string[] {
  const problems = [...headers]
    .filter(([name]) => UNWANTED_HEADERS.test(name))
    // A redirect's own line names its address already.
    .filter(([name]) => name !== "location" || status === 200)
    .map(([name, value]) => `sends ${name}: ${printable(value)}`);
  // What is still the newest can bring other headers, and need not repeat any.
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

function absentProblems(answer: Answer, page: string): readonly string[] {
  return isAbsent(answer, page) ? [] : ["served, but not in the build"];
}

function leadsTo({ status, headers }: Answer, from: URL, to: URL): boolean {
  const target = URL.parse(headers.get("location") ?? "", from.href);
  if (target === null || status < 300 || status >= 400 || headers.has("refresh")) return false;
  return (
    `${target.origin}${target.pathname}` === `${to.origin}${to.pathname}` &&
    (to.search === "" || target.search === to.search)
  );
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

function urlOf(base: URL, name: string, search = ""): URL {
  return new URL(name.split("/").map(encodeURIComponent).join("/") + search, base);
}

/** @returns the path below the page, over either scheme; `null` for what lies elsewhere on the host */
function nameOf(base: URL, { pathname }: URL): string | null {
  if (!pathname.startsWith(base.pathname)) return null;
  try {
    return decodeURIComponent(pathname.slice(base.pathname.length));
  } catch {
    return null;
  }
}

function sha256(content: Buffer | null): string | null {
  return content === null ? null : createHash("sha256").update(content).digest("hex");
}

/** What a host sent, as text that can't move a terminal's cursor, and bounded. */
function printable(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e]/g, "?");
  return plain.length > 100 ? `${plain.slice(0, 100)}…` : plain;
}
