import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import encodeQR from "qr";
import { type Sale, withSale } from "../record/sale.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { parseCodes } from "./affiliate-code.ts";

interface LinkArguments {
  readonly code: string;
  readonly card: string | undefined;
  readonly svg: string | undefined;
}

/** Where `npm start` serves the page. */
const LOCAL_SITE = `http://localhost:${process.env.PAGE_PORT || 5173}/`;

export default taskAction<LinkArguments>(({ code: text, card, svg }, hre) => {
  const [code = ""] = parseCodes([text]);
  return withSale(hre, async (sale) => {
    const link = new URL(await siteOf(sale));
    if (!(await sale.ticket.isAffiliateActive(code))) {
      throw new TaskError(
        `${code} is not active on ${sale.network}, so its link would give no discount. ` +
          `Add it: npm run hardhat -- affiliates add ${code} --network ${sale.network}`,
      );
    }
    link.searchParams.set("a", code);
    if (card !== undefined) link.searchParams.set("card", card);
    const href = link.href.replaceAll("+", "%20");
    console.log(href);
    if (svg === undefined) console.log(encodeQR(href, "ascii", { border: 2 }));
    else {
      await writeFile(svg, `${encodeQR(href, "svg", { border: 4 })}\n`).catch((error: Error) => {
        throw new TaskError(`Can't write ${svg}: ${error.message}`);
      });
      console.log(`QR code: ${svg}`);
    }
  });
});

/** `VITE_SITE_URL` as the page's build finds it: in the environment, else in these files, the first one that has it. */
async function siteOf(sale: Sale): Promise<string> {
  let text = process.env.VITE_SITE_URL;
  for (const file of [`.env.${sale.network}.local`, `.env.${sale.network}`, ".env.local", ".env"]) {
    text ||= await settingIn(sale.root, file);
  }
  if (!sale.live) text ||= LOCAL_SITE;
  if (!text) {
    throw new TaskError("Where is the page? Set VITE_SITE_URL to its absolute address");
  }
  // Of several the first is the page's own before all others.
  const [first = ""] = text.split(",").map((url) => url.trim());
  if (!/^https?:$/.test(URL.parse(first)?.protocol ?? "")) {
    throw new TaskError(`VITE_SITE_URL is not an absolute address: ${first}`);
  }
  return first;
}

async function settingIn(root: string, file: string): Promise<string | undefined> {
  try {
    return parseEnv(await readFile(path.join(root, file), "utf8")).VITE_SITE_URL;
  } catch {
    return undefined;
  }
}
