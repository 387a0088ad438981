import { settings } from "virtual:settings";
import { siteUrls } from "virtual:site";
import { post } from "./chain/rpc/post.ts";
import { firstBatch } from "./chain/rpc/vetting.ts";
import { saleCall } from "./chain/sale/reader.ts";
import { codeOf, parseLink } from "./domain/link.ts";
import { DEFAULT_QUANTITY } from "./domain/quantity.ts";
import { affiliateLine, summaryStart } from "./domain/summary.ts";
import { isCopy, isFramedByAnother } from "./domain/whereabouts.ts";

/**
 * Stands inline at the end of the prerendered page, before the bundle. Where the page may work, it puts the link's words
 * where the page will have them, so that nothing changes when the page takes over, and starts the first read of the chain.
 * In a frame of another site it takes the page away, and on a copy it says where the page itself is.
 */

const home = siteUrls[0] ?? `${location.origin}${location.pathname}`;

if (isFramedByAnother(window)) {
  // Without its root the bundle shows nothing either.
  const notice = noticeOf("framed");
  if (notice !== null) document.body.replaceChildren(notice);
} else {
  if (isCopy(siteUrls, location.origin)) {
    const notice = noticeOf("copy");
    if (notice !== null) document.body.prepend(notice);
  }
  prime();
}

/** A notice from its template, with the page's own address, which keeps the link's query. */
function noticeOf(name: string): Element | null {
  const notice = fromTemplate(name);
  const address = notice?.querySelector("a");
  if (address) {
    address.href = home + location.search;
    address.textContent = home;
  }
  return notice;
}

function fromTemplate(name: string): Element | null {
  const template = document.querySelector<HTMLTemplateElement>(`#${name}`);
  const copy = template?.content.firstElementChild?.cloneNode(true);
  return copy instanceof Element ? copy : null;
}

function prime(): void {
  const link = parseLink(location.search);

  if (link.card !== null) {
    const label = document.createElement("q");
    label.textContent = link.card;
    const line = document.querySelector(".summary-line");
    line?.replaceChildren(summaryStart(DEFAULT_QUANTITY), label, " ", "NFT");
  }

  if (link.affiliate.kind !== "none") {
    const name = link.affiliate.kind === "malformed" ? "malformed-affiliate" : "affiliate";
    const lines = fromTemplate(name);
    const code = lines?.querySelector(".affiliate-code");
    if (code) code.textContent = affiliateLine(link.affiliate);
    if (lines !== null) document.querySelector(".price-line")?.before(lines);
  }

  const [url] = settings.rpcUrls;
  if (url === undefined) return;
  const query = { quantity: DEFAULT_QUANTITY, affiliateCode: codeOf(link.affiliate) };
  const body = JSON.stringify(firstBatch(saleCall(settings.ticketAddress, query), settings));
  const controller = new AbortController();
  const response = post(url, body, controller.signal);
  // Whoever takes it over hears of a failure; until then it is nobody's.
  response.catch(() => undefined);
  window.primedRead = { url, body, response, controller };
}
