// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { latePictures } from "../../../gallery/checkout-ports.ts";
import type { ReadPictures, TicketPicture } from "../../chain/tickets/pictures.ts";
import type { Purchase } from "../../domain/order/sale.ts";
import { TicketPictures } from "./TicketPictures.tsx";

const bought = (firstTokenId: bigint, quantity: number): Purchase => ({
  transactionHash: `0x${"ab".repeat(32)}`,
  firstTokenId,
  quantity,
});

const pictureOf = (tokenId: bigint) => ({
  tokenId,
  image: `data:image/svg+xml;base64,${tokenId}`,
  traits: [],
});

const allThere = () => vi.fn<ReadPictures>(async (tokenIds) => tokenIds.map(pictureOf));

it.each([
  [1, ["Ticket #7"]],
  [2, ["Ticket #7", "Ticket #8"]],
  [6, ["Ticket #7", "Ticket #8", "Ticket #9", "Ticket #10", "Ticket #11", "Ticket #12"]],
])("shows each of %d tickets, and speaks of no more", async (quantity, names) => {
  render(<TicketPictures purchase={bought(7n, quantity)} pictures={latePictures(allThere())} />);
  const list = await screen.findByRole("list");
  const pictures = within(list).getAllByRole("img");
  expect(pictures.map((picture) => picture.getAttribute("alt"))).toEqual(names);
  expect(pictures[0]).toHaveAttribute("src", "data:image/svg+xml;base64,7");
  expect(screen.queryByText(/more/)).not.toBeInTheDocument();
});

it.each([
  [7, "and 1 more"],
  [8, "and 2 more"],
  [50, "and 44 more"],
])("shows six of %d tickets: %s", async (quantity, words) => {
  const loadPictures = allThere();
  render(<TicketPictures purchase={bought(7n, quantity)} pictures={latePictures(loadPictures)} />);
  expect(await screen.findAllByRole("img")).toHaveLength(6);
  expect(screen.getByText(words)).toBeVisible();
  expect(loadPictures).toHaveBeenCalledExactlyOnceWith([7n, 8n, 9n, 10n, 11n, 12n]);
});

it("shows nothing until they are there", async () => {
  const arrival = deferred<readonly TicketPicture[]>();
  const { container } = render(
    <TicketPictures purchase={bought(7n, 8)} pictures={latePictures(() => arrival.promise)} />,
  );
  expect(container).toBeEmptyDOMElement();
  arrival.resolve([pictureOf(7n)]);
  expect(await screen.findByRole("img", { name: "Ticket #7" })).toBeVisible();
});

it("shows nothing that could not be read, and warns", async () => {
  expectWarning("The pictures could not be read");
  const failure = deferred<never>();
  const { container } = render(
    <TicketPictures purchase={bought(7n, 8)} pictures={latePictures(() => failure.promise)} />,
  );
  failure.reject(new TypeError("The picture is not on chain"));
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
  expect(container).toBeEmptyDOMElement();
});

it.each([
  [
    "outside" as const,
    "The pictures are stored outside the chain, and this page does not load them. Your tickets are not affected.",
  ],
  [
    "unreadable" as const,
    "The pictures couldn't be loaded just now. Your tickets are not affected.",
  ],
])("says why there is no picture if they are %s", async (missing, words) => {
  render(<TicketPictures purchase={bought(7n, 8)} pictures={latePictures(async () => missing)} />);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole("list")).not.toBeInTheDocument();
});

it("tells no host whose page it is on, and loads a picture when it is about to be seen", async () => {
  render(<TicketPictures purchase={bought(7n, 1)} pictures={latePictures(allThere())} />);
  const picture = await screen.findByRole("img", { name: "Ticket #7" });
  expect(picture).toHaveAttribute("referrerpolicy", "no-referrer");
  expect(picture).toHaveAttribute("loading", "lazy");
  expect(picture).toHaveAttribute("width", "96");
  expect(picture).toHaveAttribute("height", "96");
});

it("shows the next purchase's pictures, not those that come late of the one before", async () => {
  const first = deferred<readonly TicketPicture[]>();
  const loadPictures: ReadPictures = async (tokenIds) =>
    tokenIds[0] === 7n ? first.promise : tokenIds.map(pictureOf);
  const { rerender } = render(
    <TicketPictures purchase={bought(7n, 1)} pictures={latePictures(loadPictures)} />,
  );
  rerender(<TicketPictures purchase={bought(20n, 1)} pictures={latePictures(loadPictures)} />);
  expect(await screen.findByRole("img", { name: "Ticket #20" })).toBeVisible();
  first.resolve([pictureOf(7n)]);
  await first.promise;
  expect(await screen.findByRole("img", { name: "Ticket #20" })).toBeVisible();
  expect(screen.queryByRole("img", { name: "Ticket #7" })).not.toBeInTheDocument();
});

it("leaves out the picture that the browser can't draw, and keeps the others", async () => {
  render(<TicketPictures purchase={bought(7n, 3)} pictures={latePictures(allThere())} />);
  fireEvent.error(await screen.findByRole("img", { name: "Ticket #8" }));
  expect(screen.getAllByRole("img")).toHaveLength(2);
  expect(screen.queryByRole("img", { name: "Ticket #8" })).not.toBeInTheDocument();
  fireEvent.error(screen.getByRole("img", { name: "Ticket #7" }));
  fireEvent.error(screen.getByRole("img", { name: "Ticket #9" }));
  expect(screen.queryByRole("list")).not.toBeInTheDocument();
});

describe("read ahead", () => {
  /** Pictures of other tickets never load. */
  const ahead = (there: readonly bigint[]) => ({
    ...latePictures(() => new Promise(() => undefined)),
    known: (tokenIds: readonly bigint[]) =>
      tokenIds.filter((tokenId) => there.includes(tokenId)).map(pictureOf),
  });

  it("are there with the words, before anything is answered", () => {
    render(
      <TicketPictures purchase={bought(7n, 8)} pictures={ahead([7n, 8n, 9n, 10n, 11n, 12n])} />,
    );
    const names = screen.getAllByRole("img").map((image) => image.getAttribute("alt"));
    expect(names).toEqual([7, 8, 9, 10, 11, 12].map((number) => `Ticket #${number}`));
    expect(screen.getByText("and 2 more")).toBeVisible();
  });

  it("make room for what is read afterwards", async () => {
    const arrival = deferred<readonly TicketPicture[]>();
    const pictures = { ...ahead([8n]), load: () => arrival.promise };
    render(<TicketPictures purchase={bought(8n, 2)} pictures={pictures} />);
    expect(screen.getAllByRole("img")).toHaveLength(1);
    arrival.resolve([
      { tokenId: 8n, image: "data:image/svg+xml;base64,new", traits: [] },
      pictureOf(9n),
    ]);
    await screen.findByRole("img", { name: "Ticket #9" });
    expect(screen.getByRole("img", { name: "Ticket #8" })).toHaveAttribute(
      "src",
      "data:image/svg+xml;base64,new",
    );
  });

  it("stay if the rest can't be read", async () => {
    expectWarning("The pictures could not be read");
    const failure = deferred<never>();
    const pictures = { ...ahead([7n]), load: () => failure.promise };
    render(<TicketPictures purchase={bought(7n, 2)} pictures={pictures} />);
    failure.reject(new TypeError("No endpoint"));
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
    expect(screen.getByRole("img", { name: "Ticket #7" })).toBeVisible();
  });
});
