import { settings } from "virtual:settings";
import { post } from "./chain/post.ts";
import { saleCall } from "./chain/reader.ts";
import { firstBatch } from "./chain/vetting.ts";
import { parseLink } from "./domain/link.ts";
import { DEFAULT_QUANTITY } from "./domain/quantity.ts";
import { affiliateLine, summaryStart } from "./domain/summary.ts";

/**
 * Stands inline at the end of the prerendered page, before the bundle: it puts the link's words where the page will
 * have them, so that nothing changes when the page takes over, and starts the first read of the chain.
 */

const link = parseLink(location.search);

if (link.card !== null) {
  const label = document.createElement("q");
  label.textContent = link.card;
  const line = document.querySelector(".summary-line");
  line?.replaceChildren(summaryStart(DEFAULT_QUANTITY), label, " ", "NFT");
}

if (link.affiliate !== null) {
  const name = link.affiliate.code === null ? "malformed-affiliate" : "affiliate";
  const template = document.querySelector<HTMLTemplateElement>(`#${name}`);
  const lines = template?.content.firstElementChild?.cloneNode(true);
  if (lines instanceof Element) {
    const code = lines.querySelector(".affiliate-code");
    if (code !== null) code.textContent = affiliateLine(link.affiliate);
    document.querySelector(".price-line")?.before(lines);
  }
}

const [url] = settings.rpcUrls;
if (url !== undefined) {
  const query = { quantity: DEFAULT_QUANTITY, affiliateCode: link.affiliate?.code ?? null };
  const body = JSON.stringify(firstBatch(saleCall(settings.ticketAddress, query), settings));
  const controller = new AbortController();
  const response = post(url, body, controller.signal);
  // Whoever takes it over hears of a failure; until then it is nobody's.
  response.catch(() => undefined);
  window.primedRead = { url, body, response, controller };
}
