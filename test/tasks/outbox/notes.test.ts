import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { closeNotes, readNotes, writeNote } from "../../../scripts/tasks/outbox/notes.ts";
import type { Sale } from "../../../scripts/tasks/record/sale.ts";
import { fakeSale } from "../support/fake-sale.ts";

const CONTRACT = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const FROM = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

describe("Notes of what an account has sent", () => {
  const { XDG_STATE_HOME } = process.env;
  let state: string;

  beforeEach(async () => {
    state = await mkdtemp(path.join(tmpdir(), "notes-"));
    process.env.XDG_STATE_HOME = state;
  });

  afterEach(async () => {
    if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = XDG_STATE_HOME;
    await rm(state, { recursive: true });
  });

  function saleAfter(transactions: number): Sale {
    const provider = { getTransactionCount: async () => transactions };
    return { ...fakeSale({ record: { address: CONTRACT } }), provider } as unknown as Sale;
  }

  async function files(): Promise<readonly string[]> {
    const found = await readdir(state, { recursive: true, withFileTypes: true });
    const noted = found.filter((entry) => entry.isFile());
    return await Promise.all(
      noted.map((entry) => readFile(path.join(entry.parentPath, entry.name), "utf8")),
    );
  }

  it("stay untouched until each nonce is used, so that no kill can lose one", async () => {
    const fees = { maxFeePerGas: "2", maxPriorityFeePerGas: "1" };
    const notes = [3, 4].map((nonce) => ({ nonce, data: "0x", hash: null, ...fees }));
    for (const note of notes) await writeNote(saleAfter(3), FROM, note);
    const written = await files();

    await closeNotes(saleAfter(4), FROM);

    expect(await files()).to.deep.equal(written);
    expect(await readNotes(saleAfter(4), FROM)).to.deep.equal(notes);
    await closeNotes(saleAfter(5), FROM);
    expect(await files()).to.deep.equal([]);
  });
});
