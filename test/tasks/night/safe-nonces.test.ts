import path from "node:path";
import { expect } from "chai";
import type { Contract } from "ethers";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import { forgetDeployments } from "../support/project.ts";
import { useSale } from "../support/sale.ts";

describe("Files for a Safe", () => {
  const sale = useSale();
  const owners = () => [sale.account(1), sale.account(2)];
  let safe: Contract;

  beforeEach(async () => {
    safe = await deploySafeWallet(owners(), 2);
    await forgetDeployments(sale.project);
    await sale.done("ticket", "deploy", "--owner", await safe.getAddress());
  });

  const write = async (...words: string[]) => {
    const output = await sale.done(...words);
    return { output, file: safeFilesIn(output)[0] ?? "" };
  };
  const list = async () =>
    new Map(
      (JSON.parse(await sale.done("ticket", "safe-files", "--json")) as Listed[]).map((one) => [
        one.file,
        one,
      ]),
    );

  interface Listed {
    readonly file: string;
    readonly state: string;
    readonly nonce: string | null;
    readonly hashes: object | null;
  }

  it("with one nonce say that only one of them can be executed", async () => {
    const price = await write("ticket", "set-price", typed(RAISED_PRICE));
    expect(price.output).not.to.contain("Only one file");
    const pause = await write("ticket", "pause");
    expect(pause.output).to.contain(
      `Only one file with nonce 0 can be executed. Another one is ${price.file}\n`,
    );
    const listed = await list();
    for (const { file } of [price, pause]) {
      const { state, nonce } = listed.get(file) ?? {};
      expect({ state, nonce }).to.deep.equal({
        state: "pending; only one of the 2 files with nonce 0 can be executed",
        nonce: "0",
      });
    }
  });

  it("that are executed are listed as such, without hashes to sign; the others get the next nonce", async () => {
    const price = await write("ticket", "set-price", typed(RAISED_PRICE));
    const pause = await write("ticket", "pause");
    await executeBatch(safe, owners(), path.join(sale.project, pause.file));
    const listed = await list();
    const executed = listed.get(pause.file);
    expect(executed?.state).to.equal("executed, with nonce 0: not to be signed");
    expect(executed?.hashes).to.equal(null);
    const pending = listed.get(price.file);
    expect(pending?.state).to.equal(
      "pending with a later nonce, unless it was executed in another form (written at 0, the Safe's next is 1)",
    );
    expect(pending?.nonce).to.equal("1");
    expect(pending?.hashes).not.to.equal(null);
    const next = await write("ticket", "unpause");
    expect(next.output).to.contain("(nonce 1)");
    expect(next.output).not.to.contain("Only one file");
  });
});
