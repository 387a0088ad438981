import { expect } from "chai";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { forgetDeployments, testProject } from "../support/project.ts";
import { startWatch, type Watching } from "../support/watching.ts";

/** Two endpoints agree on an old newest block. */
describe("ticket watch, on a live chain that makes no blocks", () => {
  let project: string;
  let node: TestNode;
  let watching: Watching | undefined;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1, undefined, { initialDate: "2026-01-01T00:00:00Z" });
    const { code, errors } = await runTask(
      { project, env: { REHEARSAL_RPC_URL: node.url } },
      ...["ticket", "deploy", "--network", "rehearsal"],
    );
    expect(code, errors).to.equal(0);
    await recordAsMainnet(project);
  });

  afterEach(async () => {
    watching?.kill();
    await watching?.ended;
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  function watch(...words: string[]): Watching {
    const env = { MAINNET_RPC_URL: node.url, MAINNET_SECOND_RPC_URL: `${node.url}/second` };
    watching = startWatch(
      { project, env },
      ...["--network", "mainnet", "--confirmations", "0", ...words],
    );
    return watching;
  }

  it("ends with 2 at the first alarm if it is asked to", async () => {
    const { code, output } = await watch("--fail-on-alarm").ended;
    expect(output).to.match(
      / {2}ALARM +the newest block is \d+ s old\n.* {2}ended +at an alarm, at block \d+\n$/,
    );
    expect(output.match(/ALARM/g)).to.have.length(1);
    expect(code).to.equal(2);
  });

  it("says so once, and when blocks come again", async () => {
    const running = watch();
    await running.saw(/ {2}ALARM +the newest block is \d+ s old\n/);
    const now = Math.floor(Date.now() / 1000);
    await node.provider.send("evm_setNextBlockTimestamp", [now]);
    await node.provider.send("evm_mine", []);
    await running.saw(/ {2}all clear +new blocks come again\n/);
    const { code, output } = await running.stop();
    expect(output.match(/ALARM/g)).to.have.length(1);
    expect(code).to.equal(0);
  });
});
