// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type Deferred, deferred } from "../../test/support/deferred.ts";
import { run, type Step, tell } from "../../test/support/stories.ts";
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
  ahead.catch(() => undefined);
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
const BUT_KIT = FETCHED.slice(0, -1);

const starts = () => void start();
/** Expects exactly these lines, and no later ones without a further step. */
const has =
  (...lines: readonly string[]): Step =>
  async () => {
    await vi.waitFor(() => expect(log).toEqual(lines));
    await settled();
    expect(log).toEqual(lines);
  };
const signs = (type = "pointerdown") => {
  return () => void document.body.dispatchEvent(new Event(type));
};
const moves = (screenX: number, screenY: number) => () =>
  void document.body.dispatchEvent(new MouseEvent("pointermove", { screenX, screenY }));
const hides = (next: boolean) => () => {
  hidden = next;
  document.dispatchEvent(new Event("visibilitychange"));
};
const connection = (facts: object) => () =>
  vi.stubGlobal("navigator", Object.create(navigator, { connection: { value: facts } }));
const ends = (done: boolean) => async () => expect(await started.at(-1)).toBe(done);
const fails = () => expect(started.at(-1)).rejects.toThrow("Failed to fetch");
let file: Deferred<void>;
const holdsBack = (name: string) => () => {
  file = deferred<void>();
  held.set(name, () => file.promise);
};
const lets = () => file.resolve();
const breaks = () => file.reject(new TypeError("Failed to fetch"));

tell({
  "fetches each file once at low priority, compiles the first part, and runs none at once": [
    [starts, has(...FETCHED)],
  ],
  "fetches the first part's files side by side, without waiting for idle time": [
    [holdsBack("./checkout.js"), () => vi.stubGlobal("requestIdleCallback", () => undefined)],
    [starts, has(...FIRST), breaks, fails],
  ],
  "fetches the others one after another, so that what is urgent finds the line free": [
    [holdsBack("./ethers.js"), starts, has(...BUT_KIT), lets, has(...FETCHED)],
  ],
  "starts the first part at a sign, though the others are still on their way": [
    [holdsBack("./kit.js"), starts, has(...FETCHED), signs(), has(...FETCHED, ...STARTED)],
    [lets, ends(true), has(...FETCHED, ...RUN)],
  ],
  "works with a browser that says its connection is good": [
    [connection({ saveData: false, effectiveType: "4g" }), starts, has(...FETCHED)],
  ],
  "does nothing in a tab that is not shown, until it is": [
    [hides(true), starts, hides(true), has(), hides(false), has(...FETCHED)],
  ],
  "a file that can't be had ends it: nothing more is fetched, and only the first part runs": [
    [holdsBack("./ethers.js"), starts, has(...BUT_KIT), breaks, has(...BUT_KIT)],
    [signs(), fails, has(...BUT_KIT, ...STARTED)],
  ],
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

it.each(["pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"])(
  "at the first %s it runs them, what is imported before its importer",
  (sign) => run([starts, has(...FETCHED), signs(sign), ends(true), has(...FETCHED, ...RUN)]),
);

it.each<[string, [x: number, y: number]]>([
  ["sideways", [8, 7]],
  ["up or down", [7, 8]],
])(
  "a pointer that rests is no sign, whatever a browser makes of it; one that moves %s is",
  (_, place) =>
    run(
      [starts, has(...FETCHED), moves(7, 7), moves(7, 7), has(...FETCHED)],
      [moves(...place), ends(true), has(...FETCHED, ...RUN)],
    ),
);

it("a sign during the fetches runs them once they are there, and only once", async () => {
  await run([starts, signs(), signs(), ends(true)]);
  expect(log.filter((what) => RUN.includes(what))).toEqual(RUN);
  expect([...log].sort()).toEqual([...FETCHED, ...RUN].sort());
});

it.each([
  ["Save-Data", { saveData: true, effectiveType: "4g" }],
  ["2g", { saveData: false, effectiveType: "2g" }],
  ["slow 2g", { saveData: false, effectiveType: "slow-2g" }],
])("does nothing with %s", (_, facts) =>
  run([connection(facts), starts, ends(false), signs(), has()]),
);

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
