import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { sayingSo } from "../../../scripts/tasks/chain/waiting.ts";
import { spoke } from "../../../scripts/tasks/cli/silence.ts";

const SECOND = 1_000;

describe("A task that waits", () => {
  let said: (readonly [at: number, line: string])[];

  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "Date"] });
    said = [];
    mock.method(console, "error", (line: string) => said.push([Date.now() / SECOND, line]));
    spoke();
  });

  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  async function pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1) {
      mock.timers.tick(SECOND);
      await turn();
    }
  }

  const lasting = (seconds: number) => () =>
    new Promise<void>((resolve) => void setTimeout(resolve, seconds * SECOND));

  it("is never silent for 5 s while short waits add up, and names the one of that moment", async () => {
    const reads = (async () => {
      for (let read = 1; read <= 15; read += 1) {
        await sayingSo(`an endpoint to answer question ${read}`, lasting(1));
      }
    })();
    await pass(15);
    await reads;
    expect(said).to.deep.equal([
      [4, "Waiting for an endpoint to answer question 4 …"],
      [8, "Waiting for an endpoint to answer question 8 …"],
      [12, "Waiting for an endpoint to answer question 12 …"],
    ]);
  });

  it("says nothing more while it prints by itself", async () => {
    const wait = sayingSo("a block", lasting(9));
    await pass(3);
    spoke();
    await pass(3);
    spoke();
    await pass(3);
    await wait;
    expect(said).to.deep.equal([]);
  });

  it("counts no time of its own work as a wait", async () => {
    await sayingSo("an endpoint", async () => {});
    await pass(10);
    const wait = sayingSo("another endpoint", lasting(3));
    await pass(3);
    await wait;
    expect(said).to.deep.equal([]);
  });

  it("names what the other waits are part of", async () => {
    const wait = sayingSo("0xabc to be mined", () => sayingSo("a receipt", lasting(5)));
    await pass(5);
    await wait;
    expect(said).to.deep.equal([[4, "Waiting for 0xabc to be mined …"]]);
  });

  it("says a long wait less often after a minute, and nothing once it is over", async () => {
    const wait = sayingSo("four more blocks", lasting(130));
    await pass(200);
    await wait;
    const times = said.map(([at]) => at);
    expect(times.slice(0, 3)).to.deep.equal([4, 8, 12]);
    expect(times.filter((at) => at > 60)).to.deep.equal([90, 120]);
  });
});
