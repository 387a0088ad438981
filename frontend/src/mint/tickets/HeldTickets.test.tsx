// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { lazy, useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { networks } from "../../../../networks.ts";
import { noTickets } from "../../../../test/doubles/page/no-tickets.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import type { ReadPictures } from "../../chain/tickets/pictures.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import type { MissingPictures } from "../../domain/words/outcome-words.ts";
import { HeldTickets } from "./HeldTickets.tsx";
import { TicketGallery } from "./TicketGallery.tsx";
import type { FoundTickets, TicketPorts } from "./ticket-ports.ts";

const ACCOUNT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const PAGE = "https://mint.example/";

const pictured = (tokenId: bigint) => ({
  tokenId,
  image: `data:image/svg+xml;base64,${tokenId}`,
  traits: [
    { name: "Hour", value: "Dawn" },
    { name: "Lights on", value: String(tokenId) },
  ],
});

interface World {
  numbers: readonly bigint[];
  count?: TicketPorts["held"]["count"];
  find?: TicketPorts["held"]["find"];
  load?: ReadPictures;
  provider?: Eip1193Provider;
}

function open(
  world: World,
  network: (typeof networks)["mainnet" | "localhost"] = networks.mainnet,
  Part: TicketPorts["gallery"]["Part"] = TicketGallery,
) {
  const held = {
    count: vi.fn<TicketPorts["held"]["count"]>(
      (...asked) => world.count?.(...asked) ?? Promise.resolve(world.numbers.length),
    ),
    find: vi.fn<TicketPorts["held"]["find"]>(
      (...asked) => world.find?.(...asked) ?? Promise.resolve(world.numbers),
    ),
  };
  const loadPictures = vi.fn<ReadPictures>(
    (tokenIds) => world.load?.(tokenIds) ?? Promise.resolve(tokenIds.map(pictured)),
  );
  const preload = vi.fn();
  const ports: TicketPorts = {
    ...noTickets,
    held,
    loadPictures,
    gallery: { Part, preload },
    ticketAddress: TICKET,
    getProvider: () => world.provider ?? null,
    linkTo: (code) => (code === null ? PAGE : `${PAGE}?a=${code}`),
  };
  const ui = (account: string, purchases: string) => (
    <HeldTickets
      key={account}
      account={account}
      network={network}
      ports={ports}
      affiliateCode="welcome5"
      purchases={purchases}
    />
  );
  const page = render(ui(ACCOUNT, ""));
  const change = (account: string, purchases = "") => page.rerender(ui(account, purchases));
  return { ...page, held, loadPictures, preload, change };
}

/** React runs this effect after it paints the numbers, in page order. */
function Painted({
  tokenIds,
  onPainted,
}: {
  readonly tokenIds: FoundTickets;
  readonly onPainted: () => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (typeof tokenIds !== "string") onPainted();
  }, [tokenIds]);
  return null;
}

const settle = () => act(async () => undefined);
const show = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Show pictures" }));
  await settle();
};
const tiles = () => screen.queryAllByRole("button", { name: /^Ticket #/ });
const numbersUpTo = (last: number) => Array.from({ length: last }, (_, index) => BigInt(index + 1));

describe("their number", () => {
  it.each([
    [1, "This account holds 1 ticket."],
    [500, "This account holds 500 tickets."],
  ])("of %d is told, and nothing else is asked", async (count, words) => {
    const { held, loadPictures } = open({ numbers: numbersUpTo(count) });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Your tickets" })).toBeVisible();
    expect(held.count).toHaveBeenCalledExactlyOnceWith(ACCOUNT, expect.any(AbortSignal));
    expect(held.find).not.toHaveBeenCalled();
    expect(loadPictures).not.toHaveBeenCalled();
  });

  it("of none is told once it is known, with nothing to press", async () => {
    const answer = deferred<number>();
    const { container } = open({ numbers: [], count: () => answer.promise });
    expect(container).toBeEmptyDOMElement();
    await act(async () => answer.resolve(0));
    expect(screen.getByText("This account holds no tickets yet.")).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("is not told as none while a purchase is known that an endpoint has not counted yet", async () => {
    const { held, change, container } = open({ numbers: [] });
    expect(await screen.findByText("This account holds no tickets yet.")).toBeVisible();
    change(ACCOUNT, "0xab");
    await settle();
    expect(held.count).toHaveBeenCalledTimes(2);
    expect(container).toBeEmptyDOMElement();
  });

  it("is never none if it can't be read, and is read again at a press", async () => {
    expectWarning("The number of tickets could not be read");
    const world: World = { numbers: [1n], count: () => Promise.reject(new Error("no endpoint")) };
    open(world);
    expect(
      await screen.findByText("This page couldn't count this account's tickets."),
    ).toBeVisible();
    expect(screen.queryByText(/no tickets/)).not.toBeInTheDocument();
    delete world.count;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("This account holds 1 ticket.")).toBeVisible();
  });

  it.each([
    ["a heading and its number", [1n], () => screen.findByRole("region", { name: "Your tickets" })],
    ["that there are none", [], () => screen.findByText("This account holds no tickets yet.")],
  ])("that is read at last leaves a visitor who goes by keys at %s", async (_, numbers, part) => {
    expectWarning("The number of tickets could not be read");
    const world: World = { numbers, count: () => Promise.reject(new Error("no endpoint")) };
    open(world);
    const again = await screen.findByRole("button", { name: "Try again" });
    again.focus();
    delete world.count;
    fireEvent.click(again);
    expect(await part()).toHaveFocus();
  });

  it("is read again after a purchase, and when the page is looked at again", async () => {
    const world: World = { numbers: [] };
    const { held, change } = open(world);
    await screen.findByText("This account holds no tickets yet.");
    world.numbers = [4n, 5n];
    change(ACCOUNT, "0xab");
    expect(await screen.findByText("This account holds 2 tickets.")).toBeVisible();
    world.numbers = [5n];
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(await screen.findByText("This account holds 1 ticket.")).toBeVisible();
    expect(held.count).toHaveBeenCalledTimes(3);
  });

  it("is not read again while the page is hidden", async () => {
    const { held } = open({ numbers: [] });
    await screen.findByText("This account holds no tickets yet.");
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await settle();
    expect(held.count).toHaveBeenCalledOnce();
    hidden.mockRestore();
  });

  it("is the one that was asked for last, whichever answer comes last", async () => {
    const before = deferred<number>();
    const world: World = { numbers: [], count: () => before.promise };
    const { held, change } = open(world);
    delete world.count;
    world.numbers = [4n, 5n];
    change(ACCOUNT, "0xab");
    expect(held.count.mock.calls[0]?.[1].aborted).toBe(true);
    expect(await screen.findByText("This account holds 2 tickets.")).toBeVisible();
    await act(async () => before.resolve(0));
    expect(screen.getByText("This account holds 2 tickets.")).toBeVisible();
  });

  it("leaves the pictures where they are if it can't be read again", async () => {
    expectWarning("The number of tickets could not be read");
    const world: World = { numbers: [7n] };
    const { change } = open(world);
    await show();
    world.count = () => Promise.reject(new Error("no endpoint"));
    change(ACCOUNT, "0xab");
    expect(
      await screen.findByText("This page couldn't count this account's tickets."),
    ).toBeVisible();
    expect(tiles()).toHaveLength(1);
  });

  it("is that of the account that is connected now, whichever answer comes last", async () => {
    const first = deferred<number>();
    const { change } = open({
      numbers: [],
      count: (account) => (account === ACCOUNT ? first.promise : Promise.resolve(2)),
    });
    change(OTHER);
    expect(await screen.findByText("This account holds 2 tickets.")).toBeVisible();
    await act(async () => first.resolve(9));
    expect(screen.getByText("This account holds 2 tickets.")).toBeVisible();
  });
});

describe("the gallery", () => {
  it("is loaded for an account with tickets as soon as they are counted", async () => {
    const answer = deferred<number>();
    const { preload } = open({ numbers: [7n], count: () => answer.promise });
    await settle();
    expect(preload).not.toHaveBeenCalled();
    await act(async () => answer.resolve(1));
    expect(preload).toHaveBeenCalledOnce();
  });

  it("is not loaded for an account without tickets", async () => {
    const { preload } = open({ numbers: [] });
    expect(await screen.findByText("This account holds no tickets yet.")).toBeVisible();
    expect(preload).not.toHaveBeenCalled();
  });

  it("is loaded with Save-Data only when the button is reached", async () => {
    vi.stubGlobal("navigator", { connection: { saveData: true } });
    const { preload } = open({ numbers: [7n] });
    const button = await screen.findByRole("button", { name: "Show pictures" });
    expect(preload).not.toHaveBeenCalled();
    fireEvent.pointerEnter(button);
    expect(preload).toHaveBeenCalledOnce();
    fireEvent.focus(button);
    expect(preload).toHaveBeenCalledTimes(2);
  });

  it("has its tickets looked for from the press on, also while its code is on its way", async () => {
    const code = deferred<{ default: typeof TicketGallery }>();
    const { held } = open(
      { numbers: [7n] },
      networks.mainnet,
      lazy(() => code.promise),
    );
    await show();
    expect(held.find).toHaveBeenCalledExactlyOnceWith(ACCOUNT, expect.any(AbortSignal));
    expect(tiles()).toHaveLength(0);
    await act(async () => code.resolve({ default: TicketGallery }));
    expect(tiles().map(({ textContent }) => textContent)).toEqual(["#7"]);
    expect(held.find).toHaveBeenCalledOnce();
  });

  it("is shown at a press", async () => {
    open({ numbers: [7n, 9n] });
    const button = await screen.findByRole("button", { name: "Show pictures" });
    expect(button).toHaveAttribute("aria-expanded", "false");
    await show();
    expect(tiles().map(({ textContent }) => textContent)).toEqual(["#7", "#9"]);
    expect(document.querySelector("img")).toHaveAttribute("src", pictured(7n).image);
    fireEvent.click(screen.getByRole("button", { name: "Hide pictures" }));
    expect(tiles()).toHaveLength(0);
  });

  it("looks for tickets again at each opening, and asks for no picture twice", async () => {
    const world: World = { numbers: [7n] };
    const { held, loadPictures } = open(world);
    await show();
    fireEvent.click(screen.getByRole("button", { name: "Hide pictures" }));
    world.numbers = [7n, 8n];
    await show();
    expect(tiles().map(({ textContent }) => textContent)).toEqual(["#7", "#8"]);
    expect(held.find).toHaveBeenCalledTimes(2);
    expect(loadPictures.mock.calls.flat(2)).toEqual([7n, 8n]);
  });

  it("of 500 asks for 60 pictures, six at a time and in their order, and for 60 more at a press", async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const { loadPictures, held } = open({
      numbers: numbersUpTo(500),
      load: (tokenIds) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(tokenIds.map(pictured)));
          most = Math.max(most, waiting.length);
        }),
    });
    await show();
    expect(tiles()).toHaveLength(60);
    const answerAll = async () => {
      while (waiting.length > 0) {
        await act(async () => {
          for (const answer of waiting.splice(0)) answer();
        });
      }
    };
    await answerAll();
    expect(most).toBe(6);
    expect(loadPictures.mock.calls).toEqual(numbersUpTo(60).map((tokenId) => [[tokenId]]));
    fireEvent.click(screen.getByRole("button", { name: "Show 60 more of 440" }));
    await answerAll();
    expect(loadPictures.mock.calls).toEqual(numbersUpTo(120).map((tokenId) => [[tokenId]]));
    expect(tiles()).toHaveLength(120);
    expect(held.find).toHaveBeenCalledOnce();
  });

  it("of 500 asks for a row alone at first, then for the next ones as each of it comes", async () => {
    const answers = new Map<bigint, () => void>();
    const { loadPictures } = open({
      numbers: numbersUpTo(500),
      load: ([tokenId = 0n]) =>
        new Promise((resolve) => answers.set(tokenId, () => resolve([pictured(tokenId)]))),
    });
    await show();
    const asked = () => loadPictures.mock.calls.flat(2).map(Number);
    const answer = (tokenId: bigint) => act(async () => answers.get(tokenId)?.());
    expect(asked()).toEqual([1, 2, 3, 4]);
    await answer(2n);
    expect(asked()).toEqual([1, 2, 3, 4, 5]);
    for (const tokenId of [1n, 3n]) await answer(tokenId);
    expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await answer(4n);
    expect(asked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("asks for the pictures before the browser has painted their numbers", async () => {
    const order: string[] = [];
    const Part: TicketPorts["gallery"]["Part"] = (props) => (
      <>
        <Painted tokenIds={props.tokenIds} onPainted={() => order.push("painted")} />
        <TicketGallery {...props} />
      </>
    );
    const load: ReadPictures = async (tokenIds) => {
      order.push(`asked ${tokenIds}`);
      return tokenIds.map(pictured);
    };
    open({ numbers: [1n, 2n], load }, networks.mainnet, Part);
    await show();
    expect(order).toEqual(["asked 1", "asked 2", "painted"]);
  });

  it("names the rest if it is less than 60", async () => {
    open({ numbers: numbersUpTo(61) });
    await show();
    fireEvent.click(screen.getByRole("button", { name: "Show the other 1" }));
    await settle();
    expect(tiles()).toHaveLength(61);
    expect(screen.queryByRole("button", { name: /^Show/ })).not.toBeInTheDocument();
  });

  it("goes on at the first of them for a visitor who goes by keys", async () => {
    const world: World = { numbers: numbersUpTo(130) };
    const { change } = open(world);
    await show();
    for (const [name, first] of [
      ["Show 60 more of 70", "Ticket #61"],
      ["Show the other 10", "Ticket #121"],
    ] as const) {
      const more = screen.getByRole("button", { name });
      more.focus();
      fireEvent.click(more);
      await settle();
      expect(screen.getByRole("button", { name: first })).toHaveFocus();
    }
    const hide = screen.getByRole("button", { name: "Hide pictures" });
    hide.focus();
    world.numbers = numbersUpTo(129).slice(5);
    change(ACCOUNT, "0xab");
    await settle();
    expect(tiles()).toHaveLength(124);
    expect(hide).toHaveFocus();
  });

  it("shows what came and what went, without asking for a picture twice", async () => {
    const world: World = { numbers: [7n, 8n] };
    const { loadPictures } = open(world);
    await show();
    world.numbers = [8n, 30n];
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await screen.findByRole("button", { name: "Ticket #30" });
    await settle();
    expect(tiles().map(({ textContent }) => textContent)).toEqual(["#8", "#30"]);
    expect(loadPictures.mock.calls.flat(2)).toEqual([7n, 8n, 30n]);
  });

  it("says that the tickets could not be read, and reads them at a press", async () => {
    expectWarning("The tickets could not be read");
    const world: World = { numbers: [7n], find: () => Promise.reject(new Error("they differ")) };
    open(world);
    await show();
    expect(screen.getByRole("alert")).toHaveTextContent("This page couldn't find your tickets.");
    expect(screen.queryByText(/no tickets/)).not.toBeInTheDocument();
    delete world.find;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Ticket #7" })).toBeVisible();
  });

  it("shows the tickets that were asked for last, whichever answer comes last", async () => {
    const before = deferred<readonly bigint[]>();
    const world: World = { numbers: [7n], find: () => before.promise };
    const { held, change } = open(world);
    await show();
    delete world.find;
    change(ACCOUNT, "0xab");
    expect(held.find.mock.calls[0]?.[1].aborted).toBe(true);
    expect(await screen.findByRole("button", { name: "Ticket #7" })).toBeVisible();
    await act(async () => before.resolve([8n]));
    expect(tiles().map(({ textContent }) => textContent)).toEqual(["#7"]);
  });

  it("says that there is none if the last one has gone since it was counted", async () => {
    open({ numbers: [7n], find: async () => [] });
    await show();
    expect(screen.getByText("This account holds no tickets yet.")).toBeVisible();
    expect(screen.queryByRole("list")).not.toBeInTheDocument();
  });

  it("shows the number of a ticket whose picture can't be read, and reads that alone at a press", async () => {
    expectWarning("A picture could not be read");
    const world: World = {
      numbers: [7n, 8n],
      load: async (tokenIds) => {
        if (tokenIds[0] === 8n)
          throw new TypeError("The picture is not one that the contract draws");
        return tokenIds.map(pictured);
      },
    };
    const { loadPictures } = open(world);
    await show();
    expect(screen.getByText(/1 picture couldn't be loaded\./)).toBeVisible();
    expect(tiles()).toHaveLength(2);
    expect(document.querySelectorAll("img")).toHaveLength(1);
    delete world.load;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await settle();
    expect(document.querySelectorAll("img")).toHaveLength(2);
    expect(loadPictures.mock.calls.flat(2)).toEqual([7n, 8n, 8n]);
  });

  it.each<[MissingPictures, RegExp]>([
    ["outside", /this page does not load them/],
    ["unreadable", /couldn't be loaded just now/],
  ])("says why if the pictures are %s", async (missing, words) => {
    open({ numbers: [7n], load: async () => missing });
    await show();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(
      missing === "outside" ? 0 : 1,
    );
  });

  it("says anew why there are no pictures after another try", async () => {
    expectWarning("A picture could not be read");
    const world: World = { numbers: [7n], load: async () => "unreadable" };
    open(world);
    await show();
    expect(screen.getByText(/couldn't be loaded just now/)).toBeVisible();
    world.load = () => Promise.reject(new Error("no endpoint"));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("1 picture couldn't be loaded.")).toBeVisible();
  });

  it("shows no broken picture", async () => {
    open({ numbers: [7n] });
    await show();
    fireEvent.error(document.querySelector("img") as HTMLImageElement);
    expect(document.querySelector("img")).toBeNull();
    expect(tiles()).toHaveLength(1);
  });
});

describe("a ticket", () => {
  const dialogs: Partial<Pick<HTMLDialogElement, "showModal" | "close">> =
    HTMLDialogElement.prototype;
  beforeEach(() => {
    dialogs.showModal = vi.fn(function (this: HTMLDialogElement) {
      this.open = true;
    });
    dialogs.close = vi.fn(function (this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event("close"));
    });
  });
  afterEach(() => {
    delete dialogs.showModal;
    delete dialogs.close;
  });

  async function opened(
    world: Partial<World> = {},
    network?: (typeof networks)["mainnet" | "localhost"],
  ) {
    const page = open(Object.assign(world, { numbers: world.numbers ?? [7n, 8n] }), network);
    await show();
    fireEvent.click(screen.getByRole("button", { name: "Ticket #7" }));
    return { ...page, dialog: within(screen.getByRole("dialog", { name: "Ticket #7" })) };
  }

  it("opens in a modal dialog with its picture and its traits, and closes", async () => {
    const { dialog } = await opened();
    expect(dialogs.showModal).toHaveBeenCalledOnce();
    expect(dialog.getByRole("img", { name: "Ticket #7" })).toHaveAttribute(
      "src",
      pictured(7n).image,
    );
    expect(dialog.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Hour",
      "Lights on",
    ]);
    expect(dialog.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "Dawn",
      "7",
    ]);
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    // Browsers restore the focus on close().
    expect(dialogs.close).toHaveBeenCalled();
  });

  it("closes as the browser closes it, at Escape", async () => {
    await opened();
    act(() => (screen.getByRole("dialog") as HTMLDialogElement).close());
    expect(document.querySelector("dialog")).toBeNull();
  });

  it("stays open if the close of an earlier one is told late", async () => {
    await opened();
    fireEvent(screen.getByRole("dialog"), new Event("close"));
    expect(screen.getByRole("dialog")).toBeVisible();
  });

  it("closes once it has gone, and does not open by itself when it is back", async () => {
    const world: World = { numbers: [7n, 8n] };
    const { change } = await opened(world);
    world.numbers = [8n];
    change(ACCOUNT, "0xab");
    await settle();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    world.numbers = [7n, 8n];
    change(ACCOUNT, "0xcd");
    await settle();
    expect(tiles()).toHaveLength(2);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("closes if the tickets can't be read, and does not open by itself once they can", async () => {
    expectWarning("The tickets could not be read");
    const world: World = { numbers: [7n] };
    const { change } = await opened(world);
    world.find = () => Promise.reject(new Error("they differ"));
    change(ACCOUNT, "0xab");
    await settle();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    delete world.find;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Ticket #7" })).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("links to the explorer, the marketplace and its picture as a file", async () => {
    const { dialog } = await opened();
    const link = (name: string) => dialog.getByRole("link", { name });
    expect(link("View on Etherscan")).toHaveAttribute(
      "href",
      `https://etherscan.io/nft/${TICKET}/7`,
    );
    expect(link("View on OpenSea")).toHaveAttribute(
      "href",
      `https://opensea.io/assets/ethereum/${TICKET}/7`,
    );
    expect(link("Download as SVG")).toHaveAttribute("href", pictured(7n).image);
    expect(link("Download as SVG")).toHaveAttribute("download", "Ticket-7.svg");
  });

  it("has no links where there is neither explorer nor marketplace, nor a file of a picture elsewhere", async () => {
    const image = "https://pictures.example/7.png";
    const load: ReadPictures = async ([tokenId = 0n]) => [{ tokenId, image, traits: [] }];
    const { dialog } = await opened({ load }, networks.localhost);
    expect(dialog.queryAllByRole("link")).toEqual([]);
    expect(dialog.queryByRole("term")).not.toBeInTheDocument();
  });

  it("leads to the next and the previous one, round and round, by buttons and by keys", async () => {
    const { dialog } = await opened({ numbers: [7n, 8n, 9n] });
    const press = (name: string) => fireEvent.click(dialog.getByRole("button", { name }));
    const title = () => dialog.getByRole("heading").textContent;
    press("Next ticket");
    expect(title()).toBe("Ticket #8");
    expect(dialog.getByRole("img")).toHaveAttribute("src", pictured(8n).image);
    press("Next ticket");
    press("Next ticket");
    expect(title()).toBe("Ticket #7");
    press("Previous ticket");
    expect(title()).toBe("Ticket #9");
    fireEvent.keyDown(dialog.getByRole("heading"), { key: "ArrowRight" });
    expect(title()).toBe("Ticket #7");
    fireEvent.keyDown(dialog.getByRole("heading"), { key: "ArrowLeft" });
    expect(title()).toBe("Ticket #9");
  });

  it("leads nowhere from the only one", async () => {
    const { dialog } = await opened({ numbers: [7n] });
    expect(dialog.queryByRole("button", { name: "Next ticket" })).not.toBeInTheDocument();
    fireEvent.keyDown(dialog.getByRole("heading"), { key: "ArrowRight" });
    expect(dialog.getByRole("heading")).toHaveTextContent("Ticket #7");
  });

  it("is shared with the code of the visitor's link, and says that the link was copied", async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    const { dialog } = await opened();
    fireEvent.click(dialog.getByRole("button", { name: "Share" }));
    await settle();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(`${PAGE}?a=welcome5`);
    expect(dialog.getByText("Link copied.")).toBeVisible();
  });

  it("shows the link if the browser does not copy it", async () => {
    vi.stubGlobal("navigator", {});
    const { dialog } = await opened();
    fireEvent.click(dialog.getByRole("button", { name: "Share" }));
    expect(
      await dialog.findByText(`Your browser didn't copy the link. Here it is: ${PAGE}?a=welcome5`),
    ).toBeVisible();
  });

  it("is added to the wallet at a press, and not offered to one that can't", async () => {
    const request = vi.fn(async ({ method }: { method: string }) => {
      if (method === "eth_chainId") return "0x1";
      throw Object.assign(new Error("Call 0800-THIEF"), { code: 4200 });
    });
    const { dialog } = await opened({ provider: { request } });
    fireEvent.click(dialog.getByRole("button", { name: "Add to wallet" }));
    await settle();
    expect(dialog.getByText(/^Your wallet can't add/)).toBeVisible();
    expect(dialog.queryByText(/THIEF/)).not.toBeInTheDocument();
    expect(dialog.queryByRole("button", { name: "Add to wallet" })).not.toBeInTheDocument();
  });

  it("has no word for a wallet that refuses, and one for a wallet on another network", async () => {
    let chainId = "0x1";
    const request = vi.fn(async ({ method }: { method: string }) =>
      method === "eth_chainId" ? chainId : false,
    );
    const { dialog } = await opened({ provider: { request } });
    const add = () => dialog.getByRole("button", { name: "Add to wallet" });
    fireEvent.click(add());
    await settle();
    expect(document.querySelector(".ways-on-word")).toBeEmptyDOMElement();
    chainId = "0x2105";
    fireEvent.click(add());
    expect(
      await dialog.findByText("Please switch to the correct network (ETHEREUM MAINNET)!"),
    ).toBeVisible();
  });

  it("waits for the wallet, and can be added again if that was busy with something else", async () => {
    const answer = deferred<never>();
    const request = vi.fn(async ({ method }: { method: string }) =>
      method === "eth_chainId" ? "0x1" : answer.promise,
    );
    const { dialog } = await opened({ provider: { request } });
    const add = () => dialog.getByRole("button", { name: "Add to wallet" });
    fireEvent.click(add());
    await settle();
    expect(add()).toHaveAttribute("aria-busy", "true");
    await act(async () => answer.reject({ code: -32002 }));
    expect(dialog.getByText(/^Your wallet can't do this right now/)).toBeVisible();
    expect(add()).not.toHaveAttribute("aria-busy");
  });

  it("says in the place of its picture that it is read, then that it could not be", async () => {
    const answer = deferred<MissingPictures>();
    const { dialog } = await opened({ load: () => answer.promise });
    expect(dialog.getByText("Loading the picture…")).toBeVisible();
    await act(async () => answer.resolve("unreadable"));
    expect(
      dialog.getByText("The picture couldn't be loaded. Your ticket is not affected."),
    ).toBeVisible();
    expect(dialog.queryByRole("img")).not.toBeInTheDocument();
  });

  it("says so too of a picture that its browser can't draw", async () => {
    const { dialog } = await opened();
    fireEvent.error(dialog.getByRole("img"));
    expect(
      dialog.getByText("The picture couldn't be loaded. Your ticket is not affected."),
    ).toBeVisible();
    expect(dialog.queryByRole("img")).not.toBeInTheDocument();
    expect(dialog.getAllByRole("term")).toHaveLength(2);
  });

  it("has nothing to add without a wallet", async () => {
    const { dialog } = await opened();
    expect(dialog.queryByRole("button", { name: "Add to wallet" })).not.toBeInTheDocument();
  });

  it("stands open in a browser without modal dialogs", async () => {
    delete dialogs.showModal;
    delete dialogs.close;
    const { dialog } = await opened();
    expect(screen.getByRole("dialog")).toHaveAttribute("open");
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
