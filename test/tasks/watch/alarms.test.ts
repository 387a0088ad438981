import { expect } from "chai";
import { createAlarms } from "../../../scripts/tasks/watch/alarms.ts";
import type { Notice } from "../../../scripts/tasks/watch/notices.ts";

describe("A watch's alarms", () => {
  function start() {
    const told: string[] = [];
    const tell = ({ type, text }: Notice) => void told.push(`${type}: ${text}`);
    let raised = 0;
    const alarms = createAlarms(tell, () => {
      raised += 1;
    });
    return { ...alarms, told, raised: () => raised };
  }

  it("are told once at their start and once at their end, and shown as they are now", () => {
    const { set, open, told, raised } = start();
    set("chain", "2 minutes old", "new blocks");
    set("chain", "3 minutes old", "new blocks");
    set("site", "another file", "as built");
    expect(open()).to.deep.equal(["3 minutes old", "another file"]);
    set("chain", null, "new blocks");
    set("chain", null, "new blocks");
    expect(open()).to.deep.equal(["another file"]);
    expect(told).to.deep.equal([
      "alarm: 2 minutes old",
      "alarm: another file",
      "cleared: new blocks",
    ]);
    expect(raised()).to.equal(2);
  });

  it("of a read are raised by two failures in a row", () => {
    const { watch, open, raised } = start();
    for (const problem of ["silent", null, "silent"]) watch("endpoint", problem, "answers");
    expect(open()).to.deep.equal([]);
    watch("endpoint", "silent", "answers");
    expect(open()).to.deep.equal(["silent"]);
    expect(raised()).to.equal(1);
  });
});
