import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { TicketPictures } from "./TicketPictures.tsx";

const HASH = `0x${"ab".repeat(32)}`;

async function loadPictures(tokenIds: readonly bigint[]) {
  return tokenIds.map((tokenId) => ({ tokenId, image: `data:image/svg+xml,${tokenId}` }));
}

it("leaves out the picture that the browser can't draw, and keeps the others", async () => {
  const purchase = { transactionHash: HASH, firstTokenId: 7n, quantity: 3 };
  render(<TicketPictures purchase={purchase} loadPictures={loadPictures} />);
  fireEvent.error(await screen.findByRole("img", { name: "Ticket #8" }));
  expect(screen.getAllByRole("img")).toHaveLength(2);
  expect(screen.queryByRole("img", { name: "Ticket #8" })).not.toBeInTheDocument();
  fireEvent.error(screen.getByRole("img", { name: "Ticket #7" }));
  fireEvent.error(screen.getByRole("img", { name: "Ticket #9" }));
  expect(screen.queryByRole("list")).not.toBeInTheDocument();
});
