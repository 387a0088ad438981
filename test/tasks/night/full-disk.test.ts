import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { startTask } from "../support/command.ts";
import { useWatchedSale } from "../support/watching.ts";

/** While the file `FULL_DISK` exists, each write of a file fails after half of it. */
const FULL_DISK = `
import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { writeFile } = fs.promises;
fs.promises.writeFile = async (file, data, options) => {
  if (!existsSync(process.env.FULL_DISK)) return writeFile(file, data, options);
  await writeFile(file, data.slice(0, data.length / 2), options);
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
};
syncBuiltinESMExports();`;

describe("ticket watch, while the disk is full", function () {
  this.timeout(120_000);
  const sale = useWatchedSale();
  const full = () => path.join(sale.project, "cache", "full");

  after(() => rm(full(), { force: true }));

  const watch = () =>
    startTask(
      {
        project: sale.project,
        env: {
          REHEARSAL_RPC_URL: sale.node.url,
          FULL_DISK: full(),
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FULL_DISK)}`,
        },
      },
      ...["ticket", "watch", "--network", "rehearsal", "--every", "0.2"],
      ...["--webhook", sale.receiver.url, "--from", "0"],
    );

  it("tells each event all the same, says on screen and to the webhook that it keeps nothing, and repeats nothing once it can", async () => {
    const { receiver } = sale;
    const started = watch();
    const before = (await sale.ids()).length;
    await receiver.took(before);

    await writeFile(full(), "");
    await sale.buy(1);
    await receiver.took(before + 1);
    await receiver.tookAlarms(1);
    expect(receiver.alarms[0]).to.deep.include({ type: "alarm", alarm: "journal" });
    expect(receiver.alarms[0]?.text).to.match(
      /^not kept on this machine: what 127\.0\.0\.1:\d+ was told\. A restart tells some of it again: ENOSPC/,
    );
    await sale.buy(2);
    await receiver.took(before + 2);

    await rm(full());
    await sale.buy(3);
    await receiver.tookAlarms(2);
    expect(receiver.alarms[1]).to.deep.include({
      type: "cleared",
      raised: receiver.alarms[0]?.id,
      text: "the journal is written again",
    });
    started.process.kill("SIGINT");
    const { code, output, errors } = await started.ended;
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    expect(output).to.match(/ ALARM +not kept on this machine: what /);
    expect(output).to.match(/ all clear +the journal is written again\n/);
    expect(output).to.match(/ ended +stopped, at block \d+\n$/);

    const again = watch();
    await sale.buy(4);
    await receiver.took(before + 4);
    again.process.kill("SIGINT");
    expect((await again.ended).code).to.equal(0);
    expect(receiver.taken.map(({ id }) => id)).to.deep.equal(await sale.ids());
  });

  it("ends by itself when no one reads its output any more, as after head", async () => {
    const started = watch();
    await new Promise((resolve) => started.process.stdout?.once("data", resolve));
    started.process.stdout?.destroy();
    await sale.buy(1);
    const { code, errors } = await started.ended;
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
  });
});
