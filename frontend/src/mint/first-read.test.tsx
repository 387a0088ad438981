// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { networks } from "../../../networks.ts";
import { fakeWallet } from "../../../test/doubles/page/fake-wallet.ts";
import { createTransport } from "../chain/rpc/create-transport.ts";
import type { Post } from "../chain/rpc/post.ts";
import { firstReadOf, firstReads } from "../chain/sale/first-read.ts";
import { createTicketReader } from "../chain/sale/reader.ts";
import { parseLink } from "../domain/order/link.ts";
import { MintPage } from "./MintPage.tsx";
import { createMintStatus } from "./purchases/mint-status.ts";

/** If the inline script's request differs from the page's, every visit needs a second request. */

const ticketAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
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
    render(
      <MintPage
        link={link}
        network={networks.mainnet}
        ticketAddress={ticketAddress}
        wallet={fakeWallet({ status: "asleep" }).wallet}
        mint={createMintStatus()}
        phoneWallets={false}
        reader={createTicketReader(createTransport(rpcUrls, settings, send), ticketAddress)}
        checkout={{ Part: () => null, preload: () => undefined }}
        resuming={() => false}
      />,
    );
    const [url, body] = send.mock.calls[0] ?? [];
    expect({ url, body }).toEqual(reads && firstReadOf(link, reads));
    expect(send).toHaveBeenCalledOnce();
  },
);
