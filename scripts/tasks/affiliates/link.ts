import { writeFile } from "node:fs/promises";
import encodeQR from "qr";
import { type Sale, withSale } from "../record/sale.ts";
import { parseSiteUrls, readPageEnv } from "../shared/site-url.ts";
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
    const link = new URL(siteOf(sale));
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

/** The page's address as its build has it, or where `npm start` serves it. */
function siteOf(sale: Sale): string {
  let sites: readonly string[];
  try {
    sites = parseSiteUrls(readPageEnv(sale.network, sale.root).VITE_SITE_URL);
  } catch (error) {
    throw new TaskError((error as Error).message);
  }
  const site = sites[0] ?? (sale.live ? undefined : LOCAL_SITE);
  if (site === undefined) {
    throw new TaskError("Where is the page? Set VITE_SITE_URL to its absolute address");
  }
  return site;
}
