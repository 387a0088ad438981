import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import encodeQR from "qr";
import { parseSiteUrls, readPageEnv } from "../../shared/site-url.ts";
import { plural } from "../cli/amounts.ts";
import { csvLine } from "../cli/listing.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { typedPath } from "../cli/typed-path.ts";
import { shownInput } from "../cli/visible-text.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { readAffiliateAccounts } from "../sale/affiliate-account.ts";
import { parseCodes } from "../sale/affiliate-code.ts";
import { readSaleEvents } from "../sale/sale-events.ts";
import { parseCardLabel } from "./card-label.ts";
import { contactCells, readContacts } from "./contacts.ts";
import { qrPng, qrSvg } from "./qr-picture.ts";

interface LinkArguments {
  readonly code: string;
  readonly card: string | undefined;
  readonly svg: string | undefined;
  readonly png: string | undefined;
  readonly all: string | undefined;
  readonly format: string | undefined;
}

const LOCAL_SITE = `http://localhost:${process.env.PAGE_PORT || 5173}/`;

const PICTURES = { svg: qrSvg, png: qrPng } as const;
type Format = keyof typeof PICTURES;

export default ((options, hre) => {
  const at = (file: string | undefined) =>
    file === undefined ? undefined : typedPath(file, hre.config.paths.root);
  const text = options.code;
  const [all, svg, png] = [at(options.all), at(options.svg), at(options.png)];
  const card = options.card === undefined ? null : parseCardLabel(options.card);
  const format = parseFormat(options.format);
  if (all !== undefined) {
    if (text !== "" || svg !== undefined || png !== undefined) {
      throw new TaskError(
        "--all can't be combined with a code, --svg or --png: it covers all active codes",
      );
    }
    return withSale(hre, (sale) => writeAll(sale, card, all, format ?? "svg"));
  }
  if (format !== null)
    throw new TaskError("--format needs --all. For one code, use --svg FILE or --png FILE");
  if (text === "") throw new TaskError("Name a code, or --all FOLDER for all active ones");
  const [code = ""] = parseCodes([text]);
  return withSale(hre, async (sale) => {
    const site = siteOf(sale);
    if (!(await sale.ticket.isAffiliateActive(code))) {
      throw new TaskError(
        `${code} is not active on ${sale.network}, so its link would give no discount. ` +
          `Add it: npm run hardhat -- affiliates add ${code} --network ${sale.network}`,
      );
    }
    const href = linkTo(site, code, card);
    console.log(href);
    if (svg === undefined && png === undefined) {
      console.log(encodeQR(href, "ascii", { border: 2 }));
    }
    for (const [file, kind] of [[svg, "svg"] as const, [png, "png"] as const]) {
      if (file === undefined) continue;
      await write(file, PICTURES[kind](href));
      console.log(`QR code: ${file}`);
    }
  });
}) satisfies TaskAction<LinkArguments>;

async function writeAll(
  sale: Sale,
  card: string | null,
  folder: string,
  format: Format,
): Promise<void> {
  const site = siteOf(sale);
  const { block, codes } = await readSaleEvents(sale);
  const accounts = await readAffiliateAccounts(sale, [...codes.values()].sort(), block);
  const active = accounts.filter((account) => account.active).map(({ code }) => code);
  if (active.length === 0) throw new TaskError(`No affiliate is active on ${sale.network}`);
  const contacts = await readContacts(sale);
  await mkdir(folder, { recursive: true });
  const lines = [csvLine(["code", "link", "qr_code", ...contacts.columns])];
  for (const code of active) {
    const href = linkTo(site, code, card);
    // Adds a prefix, because Windows reserves names such as con, and a code may begin with a
    // hyphen.
    const file = `link-${code}.${format}`;
    await write(path.join(folder, file), PICTURES[format](href));
    lines.push(csvLine([code, href, file, ...contactCells(contacts, code)]));
  }
  const list = path.join(folder, "links.csv");
  await write(list, `${lines.join("\n")}\n`);
  console.log(`${plural(active.length, "link")}: ${list}, with a QR code each beside it`);
}

function linkTo(site: string, code: string, card: string | null): string {
  const link = new URL(site);
  link.searchParams.set("a", code);
  if (card !== null) link.searchParams.set("card", card);
  return link.href.replaceAll("+", "%20");
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content).catch((error: Error) => {
    throw new TaskError(`Can't write ${file}: ${error.message}`);
  });
}

function parseFormat(text: string | undefined): Format | null {
  if (text === undefined) return null;
  if (Object.hasOwn(PICTURES, text)) return text as Format;
  throw new TaskError(`--format must be svg or png: ${shownInput(text)}`);
}

function siteOf(sale: Sale): string {
  let sites: readonly string[];
  try {
    sites = parseSiteUrls(readPageEnv(sale.network, sale.root).VITE_SITE_URL);
  } catch (error) {
    throw new TaskError((error as Error).message);
  }
  const site = sites[0] ?? (sale.live ? undefined : LOCAL_SITE);
  if (site === undefined) {
    throw new TaskError(
      "The page's address is unknown. Set VITE_SITE_URL, for example https://tickets.example/",
    );
  }
  return site;
}
