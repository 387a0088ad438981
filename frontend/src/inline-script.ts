import { reads } from "virtual:first-reads";
import { siteUrls } from "virtual:site";
import { noun } from "../../collection.ts";
import { post } from "./chain/rpc/post.ts";
import { firstReadOf, sendAhead } from "./chain/sale/first-read.ts";
import { parseLink } from "./domain/order/link.ts";
import { DEFAULT_QUANTITY } from "./domain/order/quantity.ts";
import { isCopy, isFramedByAnother } from "./domain/order/whereabouts.ts";
import { shownCode, summaryStart } from "./domain/words/summary.ts";
import type { Slot, TemplateName } from "./mint/order/prerendered-slots.ts";

/**
 * Inline script in the prerendered page, before the price. Inserts the link's label and code while
 * nothing that they move is parsed, and sends the first read. Removes the page from another site's
 * frame, and adds a notice to a copy. It removes itself, because React does not render it.
 */

const script = document.currentScript;
const home = siteUrls[0] ?? `${location.origin}${location.pathname}`;

if (isFramedByAnother(window)) {
  // The browser parses the rest of the page into the old body. Without React's root in the
  // document, the bundle renders nothing.
  const body = document.createElement("body");
  body.append(noticeOf("framed") ?? "");
  document.body = body;
} else {
  if (isCopy(siteUrls, location.origin)) {
    const notice = noticeOf("copy");
    if (notice !== null) document.body.prepend(notice);
  }
  fillForm();
}

/** A notice with the page's own address, which keeps the link's query. */
function noticeOf(name: TemplateName): Element | null {
  const notice = fromTemplate(name);
  const address = slotIn<HTMLAnchorElement>(notice, "own-address");
  if (address) {
    address.href = home + location.search;
    address.textContent = home;
  }
  return notice;
}

function slotIn<Kind extends Element>(part: ParentNode | null, name: Slot): Kind | null {
  return part?.querySelector<Kind>(`[data-slot=${name}]`) ?? null;
}

function fromTemplate(name: TemplateName): Element | null {
  const template = document.querySelector<HTMLTemplateElement>(`#${name}`);
  const copy = template?.content.firstElementChild?.cloneNode(true);
  return copy instanceof Element ? copy : null;
}

function fillForm(): void {
  const link = parseLink(location.search, location.hash);
  window.mintLink = link;

  if (link.card !== null) {
    const label = document.createElement("q");
    label.textContent = link.card;
    const line = slotIn(document, "summary");
    line?.replaceChildren(summaryStart(DEFAULT_QUANTITY), label, " ", noun);
  }

  if (link.affiliate.kind !== "none") {
    const name = link.affiliate.kind === "malformed" ? "malformed-affiliate" : "affiliate";
    const lines = fromTemplate(name);
    const code = slotIn(lines, "affiliate-code");
    if (code) code.textContent = shownCode(link.affiliate);
    if (lines !== null) script?.before(lines);
  }
  script?.remove();

  if (reads !== null) window.earlyRead = sendAhead(firstReadOf(link, reads), post);
}
