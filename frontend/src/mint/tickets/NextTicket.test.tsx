// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { language, size } from "../../../../collection.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { nextTicketWith, type ReadNext } from "./NextTicket.tsx";

const pictureOf = (tokenId: bigint) => `data:image/svg+xml;base64,${tokenId}`;

function open(totalSupply: bigint, readNext: ReadNext = async (tokenId) => pictureOf(tokenId)) {
  const read = vi.fn(readNext);
  const NextTicket = nextTicketWith(read);
  const page = render(<NextTicket totalSupply={totalSupply} />);
  const sold = (now: bigint) => page.rerender(<NextTicket totalSupply={now} />);
  return { ...page, read, sold };
}

const picture = () => screen.queryByRole("img");

it("shows the number that is next, its picture, and that others may be faster", async () => {
  const shown = (size - 1).toLocaleString(language);
  const { read } = open(BigInt(size) - 2n);
  expect(
    await screen.findByRole("img", { name: `The picture of ticket ${shown}` }),
  ).toHaveAttribute("src", pictureOf(BigInt(size) - 1n));
  expect(screen.getByText(new RegExp(`^Next: #${shown}`))).toBeVisible();
  expect(screen.getByText(/^If someone buys it first/)).toBeVisible();
  expect(read).toHaveBeenCalledExactlyOnceWith(BigInt(size) - 1n);
});

it("shows the last one before it is sold, and asks for none beyond it", async () => {
  const { read, sold } = open(BigInt(size) - 1n);
  expect(await screen.findByRole("img")).toHaveAttribute("src", pictureOf(BigInt(size)));
  sold(BigInt(size));
  expect(picture()).not.toBeInTheDocument();
  expect(read).toHaveBeenCalledOnce();
});

it("never shows the picture of one number beside another", async () => {
  const answers = [deferred<string | null>(), deferred<string | null>()];
  const { sold } = open(6n, async (tokenId) => answers[Number(tokenId) - 7]?.promise ?? null);
  await act(async () => answers[0]?.resolve(pictureOf(7n)));
  expect(picture()).toHaveAttribute("src", pictureOf(7n));
  sold(7n);
  expect(picture()).not.toBeInTheDocument();
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

describe("a look at the collection", () => {
  const press = async (name: string) => {
    fireEvent.click(await screen.findByRole("button", { name }));
    await act(async () => undefined);
  };
  const numbers = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

  it("reads nothing before it is asked for, and then a dozen from the next ticket on", async () => {
    const { read } = open(6n);
    await screen.findByRole("img");
    expect(read).toHaveBeenCalledOnce();
    await press("Look at more tickets");
    expect(screen.getByText("#7 to #18")).toBeVisible();
    expect(await screen.findByRole("img", { name: "The picture of ticket 18" })).toHaveAttribute(
      "src",
      pictureOf(18n),
    );
    expect(read).toHaveBeenCalledTimes(13);
    await press("Hide these tickets");
    expect(screen.queryByRole("listitem")).not.toBeInTheDocument();
  });

  it("goes on to both sides, round the collection, and says which are sold", async () => {
    open(6n);
    await press("Look at more tickets");
    await press("Earlier");
    expect(numbers()).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((number) => `#${number} sold`),
      ...[7, 8, 9, 10, 11, 12].map((number) => `#${number}`),
    ]);
    await press("Earlier");
    expect(screen.getByText(`#${size - 11} to #${size}`)).toBeVisible();
    await press("Later");
    expect(screen.getByText("#1 to #12")).toBeVisible();
    await press("Later");
    expect(screen.getByText("#13 to #24")).toBeVisible();
  });

  it("stays open while the next ticket changes", async () => {
    const { sold } = open(6n);
    await press("Look at more tickets");
    sold(7n);
    expect(screen.getByText("#7 to #18")).toBeVisible();
    expect(numbers()[0]).toBe("#7 sold");
  });

  it("says how many could not be read, and reads them again", async () => {
    expectWarning("A picture could not be read");
    let isDown = false;
    open(6n, async (tokenId) => {
      if (isDown && tokenId > 17n) throw new Error("down");
      return pictureOf(tokenId);
    });
    await screen.findByRole("img");
    isDown = true;
    await press("Look at more tickets");
    expect(await screen.findByText(/^1 picture couldn't be loaded/)).toBeVisible();
    isDown = false;
    await press("Try again");
    expect(screen.getAllByRole("img")).toHaveLength(13);
  });

  it("is offered only where the next ticket is drawn on chain", async () => {
    open(6n, async () => null);
    await act(async () => undefined);
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});
