// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { networks } from "../../networks.ts";
import { fakeSale } from "../../test/doubles/page/fake-ticket.ts";
import { shareTags } from "../build/settings/share-tags.ts";
import { pageOf } from "../gallery/page-of.tsx";
import type { TicketReader } from "./chain/sale/reader.ts";
import { failureMessage } from "./domain/words/failure-words.ts";

/**
 * The page's exact words and numbers for the specified collection. Another collection changes only this file and
 * `test/dev/collection.test.ts`, because all other tests read `collection.ts`.
 */

const chain = networks.mainnet;

async function open(search: string, totalSupply: bigint): Promise<HTMLElement> {
  const readSale: TicketReader["readSale"] = async (query) => fakeSale({ totalSupply }, query);
  const { container } = render(pageOf({ search, reader: { readSale } }));
  await screen.findByText(/ ETH$/, { selector: "strong" });
  return container;
}

describe("the specification's page", () => {
  it("shows how many of 5000 are minted above 500 (section 2)", async () => {
    await open("", 501n);
    expect(screen.getByText("501 / 5000")).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Total minted" })).toHaveAttribute(
      "max",
      "5000",
    );
  });

  it("shows no progress at 500 (section 2)", async () => {
    await open("", 500n);
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  it("sells 1 to 50 at once, 5 % off with a code (sections 2 and 5)", async () => {
    const user = userEvent.setup();
    const page = await open("?a=welcome5&card=Garden", 0n);
    const quantity = screen.getByRole("spinbutton", { name: "Quantity" });
    expect(quantity).toHaveAttribute("aria-valuemax", "50");
    await user.clear(quantity);
    await user.type(quantity, "51");
    expect(quantity).toHaveValue("50");
    expect(page.querySelector(".summary-line")?.textContent).toBe("you will buy 50 x Garden NFT");
    expect(screen.getByText("-5%").closest("p")).toHaveTextContent(
      "Normal price 2.500000 ETH Your price 2.375000 ETH -5%",
    );
    expect(screen.getByText("This code gives 5% off.")).toBeVisible();
    expect(failureMessage({ reason: "refused", refusal: { kind: "invalidQuantity" } }, chain)).toBe(
      "Error sending transaction: you can buy 1 to 50 tickets at once. Nothing was sent.",
    );
  });

  it("is that of a collection of homes, here named Hearth (section 1)", async () => {
    await open("", 0n);
    expect(screen.getByRole("heading", { level: 1, name: "Hearth" })).toBeVisible();
    expect(screen.getByText(/^5,000 homes, each one a ticket with its own number/)).toBeVisible();
    expect(shareTags(null)).toContainEqual(
      expect.objectContaining({
        attrs: { property: "og:title", content: "Hearth: 5,000 homes on chain" },
      }),
    );
  });
});
