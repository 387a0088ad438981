// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { language, size } from "../../../../collection.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { run } from "../../../../test/support/stories.ts";
import { press, sees, settle } from "../../../gallery/on-screen.ts";
import { nextTicketWith, type ReadNext } from "./NextTicket.tsx";

const pictureOf = (tokenId: bigint) => `data:image/svg+xml;base64,${tokenId}`;

async function open(totalSupply: bigint, readNext: ReadNext = async (id) => pictureOf(id)) {
  const read = vi.fn(readNext);
  const NextTicket = nextTicketWith(read);
  const { rerender, unmount } = render(<NextTicket totalSupply={totalSupply} />);
  await settle();
  const sold = async (now: bigint) => {
    rerender(<NextTicket totalSupply={now} />);
    await settle();
  };
  return { unmount, read, sold };
}

/** The number whose picture is shown, as a screen reader names it; `null` without a picture. */
const shown = () => {
  const image = document.querySelector(".next-ticket img");
  const number = image?.getAttribute("alt")?.replace("The picture of ticket ", "") ?? null;
  if (number !== null) {
    const tokenId = BigInt(number.replaceAll(/\D/g, ""));
    expect(image).toHaveAttribute("src", pictureOf(tokenId));
  }
  return number;
};
const isNothing = () => expect(document.querySelector("figure, button")).toBeNull();

it("shows the number that is next, its picture, and that others may be faster", async () => {
  const number = (size - 1).toLocaleString(language);
  const { read } = await open(BigInt(size) - 2n);
  expect(shown()).toBe(number);
  expect(screen.getByText(new RegExp(`^Next: #${number}`))).toBeVisible();
  expect(screen.getByText(/^If someone buys it first/)).toBeVisible();
  expect(read).toHaveBeenCalledExactlyOnceWith(BigInt(size) - 1n);
});

it("shows the last one before it is sold, and asks for none beyond it", async () => {
  const { read, sold } = await open(BigInt(size) - 1n);
  expect(shown()).toBe(size.toLocaleString(language));
  await sold(BigInt(size));
  expect(shown()).toBeNull();
  expect(read).toHaveBeenCalledOnce();
});

it("never shows the picture of one number beside another, however late it comes", async () => {
  const [late, next] = [deferred<string | null>(), deferred<string | null>()];
  const answers = [pictureOf(7n), late.promise, next.promise];
  const { sold } = await open(6n, async (tokenId) => answers[Number(tokenId) - 7] ?? null);
  expect(shown()).toBe("7");
  await sold(7n);
  expect(shown()).toBeNull();
  await sold(8n);
  await act(async () => next.resolve(pictureOf(9n)));
  await act(async () => late.resolve(pictureOf(8n)));
  expect(shown()).toBe("9");
});

it("shows nothing while it is unknown, and if it is not drawn on chain", async () => {
  const answer = deferred<string | null>();
  await open(6n, () => answer.promise);
  isNothing();
  await act(async () => answer.resolve(null));
  isNothing();
});

it("shows nothing if it can't be read, or not be drawn", async () => {
  expectWarning("The next picture could not be read");
  const { unmount } = await open(6n, () => Promise.reject(new Error("no endpoint")));
  isNothing();
  unmount();
  await open(6n);
  fireEvent.error(screen.getByRole("img"));
  isNothing();
});

describe("a look at the collection", () => {
  const numbers = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
  const looks = press("Look at more tickets");

  it("reads nothing before it is asked for, and then a dozen from the next ticket on", async () => {
    const { read } = await open(6n);
    expect(read).toHaveBeenCalledOnce();
    await run([looks, sees("#7 to #18")]);
    const last = screen.getByRole("img", { name: "The picture of ticket 18" });
    expect(last).toHaveAttribute("src", pictureOf(18n));
    expect(read).toHaveBeenCalledTimes(13);
    await run([press("Hide these tickets")]);
    expect(numbers()).toEqual([]);
  });

  it("goes on to both sides, round the collection, and says which are sold", async () => {
    const { sold } = await open(5n);
    await run([looks, sees("#6 to #17"), () => sold(6n), sees("#6 to #17"), press("Earlier")]);
    expect(numbers()).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((number) => `#${number} sold`),
      ...[7, 8, 9, 10, 11, 12].map((number) => `#${number}`),
    ]);
    await run(
      [press("Earlier"), sees(`#${size - 11} to #${size}`)],
      [press("Later"), sees("#1 to #12"), press("Later"), sees("#13 to #24")],
    );
  });

  it("says how many could not be read, and reads them again", async () => {
    expectWarning("A picture could not be read");
    let isDown = true;
    await open(6n, async (tokenId) => {
      if (isDown && tokenId > 17n) throw new Error("down");
      return pictureOf(tokenId);
    });
    await run([looks, sees(/^1 picture couldn't be loaded/)]);
    isDown = false;
    await run([press("Try again")]);
    expect(screen.getAllByRole("img")).toHaveLength(13);
  });
});
