import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { proveByNetwork } from "../../tasks/record/prove-by-network.ts";
import { readRecord } from "../../tasks/record/record.ts";
import { parseCodes } from "../../tasks/sale/affiliate-code.ts";
import { plural } from "../../tasks/shared/amounts.ts";
import { oneLine, TaskError } from "../../tasks/shared/task-action.ts";
import { shownInput } from "../../tasks/shared/visible-text.ts";
import type { Reuse } from "./browser-cache.ts";
import {
  compareFolder,
  compareSite,
  type Finding,
  MANIFEST,
  type Manifest,
} from "./compare-site.ts";
import { folderCid } from "./folder-cid.ts";

/**
 * `npm run check:site -- URL [FOLDER]`: whether a host serves exactly what was built, and whether that sells the
 * contract that was deployed. What it compares with is the build on this machine, never what the host says of itself.
 */

const HELP = `Compares what a host serves with the build on this machine, and the contract that it sells with the record.

  npm run check:site -- https://tickets.example/                 the build in frontend/dist
  npm run check:site -- https://tickets.example/ some/folder     another one
  npm run check:site -- https://tickets.example/ --code alice    asks with this affiliate's link as well (repeatable)
  npm run check:site -- https://tickets.example/ --cid bafybei…  compares the build's IPFS CID with this one as well
  npm run check:site -- https://tickets.example/ --no-headers    for a host that can't send the build's headers
  npm run check:site -- https://tickets.example/ --no-chain      without asking the chain whether the record is right
  npm run check:site -- https://tickets.example/ --no-browser    where no browser runs: finds no hijack of browsers
  npm run check:site -- https://tickets.example/ --insecure      takes any certificate, for a host of your own
  npm run --silent check:site -- https://tickets.example/ --json one JSON document

A real browser opens the page as visitors do: on telephones and desktops, in other languages, by links with made-up codes
and labels, over http and https, HTTP/1.1 and HTTP/2, for the first time, again, by a reload and in a frame. Everything that
it gets is compared with the build. Then every file is asked for once more, byte by byte, with usual names of service
workers and a host's own files. Redirects to elsewhere are refused, and all headers of the build's host files compared.
The record is proven by the transaction that made the contract, asked of <NETWORK>_RPC_URL, or of the network's public
endpoints.

It says that no difference was seen, never that there is none.
It can't see: content that depends on the visitor's network address, cookies, the time or chance; a service worker that is
left in a visitor's browser; files under names that it does not try. Run it from more than one place, often, and with your
affiliates' codes.

Ends with 1 when anything differs.`;

const ROOT = path.resolve(import.meta.dirname, "../../..");
const UNSEEN =
  "Not seen from here: what depends on the visitor's network address, cookies, the time or chance, and workers left in browsers.";
const MOST_LISTED = 8;

/** To a visitor who connects. */
const COST_OF_REUSE: Readonly<Record<Reuse, string | null>> = {
  kept: null,
  "asked again": "a visitor who connects waits for one more round trip",
  "sent again": "a visitor who connects is sent the wallet's code twice",
};

async function checkSite(): Promise<number> {
  const { values, positionals } = commandLine();
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const [site, folder = "frontend/dist"] = positionals;
  const base = readBase(site);
  const text = await readManifest(folder);
  const manifest = JSON.parse(text) as Manifest;
  const headers = !values["no-headers"];
  if (values.insecure) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const compared = await compareSite(base, manifest, text, {
    codes: parseCodes(values.code ?? []),
    headers,
    browsers: !values["no-browser"],
    insecure: values.insecure ?? false,
  });
  const findings = [
    ...(await compareFolder(path.resolve(ROOT, folder), manifest)),
    ...compared.findings,
  ];

  const cid = await folderCid(path.resolve(ROOT, folder));
  if (values.cid !== undefined && values.cid !== cid) {
    const problem = `the CID of the build is ${cid}, not ${shownInput(values.cid)}`;
    findings.push({ file: folder, problem, visitors: null });
  }

  const record = await readRecord(ROOT, manifest.network);
  const chain = !values["no-chain"];
  if (record !== null && chain) await proveByNetwork(record);
  const sells =
    record !== null &&
    compared.texts.some((one) => one.toLowerCase().includes(record.address.toLowerCase()));

  const files = Object.keys(manifest.files).length;
  if (values.json) {
    const { network } = manifest;
    const contract = record?.address ?? null;
    const { unknownHeaders, scripts } = compared;
    const site = {
      url: base.href,
      network,
      contract,
      sells,
      files,
      headersCompared: headers,
      visitors: compared.visitors,
      recordProven: chain,
      cid,
    };
    console.log(
      JSON.stringify({ ...site, findings, unknownHeaders, scripts, notSeen: UNSEEN }, null, 2),
    );
    return findings.length > 0 || !sells ? 1 : 0;
  }

  if (findings.length > 0) {
    const worker = findings.some(({ problem }) => problem.startsWith("served"));
    throw new TaskError(
      `${plural(findings.length, "difference")} at ${base.href}: ${described(findings)}.` +
        (worker ? " If one is a service worker, see Clear-Site-Data in docs/team/hosting.md." : ""),
    );
  }
  const { visitors } = compared;
  console.log(
    `${plural(files, "file")} at ${base.href} are what was built: no difference seen by ${visitors === 0 ? "plain requests" : plural(visitors, "visitor")}.`,
  );
  if (record === null) throw new TaskError(`Nothing is recorded for ${manifest.network}`);
  if (!sells) {
    throw new TaskError(
      `The page doesn't sell ${record.address}, which is recorded for ${manifest.network}. Build it anew.`,
    );
  }
  console.log(`It sells ${record.address} on ${manifest.network}, as recorded.`);
  console.log(`Its IPFS CID is ${cid}${values.cid === undefined ? "" : ", as asked for"}.`);
  console.log(UNSEEN);
  if (!chain) {
    console.error("Warning: the record was not proven. It is taken as it stands in this clone.");
  }
  if (!headers) {
    console.error(
      "Warning: headers were not compared. Without them the page's own script is all that refuses frames.",
    );
  }
  if (visitors === 0) {
    console.error(
      "Warning: no browser has opened the page. A host that serves browsers other content is not found so.",
    );
  }
  const cost = COST_OF_REUSE[compared.scripts];
  if (cost !== null) {
    console.error(
      `Warning: the host's headers keep browsers from reusing the files of assets/, so ${cost}. See docs/team/hosting.md.`,
    );
  }
  if (compared.unknownHeaders.length > 0) {
    console.error(
      `Warning: the host also sends ${compared.unknownHeaders.join(", ")}, which this check does not know.`,
    );
  }
  return 0;
}

function commandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        code: { type: "string", multiple: true },
        cid: { type: "string" },
        "no-headers": { type: "boolean" },
        "no-chain": { type: "boolean" },
        "no-browser": { type: "boolean" },
        insecure: { type: "boolean" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new TaskError((error as Error).message);
  }
}

function readBase(site: string | undefined): URL {
  const base = URL.parse(site ?? "");
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new TaskError("Say where the page is: npm run check:site -- https://tickets.example/");
  }
  // Without it the last part of the path would be taken for a file.
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  base.search = "";
  base.hash = "";
  return base;
}

async function readManifest(folder: string): Promise<string> {
  const missing = `${folder} has no ${MANIFEST}. Build the page that you deployed first.`;
  const text = await readFile(path.resolve(ROOT, folder, MANIFEST), "utf8").catch(() => {
    throw new TaskError(missing);
  });
  if (!text.includes('"hostFiles"')) {
    throw new TaskError(`${folder} was built by an older version. Build the page anew.`);
  }
  return text;
}

/** Files with the same problem stand together. */
function described(findings: readonly Finding[]): string {
  const groups = new Map<string, string[]>();
  for (const { file, problem, visitors } of findings) {
    const [first, ...more] = visitors ?? [];
    const others = more.length > 0 ? ` and ${more.length} more` : "";
    const key = first === undefined ? problem : `${problem} for ${first}${others}`;
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  const lines = [...groups].map(([problem, files]) => `${bounded(files, 3)} (${problem})`);
  return bounded(lines, MOST_LISTED);
}

function bounded(list: readonly string[], most: number): string {
  const rest = list.length - most;
  return [...list.slice(0, most), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

try {
  process.exitCode = await checkSite();
} catch (error) {
  console.error(`Error: ${oneLine(error)}`);
  process.exitCode = 1;
}
