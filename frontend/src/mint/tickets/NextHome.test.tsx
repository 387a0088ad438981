// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { size } from "../../../../collection.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { nextHomeWith, type ReadNext } from "./NextHome.tsx";

const pictureOf = (tokenId: bigint) => `data:image/svg+xml;base64,${tokenId}`;

function open(totalSupply: bigint, readNext: ReadNext = async (tokenId) => pictureOf(tokenId)) {
  const read = vi.fn(readNext);
  const NextHome = nextHomeWith(read);
  const page = render(<NextHome totalSupply={totalSupply} />);
  const sold = (now: bigint) => page.rerender(<NextHome totalSupply={now} />);
  return { ...page, read, sold };
}

const picture = () => screen.queryByRole("img");
const street = () => document.querySelector(".street");

it("shows the number that is next, its picture, and that others may be faster", async () => {
  const { read } = open(1_234n);
  expect(await screen.findByRole("img", { name: "The picture of ticket 1,235" })).toHaveAttribute(
    "src",
    pictureOf(1_235n),
  );
  expect(screen.getByText(/^Number 1,235 is next/)).toBeVisible();
  expect(screen.getByText(/^Others may be faster/)).toBeVisible();
  expect(read).toHaveBeenCalledExactlyOnceWith(1_235n);
});

it("shows the last one before it is sold, and asks for none beyond it", async () => {
  const { read, sold, container } = open(BigInt(size) - 1n);
  expect(await screen.findByRole("img")).toHaveAttribute("src", pictureOf(BigInt(size)));
  sold(BigInt(size));
  expect(container).toBeEmptyDOMElement();
  expect(read).toHaveBeenCalledOnce();
});

it("never shows the picture of one number beside another", async () => {
  const answers = [deferred<string | null>(), deferred<string | null>()];
  const { sold, container } = open(
    6n,
    async (tokenId) => answers[Number(tokenId) - 7]?.promise ?? null,
  );
  await act(async () => answers[0]?.resolve(pictureOf(7n)));
  expect(picture()).toHaveAttribute("src", pictureOf(7n));
  sold(7n);
  expect(container).toBeEmptyDOMElement();
  await act(async () => answers[1]?.resolve(pictureOf(8n)));
  expect(screen.getByRole("img", { name: "The picture of ticket 8" })).toHaveAttribute(
    "src",
    pictureOf(8n),
  );
});

it("takes no late answer to an earlier number", async () => {
  const late = deferred<string | null>();
  const { sold } = open(6n, (tokenId) =>
    tokenId === 7n ? late.promise : Promise.resolve(pictureOf(tokenId)),
  );
  sold(7n);
  await screen.findByRole("img", { name: "The picture of ticket 8" });
  await act(async () => late.resolve(pictureOf(7n)));
  expect(picture()).toHaveAttribute("src", pictureOf(8n));
});

it("shows nothing while it is unknown, and if it is not drawn on chain", async () => {
  const answer = deferred<string | null>();
  const { container } = open(6n, () => answer.promise);
  expect(container).toBeEmptyDOMElement();
  await act(async () => answer.resolve(null));
  expect(container).toBeEmptyDOMElement();
});

it("shows nothing if it can't be read, or not be drawn", async () => {
  expectWarning("The next picture could not be read");
  const failing = open(6n, () => Promise.reject(new Error("no endpoint")));
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
  expect(failing.container).toBeEmptyDOMElement();
  failing.unmount();
  const { container } = open(6n);
  fireEvent.error(await screen.findByRole("img"));
  expect(container).toBeEmptyDOMElement();
});

it.each([
  [0, "0"],
  [size / 5 - 1, "0"],
  [size / 5, "1"],
  [(size / 5) * 3 + 1, "3"],
  [size - 1, "4"],
])("has after %d tickets a street of %s houses", async (sold, houses) => {
  open(BigInt(sold));
  await screen.findByRole("img");
  expect(street()).toHaveAttribute("data-houses", houses);
  expect(street()).toHaveAttribute("aria-hidden", "true");
});
