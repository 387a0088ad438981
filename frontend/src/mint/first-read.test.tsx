// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { TICKET as ticketAddress } from "../../gallery/checkout-ports.ts";
import { pageOf } from "../../gallery/page-of.tsx";
import { createTransport } from "../chain/rpc/create-transport.ts";
import type { Post } from "../chain/rpc/post.ts";
import { firstReadOf, firstReads } from "../chain/sale/first-read.ts";
import { createTicketReader } from "../chain/sale/reader.ts";
import { parseLink } from "../domain/order/link.ts";

/** If the inline script's request differs from the page's, every visit needs a second request. */

const rpcUrls = ["https://one.example", "https://two.example"];
const LINKS = [
  "",
  "?a=welcome5",
  "?a=WELCOME5",
  "?a=no%20code",
  "?a=",
  "?card=Loft",
  "?a=x_1&card=y",
];

it.each(LINKS.flatMap((search) => [null, "ab".repeat(32)].map((hash) => [search, hash] as const)))(
  "the page starts with the request that was sent ahead: %j, code %j",
  (search, codeSha256) => {
    const settings = { chainId: 1, ticketAddress, codeSha256, rpcUrls };
    const link = parseLink(search);
    const reads = firstReads(settings);
    const send = vi.fn<Post>(() => new Promise(() => undefined));
    const reader = createTicketReader(createTransport(rpcUrls, settings, send), ticketAddress);
    render(pageOf({ search, reader }));
    const [url, body] = send.mock.calls[0] ?? [];
    expect({ url, body }).toEqual(reads && firstReadOf(link, reads));
    expect(send).toHaveBeenCalledOnce();
  },
);
