// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { deferred } from "../../test/support/deferred.ts";
import { loadAhead } from "./load-ahead.ts";
import { compileChunk, fetchOnce, filesOf, runChunk } from "./preload-chunks.ts";

vi.mock("./preload-chunks.ts");

const importKit = async () => "kit";
const importCheckout = async () => "checkout";
const FILES = new Map<unknown, string[]>([
  [importCheckout, ["./checkout.js", "./shared.js"]],
  [importKit, ["./kit.js", "./ethers.js", "./shared.js"]],
]);
const LOADS = [importCheckout, importKit];

let log: string[];
let held: Map<string, () => Promise<unknown>>;
let hidden: boolean;
let started: Promise<boolean>[];

beforeEach(() => {
  log = [];
  held = new Map();
  hidden = false;
  started = [];
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  vi.mocked(filesOf).mockImplementation((load) => FILES.get(load) ?? []);
  vi.mocked(fetchOnce).mockImplementation(async (file, priority) => {
    log.push(`get ${file} ${priority}`);
    await held.get(file)?.();
  });
  vi.mocked(compileChunk).mockImplementation(async (file) => {
    log.push(`compile ${file}`);
  });
  vi.mocked(runChunk).mockImplementation(async (file) => {
    log.push(`run ${file}`);
  });
});

/** Ends the loads that still wait for an interaction. */
afterEach(async () => {
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  document.body.dispatchEvent(new Event("pointerdown"));
  await Promise.allSettled(started);
});

function start(): Promise<boolean> {
  const ahead = loadAhead(
    LOADS,
    () => log.push("prepare"),
    () => log.push("start"),
  );
  started.push(ahead);
  return ahead;
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

const FIRST = ["get ./shared.js low", "get ./checkout.js low"];
const COMPILED = ["compile ./shared.js", "compile ./checkout.js"];
const OTHERS = ["get ./ethers.js low", "get ./kit.js low"];
const FETCHED = [...FIRST, ...COMPILED, "prepare", ...OTHERS];
const STARTED = ["run ./shared.js", "run ./checkout.js", "start"];
const RUN = [...STARTED, "run ./ethers.js", "run ./kit.js"];

function connection(facts: object) {
  vi.stubGlobal("navigator", Object.create(navigator, { connection: { value: facts } }));
}

it("fetches each file once at low priority, compiles the first part, and runs none at once", async () => {
  void start();
  await vi.waitFor(() => expect(log).toEqual(FETCHED));
  await settled();
  expect(log).toEqual(FETCHED);
});

it("runs the first part for a visitor who reads for four seconds, and starts it at their first sign", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const done = start();
  await vi.advanceTimersByTimeAsync(3_900);
  expect(log).toEqual(FETCHED);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = [...FETCHED, "run ./shared.js", "run ./checkout.js"];
  expect(log).toEqual(before);
  document.body.dispatchEvent(new Event("pointerdown"));
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  expect(log).toEqual([...before, "start", "run ./ethers.js", "run ./kit.js"]);
});

it("fetches the first part's files side by side, without waiting for idle time", async () => {
  const checkout = deferred<void>();
  held.set("./checkout.js", () => checkout.promise);
  vi.stubGlobal("requestIdleCallback", () => undefined);
  const failed = expect(start()).rejects.toThrow("Failed to fetch");
  await settled();
  expect(log).toEqual(FIRST);
  checkout.reject(new TypeError("Failed to fetch"));
  await failed;
});

it("fetches the others one after another, so that what is urgent finds the line free", async () => {
  const ethers = deferred<void>();
  held.set("./ethers.js", () => ethers.promise);
  void start();
  await vi.waitFor(() => expect(log).toEqual(FETCHED.slice(0, -1)));
  await settled();
  expect(log).toEqual(FETCHED.slice(0, -1));
  ethers.resolve();
  await vi.waitFor(() => expect(log).toEqual(FETCHED));
});

it("starts the first part at a sign, though the others are still on their way", async () => {
  const kit = deferred<void>();
  held.set("./kit.js", () => kit.promise);
  const done = start();
  await vi.waitFor(() => expect(log).toEqual(FETCHED));
  document.body.dispatchEvent(new Event("pointerdown"));
  await vi.waitFor(() => expect(log).toEqual([...FETCHED, ...STARTED]));
  await settled();
  expect(log).toEqual([...FETCHED, ...STARTED]);
  kit.resolve();
  await done;
  expect(log).toEqual([...FETCHED, ...RUN]);
});

it.each(["pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"])(
  "at the first %s it runs them, what is imported before its importer",
  async (sign) => {
    const done = start();
    await vi.waitFor(() => expect(log).toEqual(FETCHED));
    document.body.dispatchEvent(new Event(sign));
    await done;
    expect(log).toEqual([...FETCHED, ...RUN]);
  },
);

it.each<[string, [x: number, y: number]]>([
  ["sideways", [8, 7]],
  ["up or down", [7, 8]],
])(
  "a pointer that rests is no sign, whatever a browser makes of it; one that moves %s is",
  async (_, place) => {
    const done = start();
    await vi.waitFor(() => expect(log).toEqual(FETCHED));
    const move = (screenX: number, screenY: number) =>
      document.body.dispatchEvent(new MouseEvent("pointermove", { screenX, screenY }));
    move(7, 7);
    move(7, 7);
    await settled();
    expect(log).toEqual(FETCHED);
    move(...place);
    expect(await done).toBe(true);
    expect(log).toEqual([...FETCHED, ...RUN]);
  },
);

it("a sign during the fetches runs them once they are there, and only once", async () => {
  const done = start();
  document.body.dispatchEvent(new Event("pointerdown"));
  document.body.dispatchEvent(new Event("pointerdown"));
  expect(await done).toBe(true);
  expect(log.filter((what) => RUN.includes(what))).toEqual(RUN);
  expect([...log].sort()).toEqual([...FETCHED, ...RUN].sort());
});

it.each([
  ["Save-Data", { saveData: true, effectiveType: "4g" }],
  ["2g", { saveData: false, effectiveType: "2g" }],
  ["slow 2g", { saveData: false, effectiveType: "slow-2g" }],
])("does nothing with %s", async (_, facts) => {
  connection(facts);
  expect(await start()).toBe(false);
  document.body.dispatchEvent(new Event("pointerdown"));
  expect(log).toEqual([]);
});

it("works with a browser that says its connection is good", async () => {
  connection({ saveData: false, effectiveType: "4g" });
  void start();
  await vi.waitFor(() => expect(log).toEqual(FETCHED));
});

it("does nothing in a tab that is not shown, until it is", async () => {
  hidden = true;
  void start();
  await settled();
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  expect(log).toEqual([]);

  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(log).toEqual(FETCHED));
});

it("waits for idle time, and not for ever", async () => {
  const asked: (IdleRequestOptions | undefined)[] = [];
  vi.stubGlobal("requestIdleCallback", (run: () => void, options?: IdleRequestOptions) => {
    asked.push(options);
    setTimeout(run);
  });
  const done = start();
  await vi.waitFor(() => expect(log).toEqual(FETCHED));
  const bounded = { timeout: 1_000 };
  expect(asked).toEqual(["prepare", ...OTHERS].map(() => bounded));
  document.body.dispatchEvent(new Event("pointerdown"));
  await done;
  expect(asked).toEqual(["prepare", ...OTHERS, ...RUN].map(() => bounded));
});

it("a file that can't be had ends it: nothing more is fetched, and only the first part runs", async () => {
  held.set("./ethers.js", () => Promise.reject(new TypeError("Failed to fetch")));
  const failed = expect(start()).rejects.toThrow("Failed to fetch");
  await settled();
  expect(log).toEqual(FETCHED.slice(0, -1));
  document.body.dispatchEvent(new Event("pointerdown"));
  await failed;
  expect(log).toEqual([...FETCHED.slice(0, -1), ...STARTED]);
});
