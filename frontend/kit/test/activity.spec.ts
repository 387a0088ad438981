import type { Page } from "@playwright/test";
import { installEverydayWallet } from "../../../test/doubles/wallets/everyday-wallet.ts";
import { KitDialog } from "../../../test/e2e/support/kit-dialog.ts";
import type { HistoryTransaction } from "../doubles/cloud-state.ts";
import { expect, test } from "./support/cloud-fixtures.ts";

const FRIEND = "0x00000000000000000000000000000000c0ffee01";

interface Receipt {
  readonly id: string;
  readonly minedAt: string;
  readonly ether: string;
}

function received({ id, minedAt, ether }: Receipt): HistoryTransaction {
  return {
    id,
    metadata: {
      operationType: "receive",
      hash: `0x${id.padStart(64, "0")}`,
      minedAt,
      sentFrom: FRIEND,
      sentTo: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
      status: "confirmed",
      nonce: 1,
      application: { name: null, iconUrl: null },
      chain: "eip155:1",
    },
    transfers: [
      {
        fungible_info: { name: "Ethereum", symbol: "ETH", icon: null },
        direction: "in",
        quantity: { numeric: ether },
        value: null,
        price: null,
      },
    ],
  };
}

function receivedNfts(
  receipt: Omit<Receipt, "ether">,
  nfts: readonly { readonly name: string; readonly is_spam: boolean }[],
): HistoryTransaction {
  return {
    ...received({ ...receipt, ether: "0" }),
    transfers: nfts.map(({ name, is_spam }) => ({
      nft_info: { name, content: null, flags: { is_spam } },
      direction: "in",
      quantity: { numeric: "1" },
      value: null,
      price: null,
    })),
  };
}

function approved(
  { id, minedAt }: Omit<Receipt, "ether">,
  transfers: [] | null,
): HistoryTransaction {
  const { metadata } = received({ id, minedAt, ether: "0" });
  return { id, metadata: { ...metadata, operationType: "approve" }, transfers };
}

async function openActivity(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await new KitDialog(page).connectWith("Careful Wallet");
  await page.getByRole("button", { name: "Manage wallet" }).click();
  await page.getByText("Activity", { exact: true }).click();
}

test("[K-15] groups by year and month, newest first, page by page, without spam and other chains", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  // The dialog omits the year of months in the current year.
  await page.clock.setFixedTime("2026-06-15T12:00:00Z");
  const filling = Array.from({ length: 8 }, (_, index) =>
    received({ id: `f${index}`, minedAt: `2026-03-1${index}T12:00:00Z`, ether: `0.3${index}` }),
  );
  const onBase = received({ id: "b", minedAt: "2026-05-09T12:00:00Z", ether: "8453" });
  cloud.state.history = new Map([
    [
      "",
      {
        data: [
          received({ id: "1", minedAt: "2026-05-01T12:00:00Z", ether: "0.51" }),
          received({ id: "2", minedAt: "2026-05-20T12:00:00Z", ether: "0.52" }),
          { ...onBase, metadata: { ...onBase.metadata, chain: "eip155:8453" } },
          receivedNfts({ id: "3", minedAt: "2026-05-08T12:00:00Z" }, [
            { name: "Free Mint Claim", is_spam: true },
          ]),
          receivedNfts({ id: "4", minedAt: "2026-05-07T12:00:00Z" }, [
            { name: "Airdropped Noise", is_spam: true },
            { name: "Real House", is_spam: false },
          ]),
          approved({ id: "8", minedAt: "2026-05-06T12:00:00Z" }, []),
          approved({ id: "9", minedAt: "2026-05-05T12:00:00Z" }, null),
          ...filling,
        ],
        next: "the-second-page",
      },
    ],
    [
      "the-second-page",
      {
        data: [
          received({ id: "5", minedAt: "2026-03-01T12:00:00Z", ether: "0.201" }),
          received({ id: "6", minedAt: "2024-12-24T12:00:00Z", ether: "0.2412" }),
          received({ id: "7", minedAt: "2025-01-02T12:00:00Z", ether: "0.2501" }),
        ],
        next: null,
      },
    ],
  ]);
  const wallet = await installEverydayWallet(page, chain, () => false);
  await openActivity(page, url);

  const titles = page.getByTestId("group-title");
  const items = page.locator("wui-transaction-list-item");
  // If only a part of a transaction is spam, the dialog omits that part.
  const firstPage = [
    "+0.520 ETH",
    "Real House",
    "confirmed",
    "confirmed",
    "+0.510 ETH",
    "+0.370 ETH",
    "+0.360 ETH",
    "+0.350 ETH",
    "+0.340 ETH",
    "+0.330 ETH",
    "+0.320 ETH",
    "+0.310 ETH",
    "+0.300 ETH",
  ];
  await expect(titles).toHaveText(["May", "March"]);
  await expect(items).toContainText(firstPage);
  await expect(items).toHaveCount(firstPage.length);
  expect(cloud.to("history").map(({ query }) => query.cursor)).toEqual([undefined]);

  await items.last().scrollIntoViewIfNeeded();
  await expect(titles).toHaveText(["May", "March", "January 2025", "December 2024"]);
  const bothPages = [...firstPage, "+0.201 ETH", "+0.250 ETH", "+0.241 ETH"];
  await expect(items).toContainText(bothPages);
  await expect(items).toHaveCount(bothPages.length);
  expect(
    cloud
      .to("history")
      .map(({ path, query: { chainId, cursor } }) => [path.address, chainId, cursor]),
  ).toEqual([
    [wallet.address, "eip155:1", undefined],
    [wallet.address, "eip155:1", "the-second-page"],
  ]);
});

test("[K-15] a failure is reported, and marks the list as empty", async ({
  page,
  cloud,
  features: { url, chain },
}) => {
  cloud.state.history.set("", {
    data: [received({ id: "1", minedAt: "2026-05-01T12:00:00Z", ether: "0.51" })],
    next: null,
  });
  cloud.faults.set("history", { status: 500 });
  await installEverydayWallet(page, chain, () => false);
  await openActivity(page, url);
  await expect(page.getByText("Failed to fetch transactions")).toBeVisible();
  await expect(page.getByText("No Transactions yet")).toBeVisible();
});
