// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { lazy, useEffect } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Chain, networks } from "../../../../networks.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { deferred } from "../../../../test/support/deferred.ts";
import { run, type Step, tell } from "../../../../test/support/stories.ts";
import { noTickets, TICKET } from "../../../gallery/checkout-ports.ts";
import {
  button,
  fakeDialogs,
  has,
  hasNo,
  isBusy,
  isNotBusy,
  lacks,
  late,
  links,
  press,
  sees,
  settle,
  tells,
} from "../../../gallery/on-screen.ts";
import type { ReadPictures } from "../../chain/tickets/pictures.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import type { MissingPictures } from "../../domain/words/outcome-words.ts";
import { HeldTickets } from "./HeldTickets.tsx";
import { TicketGallery } from "./TicketGallery.tsx";
import type { FoundTickets, TicketPorts } from "./ticket-ports.ts";

const ACCOUNT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const PAGE = "https://mint.example/";
const NONE = "This account holds no tickets yet.";
const UNCOUNTED = "This page couldn't count this account's tickets.";

const pictured = (tokenId: bigint) => ({
  tokenId,
  image: `data:image/svg+xml;base64,${tokenId}`,
  traits: [
    { name: "Hour", value: "Dawn" },
    { name: "Lights on", value: String(tokenId) },
  ],
});
const numbersUpTo = (last: number) => Array.from({ length: last }, (_, index) => BigInt(index + 1));
const fails = () => Promise.reject(new Error("no endpoint"));

interface Fixed {
  numbers: readonly bigint[];
  network: Chain;
  provider: Eip1193Provider | null;
  Part: TicketPorts["gallery"]["Part"];
}

/** Everything works, unless a test breaks it. */
function newWorld() {
  const fixed: Fixed = {
    numbers: [7n],
    network: networks.mainnet,
    provider: null,
    Part: TicketGallery,
  };
  return Object.assign(fixed, {
    count: vi.fn<TicketPorts["held"]["count"]>(async () => fixed.numbers.length),
    find: vi.fn<TicketPorts["held"]["find"]>(async () => fixed.numbers),
    load: vi.fn<ReadPictures>(async (tokenIds) => tokenIds.map(pictured)),
    preload: vi.fn(),
  });
}

let world: ReturnType<typeof newWorld>;
let ui: ReturnType<typeof pageWith>;
let page: ReturnType<typeof render>;

beforeEach(() => {
  world = newWorld();
});

function pageWith({ count, find, load, preload, provider, network, Part }: typeof world) {
  const ports: TicketPorts = {
    ...noTickets,
    held: { count, find },
    loadPictures: load,
    gallery: { Part, preload },
    getProvider: () => provider,
    linkTo: (code) => (code === null ? PAGE : `${PAGE}?a=${code}`),
  };
  return (account: string, purchases: string) => (
    <HeldTickets
      key={account}
      account={account}
      network={network}
      ports={ports}
      affiliateCode="welcome5"
      purchases={purchases}
    />
  );
}

const opens = async () => {
  ui = pageWith(world);
  page = render(ui(ACCOUNT, ""));
  await settle();
};
const learnsOf =
  (purchases: string, account = ACCOUNT): Step =>
  async () => {
    page.rerender(ui(account, purchases));
    await settle();
  };
const isLookedAt = async () => {
  fireEvent(document, new Event("visibilitychange"));
  await settle();
};
const holds =
  (...numbers: readonly bigint[]) =>
  () => {
    world.numbers = numbers;
  };
const warns = (warning: string) => () => expectWarning(warning);
const countFails = () => {
  expectWarning("The number of tickets could not be read");
  world.count.mockImplementationOnce(fails);
};
const findFails = () => {
  expectWarning("The tickets could not be read");
  world.find.mockImplementationOnce(fails);
};
const counted = (times: number) => () => expect(world.count).toHaveBeenCalledTimes(times);
const found = (times: number) => () => expect(world.find).toHaveBeenCalledTimes(times);
const preloaded = (times: number) => () => expect(world.preload).toHaveBeenCalledTimes(times);
const asked =
  (...numbers: readonly bigint[]) =>
  () =>
    expect(world.load.mock.calls.flat(2)).toEqual(numbers);

const shows = press("Show pictures");
const opensGallery = () => run([opens, shows]);
const tiles = () => screen.queryAllByRole("button", { name: /^Ticket #/ });
const hasTiles =
  (...numbers: readonly string[]) =>
  () =>
    expect(tiles().map(({ textContent }) => textContent)).toEqual(numbers);
const hasTileCount = (count: number) => () => expect(tiles()).toHaveLength(count);
const hasPictures = (count: number) => () =>
  expect(document.querySelectorAll("img")).toHaveLength(count);
const isEmpty = () => expect(page.container).toBeEmptyDOMElement();
/** A visitor who goes by keys. */
const focusesAndPresses = (name: string) => async () => {
  button(name).focus();
  await press(name)();
};

describe("their number", () => {
  it.each([
    [1, "This account holds 1 ticket."],
    [500, "This account holds 500 tickets."],
  ])("of %d is told, and nothing else is asked", async (count, words) => {
    await run([holds(...numbersUpTo(count)), opens, sees(words), has("heading", "Your tickets")]);
    expect(world.count).toHaveBeenCalledExactlyOnceWith(ACCOUNT, expect.any(AbortSignal));
    await run([found(0), asked()]);
  });

  it.each([
    ["a heading and its number", [1n], () => screen.getByRole("region", { name: "Your tickets" })],
    ["that there are none", [], () => screen.getByText(NONE)],
  ])("that is read at last leaves a visitor who goes by keys at %s", (_, numbers, part) =>
    run(
      [holds(...numbers), countFails, opens, focusesAndPresses("Try again")],
      [() => expect(part()).toHaveFocus()],
    ),
  );

  tell({
    "is not told as none while a purchase is known that an endpoint has not counted yet": [
      [holds(), opens, sees(NONE), learnsOf("0xab"), counted(2), isEmpty],
    ],
    "is never none if it can't be read, and is read again at a press": [
      [countFails, opens, sees(UNCOUNTED), lacks(/no tickets/)],
      [press("Try again"), sees("This account holds 1 ticket.")],
    ],
    "is read again after a purchase, and when the page is looked at again": [
      [holds(), opens, sees(NONE)],
      [holds(4n, 5n), learnsOf("0xab"), sees("This account holds 2 tickets.")],
      [holds(5n), isLookedAt, sees("This account holds 1 ticket."), counted(3)],
    ],
    "is not read again while the page is hidden": [
      [holds(), opens, () => vi.spyOn(document, "hidden", "get").mockReturnValue(true)],
      [isLookedAt, counted(1)],
    ],
    "leaves the pictures where they are if it can't be read again": [
      [opensGallery, countFails, learnsOf("0xab"), sees(UNCOUNTED), hasTileCount(1)],
    ],
  });

  it("says that the account holds none once it is known, without a button", async () => {
    const count = late(world.count);
    await run([opens, isEmpty, count(0), sees(NONE), hasNo("button")]);
  });

  it.each([
    ["the one that was asked for last", "0xab", ACCOUNT],
    ["that of the account that is connected now", "", OTHER],
  ])("is %s, whichever answer comes last", async (_, purchases, account) => {
    const count = late(world.count);
    const two = sees("This account holds 2 tickets.");
    await run([holds(4n, 5n), opens, learnsOf(purchases, account), two, count(9), two]);
    expect(world.count.mock.calls[0]?.[1].aborted).toBe(true);
    expect(world.count.mock.lastCall?.[0]).toBe(account);
  });
});

describe("the gallery", () => {
  tell({
    "is not loaded for an account without tickets": [[holds(), opens, sees(NONE), preloaded(0)]],
    "is loaded with Save-Data only when the button is reached": [
      [() => vi.stubGlobal("navigator", { connection: { saveData: true } }), opens, preloaded(0)],
      [() => fireEvent.pointerEnter(button("Show pictures")), preloaded(1)],
      [() => fireEvent.focus(button("Show pictures")), preloaded(2)],
    ],
    "is shown at a press": [
      [holds(7n, 9n), opens],
      [() => expect(button("Show pictures")).toHaveAttribute("aria-expanded", "false")],
      [shows, hasTiles("#7", "#9")],
      [() => expect(document.querySelector("img")).toHaveAttribute("src", pictured(7n).image)],
      [press("Hide pictures"), hasTiles()],
    ],
    "looks for tickets again at each opening, and asks for no picture twice": [
      [opensGallery, press("Hide pictures"), holds(7n, 8n), shows],
      [hasTiles("#7", "#8"), found(2), asked(7n, 8n)],
    ],
    "names the rest if it is less than 60": [
      [holds(...numbersUpTo(61)), opensGallery, press("Show the other 1"), hasTileCount(61)],
      [hasNo("button", /^Show/)],
    ],
    "goes on at the first of them for a visitor who goes by keys": [
      [holds(...numbersUpTo(130)), opensGallery, focusesAndPresses("Show 60 more of 70")],
      [() => expect(button("Ticket #61")).toHaveFocus(), focusesAndPresses("Show the other 10")],
      [() => expect(button("Ticket #121")).toHaveFocus()],
      [() => button("Hide pictures").focus(), holds(...numbersUpTo(129).slice(5))],
      [learnsOf("0xab"), hasTileCount(124)],
      [() => expect(button("Hide pictures")).toHaveFocus()],
    ],
    "shows what came and what went, without asking for a picture twice": [
      [holds(7n, 8n), opensGallery, holds(8n, 30n), isLookedAt],
      [hasTiles("#8", "#30"), asked(7n, 8n, 30n)],
    ],
    "says that the tickets could not be read, and reads them at a press": [
      [findFails, opensGallery, tells("alert", "This page couldn't find your tickets.")],
      [lacks(/no tickets/), press("Try again"), has("button", "Ticket #7")],
    ],
    "says that there is none if the last one has gone since it was counted": [
      [opens, holds(), shows, sees(NONE), hasNo("list")],
    ],
    "shows the number of a ticket whose picture can't be read, and reads only that at a press": [
      [warns("A picture could not be read"), holds(8n, 7n)],
      [() => world.load.mockImplementationOnce(fails), opensGallery],
      [sees(/1 picture couldn't be loaded\./), hasTileCount(2), hasPictures(1)],
      [press("Try again"), hasPictures(2), asked(8n, 7n, 8n)],
    ],
    "says again why there are no pictures after another try": [
      [warns("A picture could not be read")],
      [() => world.load.mockResolvedValueOnce("unreadable").mockImplementationOnce(fails)],
      [opensGallery, sees(/couldn't be loaded just now/)],
      [press("Try again"), sees("1 picture couldn't be loaded.")],
    ],
    "shows no broken picture": [
      [opensGallery, () => fireEvent.error(document.querySelector("img") as HTMLImageElement)],
      [hasPictures(0), hasTileCount(1)],
    ],
  });

  it.each<[MissingPictures, RegExp, number]>([
    ["outside", /this page does not load them/, 0],
    ["unreadable", /couldn't be loaded just now/, 1],
  ])("says why if the pictures are %s", async (missing, words, tries) => {
    world.load.mockResolvedValue(missing);
    await run([opensGallery, sees(words)]);
    expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(tries);
  });

  it("is loaded for an account with tickets as soon as they are counted", async () => {
    const count = late(world.count);
    await run([opens, preloaded(0), count(1), preloaded(1)]);
  });

  it("has its tickets looked for from the press on, also while its code is on its way", async () => {
    const code = deferred<{ default: typeof TicketGallery }>();
    world.Part = lazy(() => code.promise);
    await opensGallery();
    expect(world.find).toHaveBeenCalledExactlyOnceWith(ACCOUNT, expect.any(AbortSignal));
    hasTiles()();
    await act(async () => code.resolve({ default: TicketGallery }));
    await run([hasTiles("#7"), found(1)]);
  });

  it("of 500 asks for 60 pictures, six at a time and in their order, and for 60 more at a press", async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    world.load.mockImplementation(
      (tokenIds) =>
        new Promise((resolve) => {
          waiting.push(() => resolve(tokenIds.map(pictured)));
          most = Math.max(most, waiting.length);
        }),
    );
    const answerAll = async () => {
      while (waiting.length > 0) {
        await act(async () => {
          for (const answer of waiting.splice(0)) answer();
        });
      }
    };
    const askedOneByOne = (last: number) => () =>
      expect(world.load.mock.calls).toEqual(numbersUpTo(last).map((tokenId) => [[tokenId]]));
    await run([holds(...numbersUpTo(500)), opensGallery, hasTileCount(60)]);
    await run([answerAll, askedOneByOne(60)]);
    expect(most).toBe(6);
    await run([press("Show 60 more of 440"), answerAll, askedOneByOne(120)]);
    await run([hasTileCount(120), found(1)]);
  });

  it("of 500 asks for only a row at first, then for the next ones as each of it comes", async () => {
    const answers = new Map<bigint, () => void>();
    world.load.mockImplementation(
      ([tokenId = 0n]) =>
        new Promise((resolve) => answers.set(tokenId, () => resolve([pictured(tokenId)]))),
    );
    const answer = (tokenId: bigint) => () => act(async () => answers.get(tokenId)?.());
    const askedUpTo = (last: number) => asked(...numbersUpTo(last));
    await run([holds(...numbersUpTo(500)), opensGallery, askedUpTo(4)]);
    await run([answer(2n), askedUpTo(5), answer(1n), answer(3n), askedUpTo(7)]);
    await run([answer(4n), askedUpTo(10)]);
  });

  it("asks for the pictures before the browser has painted their numbers", async () => {
    const order: string[] = [];
    world.Part = (props) => (
      <>
        <Painted tokenIds={props.tokenIds} onPainted={() => order.push("painted")} />
        <TicketGallery {...props} />
      </>
    );
    world.load.mockImplementation(async (tokenIds) => {
      order.push(`asked ${tokenIds}`);
      return tokenIds.map(pictured);
    });
    await run([holds(1n, 2n), opensGallery]);
    expect(order).toEqual(["asked 1", "asked 2", "painted"]);
  });

  it("shows the tickets that were asked for last, whichever answer comes last", async () => {
    const find = late(world.find);
    await run([opensGallery, learnsOf("0xab"), hasTiles("#7"), find([8n]), hasTiles("#7")]);
    expect(world.find.mock.calls[0]?.[1].aborted).toBe(true);
  });
});

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

describe("a ticket", () => {
  let dialogs: ReturnType<typeof fakeDialogs>;
  beforeEach(() => {
    dialogs = fakeDialogs();
    world.numbers = [7n, 8n];
  });

  const element = () => screen.getByRole<HTMLDialogElement>("dialog");
  const dialog = () => within(element());
  const opened = () => run([opensGallery, press("Ticket #7"), has("dialog", "Ticket #7")]);
  const closed = hasNo("dialog");
  const isTicket = (number: bigint) => () => {
    expect(dialog().getByRole("heading")).toHaveTextContent(new RegExp(`^Ticket #${number}$`));
    expect(dialog().getByRole("img")).toHaveAttribute("src", pictured(number).image);
  };
  const texts =
    (role: string, ...expected: readonly string[]) =>
    () =>
      expect(
        dialog()
          .queryAllByRole(role)
          .map(({ textContent }) => textContent),
      ).toEqual(expected);
  const key = (name: string) => () =>
    fireEvent.keyDown(dialog().getByRole("heading"), { key: name });
  const asksWallet = (answer: (method: string) => unknown) => () => {
    world.provider = { request: async ({ method }) => answer(method) };
  };
  const adds = press("Add to wallet");
  const failure = "The picture couldn't be loaded. Your ticket is not affected.";
  const noPicture = () => expect(dialog().queryByRole("img")).not.toBeInTheDocument();

  tell({
    "opens in a modal dialog with its picture and its traits, and closes": [
      [opened, () => expect(dialogs.showModal).toHaveBeenCalledOnce(), isTicket(7n)],
      [() => expect(dialog().getByRole("img", { name: "Ticket #7" })).toBeVisible()],
      [texts("term", "Hour", "Lights on"), texts("definition", "Dawn", "7")],
      // Browsers restore the focus on close().
      [press("Close"), closed, () => expect(dialogs.close).toHaveBeenCalled()],
    ],
    "closes as the browser closes it, at Escape": [
      [opened, () => act(async () => element().close())],
      [() => expect(document.querySelector("dialog")).toBeNull()],
    ],
    "stays open if the close of an earlier one is told late": [
      [opened, () => fireEvent(element(), new Event("close")), has("dialog")],
    ],
    "closes once it has gone, and does not open by itself when it is back": [
      [opened, holds(8n), learnsOf("0xab"), closed],
      [holds(7n, 8n), learnsOf("0xcd"), hasTileCount(2), closed],
    ],
    "closes if the tickets can't be read, and does not open by itself once they can": [
      [opened, findFails, learnsOf("0xab"), closed],
      [press("Try again"), has("button", "Ticket #7"), closed],
    ],
    "links to the explorer, the marketplace and its picture as a file": [
      [opened, links("View on Etherscan", `https://etherscan.io/nft/${TICKET}/7`)],
      [links("View on OpenSea", `https://opensea.io/assets/ethereum/${TICKET}/7`)],
      [links("Download as SVG", pictured(7n).image)],
      [
        () =>
          expect(screen.getByRole("link", { name: "Download as SVG" })).toHaveAttribute(
            "download",
            "Ticket-7.svg",
          ),
      ],
    ],
    "leads to the next and the previous one, round and round, by buttons and by keys": [
      [holds(7n, 8n, 9n), opened, press("Next ticket"), isTicket(8n)],
      [press("Next ticket"), press("Next ticket"), isTicket(7n)],
      [press("Previous ticket"), isTicket(9n)],
      [key("ArrowRight"), isTicket(7n), key("ArrowLeft"), isTicket(9n)],
    ],
    "leads nowhere from the only one": [
      [holds(7n), opened, hasNo("button", "Next ticket"), key("ArrowRight"), isTicket(7n)],
    ],
    "shows the link if the browser does not copy it": [
      [() => vi.stubGlobal("navigator", {}), opened, press("Share")],
      [sees(`Your browser didn't copy the link. Here it is: ${PAGE}?a=welcome5`)],
    ],
    "is added to the wallet at a press, and not offered to one that can't": [
      [
        asksWallet((method) => {
          if (method === "eth_chainId") return "0x1";
          throw Object.assign(new Error("Call 0800-THIEF"), { code: 4200 });
        }),
      ],
      [opened, adds, sees(/^Your wallet can't add/), lacks(/THIEF/)],
      [hasNo("button", "Add to wallet")],
    ],
    "has no word for a wallet that refuses": [
      [asksWallet((method) => method === "eth_chainId" && "0x1"), opened, adds],
      [() => expect(document.querySelector(".ticket-actions-word")).toBeEmptyDOMElement()],
    ],
    "has a word for a wallet on another network": [
      [asksWallet(() => "0x2105"), opened, adds],
      [sees("Please switch to the correct network (ETHEREUM MAINNET)!")],
    ],
    "says in the place of its picture that its browser can't draw it": [
      [opened, () => fireEvent.error(dialog().getByRole("img")), sees(failure), noPicture],
      [texts("term", "Hour", "Lights on")],
    ],
    "has nothing to add without a wallet": [[opened, hasNo("button", "Add to wallet")]],
  });

  it("has no links where there is neither explorer nor marketplace, nor a file of a picture elsewhere", async () => {
    world.network = networks.localhost;
    const image = "https://pictures.example/7.png";
    world.load.mockImplementation(async ([tokenId = 0n]) => [{ tokenId, image, traits: [] }]);
    await run([opened, hasNo("link"), hasNo("term")]);
  });

  it("is shared with the code of the visitor's link, and says that the link was copied", async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    await run([opened, press("Share"), sees("Link copied.")]);
    expect(writeText).toHaveBeenCalledExactlyOnceWith(`${PAGE}?a=welcome5`);
  });

  it("waits for the wallet, and can be added again if that was busy with something else", async () => {
    const answer = deferred<never>();
    await run(
      [asksWallet((method) => (method === "eth_chainId" ? "0x1" : answer.promise))],
      [opened, adds, isBusy("Add to wallet")],
    );
    await act(async () => answer.reject({ code: -32002 }));
    await run([sees(/^Your wallet can't do this right now/), isNotBusy("Add to wallet")]);
  });

  it("says in the place of its picture that it is read, then that it could not be", async () => {
    const load = late(world.load);
    world.load.mockReturnValue(new Promise(() => undefined));
    await run([opened, sees("Loading the picture…"), load("unreadable"), sees(failure), noPicture]);
  });

  it("stands open in a browser without modal dialogs", async () => {
    dialogs.remove();
    await opened();
    expect(element()).toHaveAttribute("open");
    await run([press("Close"), closed]);
  });
});
