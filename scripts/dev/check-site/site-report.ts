import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { plural } from "../../tasks/cli/amounts.ts";
import { oneLine, TaskError } from "../../tasks/cli/task.ts";
import { shownInput } from "../../tasks/cli/visible-text.ts";
import { proveByNetwork } from "../../tasks/record/prove-by-network.ts";
import { readRecord } from "../../tasks/record/record.ts";
import { parseCodes } from "../../tasks/sale/affiliate-code.ts";
import {
  compareFolder,
  compareSite,
  type Finding,
  MANIFEST,
  type Manifest,
} from "./compare-site.ts";
import { folderCid } from "./folder-cid.ts";

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

It says that no difference was seen, never that there is none.
It can't see: content that depends on the visitor's network address, cookies, the time or chance; a service worker that is
left in a visitor's browser; files under names that it does not try. Run it from more than one place, often, and with your
affiliates' codes. docs/team/hosting.md says how it looks.

Ends with 1 when anything differs.`;

const ROOT = path.resolve(import.meta.dirname, "../../..");
export const UNSEEN =
  "Not seen from here: what depends on the visitor's network address, cookies, the time or chance, and workers left in browsers.";
const MOST_LISTED = 8;

/** @returns the exit code */
export async function checkSite(words: readonly string[], root = ROOT): Promise<number> {
  try {
    const { values, positionals } = commandLine(words);
    if (values.help) {
      console.log(HELP);
      return 0;
    }
    const result = await check(values, positionals, root);
    if (values.json) console.log(JSON.stringify(result, null, 2));
    else report(result, values.cid !== undefined);
    return result.findings.length > 0 || !result.sells ? 1 : 0;
  } catch (error) {
    console.error(`Error: ${oneLine(error)}`);
    return 1;
  }
}

type Values = ReturnType<typeof commandLine>["values"];

async function check(
  values: Values,
  [site, folder = "frontend/dist"]: readonly string[],
  root: string,
) {
  const base = readBase(site);
  const built = path.resolve(root, folder);
  const text = await readFile(path.join(built, MANIFEST), "utf8").catch(() => {
    throw new TaskError(`${folder} has no ${MANIFEST}. Build the page that you deployed first.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  const headers = !values["no-headers"];
  if (values.insecure) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  const compared = await compareSite(base, manifest, text, {
    codes: parseCodes(values.code ?? []),
    headers,
    browsers: !values["no-browser"],
    insecure: values.insecure ?? false,
  });
  const findings = [...(await compareFolder(built, manifest)), ...compared.findings];
  const cid = await folderCid(built);
  if (values.cid !== undefined && values.cid !== cid) {
    const problem = `the CID of the build is ${cid}, not ${shownInput(values.cid)}`;
    findings.push({ file: folder, problem, visitors: null });
  }
  const { network } = manifest;
  const record = await readRecord(root, network);
  const recordProven = !values["no-chain"];
  if (record !== null && recordProven) await proveByNetwork(record);
  const contract = record?.address ?? null;
  const sells =
    contract !== null &&
    compared.texts.some((one) => one.toLowerCase().includes(contract.toLowerCase()));
  const { visitors } = compared;
  return {
    url: base.href,
    network,
    contract,
    sells,
    files: Object.keys(manifest.files).length,
    headersCompared: headers,
    visitors,
    recordProven,
    cid,
    findings,
    notSeen: UNSEEN,
  };
}

type Result = Awaited<ReturnType<typeof check>>;

/** @throws a `TaskError` with the differences */
function report(result: Result, isCidAsked: boolean): void {
  const { url, network, contract, findings, visitors, cid } = result;
  if (findings.length > 0) {
    const worker = findings.some(({ problem }) => problem.startsWith("served"));
    throw new TaskError(
      `${plural(findings.length, "difference")} at ${url}: ${described(findings)}.` +
        (worker ? " If one is a service worker, see Clear-Site-Data in docs/team/hosting.md." : ""),
    );
  }
  const seen = visitors === 0 ? "plain requests" : plural(visitors, "visitor");
  console.log(
    `${plural(result.files, "file")} at ${url} are what was built: no difference seen by ${seen}.`,
  );
  if (contract === null) throw new TaskError(`Nothing is recorded for ${network}`);
  if (!result.sells) {
    throw new TaskError(
      `The page doesn't sell ${contract}, which is recorded for ${network}. Build it again.`,
    );
  }
  console.log(`It sells ${contract} on ${network}, as recorded.`);
  console.log(`Its IPFS CID is ${cid}${isCidAsked ? ", as asked for" : ""}.\n${UNSEEN}`);
  const warnings = [
    [result.recordProven, "the record was not proven. This check trusts the record in this clone."],
    [
      result.headersCompared,
      "headers were not compared. Without them, only the page's own script refuses frames.",
    ],
    [
      visitors > 0,
      "no browser has opened the page. So this check can't find a host that serves other content to browsers.",
    ],
  ] as const;
  for (const [isFine, text] of warnings) if (!isFine) console.error(`Warning: ${text}`);
}

function commandLine(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
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
    throw new TaskError("Give the page's address: npm run check:site -- https://tickets.example/");
  }
  // Adds a slash, because the last part of the path is a folder.
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  base.search = "";
  base.hash = "";
  return base;
}

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
