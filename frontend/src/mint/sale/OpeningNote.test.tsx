// @vitest-environment jsdom

import { act, render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeSale } from "../../../../test/doubles/page/fake-ticket.ts";
import { openingDate } from "../../domain/words/opening-words.ts";
import { OpeningNote } from "./OpeningNote.tsx";

const OPENS = Date.UTC(2026, 11, 1, 18);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const paused = (totalSupply = 0n) => fakeSale({ totalSupply, paused: true });

let chance = 0;
let calm = false;
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  chance = 0;
  calm = false;
  hidden = false;
  vi.spyOn(Math, "random").mockImplementation(() => chance);
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: calm && query.includes("reduce") }));
});

function setHidden(next: boolean) {
  hidden = next;
  document.dispatchEvent(new Event("visibilitychange"));
}

function open(before: number, { answers = true, sold = 0n } = {}) {
  vi.setSystemTime(OPENS - before);
  const looks: number[] = [];
  const onLook = () => {
    looks.push(Date.now() - OPENS);
    if (answers) page.rerender(note());
  };
  const note = () => <OpeningNote opens={OPENS} sale={paused(sold)} onLook={onLook} />;
  const page = render(note());
  return { looks, text: () => page.container.textContent, page };
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 750) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 750)));
  }
}

describe("the words", () => {
  it("name the hour in the visitor's zone, and how long it is until then", () => {
    const { text, page } = open(3 * DAY + HOUR, { sold: 7n });
    expect(text()).toBe(`Opens on ${openingDate(OPENS)}, your time (in 3 days)`);
    const date = page.container.querySelector("time");
    expect(date?.dateTime).toBe("2026-12-01T18:00:00.000Z");
    expect(page.container.querySelector("[aria-live], [role]")).toBeNull();
  });

  it("follow the clock: by the minute, and by the second at last", async () => {
    const { text } = open(121_000);
    expect(text()).toContain("(in 2 minutes)");
    await pass(2_000);
    expect(text()).toContain("(in 119 seconds)");
    await pass(1_000);
    expect(text()).toContain("(in 118 seconds)");
  });

  it("count no seconds where the visitor wants nothing to move", () => {
    calm = true;
    expect(open(30_000).text()).toContain("(in less than a minute)");
  });

  it("say once the hour has passed that it is not open, and never that it is", async () => {
    const { text } = open(1_000);
    await pass(2_000);
    expect(text()).toBe(
      `Not open yet (planned for ${openingDate(OPENS)}, your time). This page keeps checking, and opens by itself.`,
    );
  });

  it("do not say that it was never open once tickets were sold and it is paused again", async () => {
    const { text, looks } = open(-DAY, { sold: 7n });
    expect(text()).toBe("This page keeps checking, and opens by itself.");
    await pass(3_000);
    expect(looks).toHaveLength(1);
  });
});

describe("the contract", () => {
  it("is looked at at the hour, then every three seconds", async () => {
    const { looks } = open(HOUR);
    await pass(HOUR + 9_000);
    expect(looks).toEqual([0, 3_000, 6_000, 9_000]);
  });

  it("is looked at by each visitor at another moment", async () => {
    chance = 0.5;
    const { looks } = open(HOUR);
    await pass(HOUR + 11_000);
    expect(looks).toEqual([1_500, 6_000, 10_500]);
  });

  it("is looked at less and less often if it stays paused, and once a minute at last", async () => {
    const { looks } = open(1_500);
    await pass(1_500 + HOUR);
    const pauses = looks.map((at, index) => at - (looks[index - 1] ?? 0));
    expect(pauses.slice(0, 24)).toEqual([0, ...Array(20).fill(3_000), 4_500, 6_750, 10_125]);
    expect(pauses.at(-1)).toBe(60_000);
    expect(looks.length).toBeLessThan(90);
  });

  it("is not asked again before it has answered", async () => {
    const { looks } = open(1_000, { answers: false });
    await pass(HOUR);
    expect(looks).toEqual([0]);
  });

  it("is left to the page's own reading where the hour has passed already", async () => {
    const { looks } = open(-DAY);
    await pass(2_999);
    expect(looks).toEqual([]);
    await pass(1);
    expect(looks).toEqual([DAY + 3_000]);
  });

  it("is not looked at while the page is hidden, but when it is seen again", async () => {
    const { looks, text } = open(HOUR);
    setHidden(true);
    const before = text();
    await pass(2 * HOUR);
    expect(looks).toEqual([]);
    expect(text()).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
    await act(async () => setHidden(false));
    expect(looks).toEqual([HOUR]);
    expect(text()).toContain("Not open yet");
  });

  it("is looked at once at the hour, however often the page was looked at before", async () => {
    const { looks } = open(10_000);
    const timers = vi.getTimerCount();
    for (let time = 0; time < 3; time += 1) act(() => setHidden(false));
    expect(vi.getTimerCount()).toBe(timers);
    await pass(10_000);
    expect(looks).toEqual([0]);
  });

  it("is left alone once the note is gone", async () => {
    const { looks, page } = open(1_000);
    page.unmount();
    setHidden(true);
    setHidden(false);
    expect(vi.getTimerCount()).toBe(0);
    await pass(HOUR);
    expect(looks).toEqual([]);
  });
});
