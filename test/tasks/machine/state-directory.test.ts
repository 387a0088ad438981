import path from "node:path";
import { expect } from "chai";
import { saleFolder } from "../../../scripts/tasks/machine/state-directory.ts";

describe("A sale's files of this machine", () => {
  const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  const state = path.resolve("/state");
  const { XDG_STATE_HOME } = process.env;

  beforeEach(() => {
    process.env.XDG_STATE_HOME = state;
  });

  afterEach(() => {
    if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = XDG_STATE_HOME;
  });

  const sale = (live: boolean) => ({
    root: "/clone",
    live,
    network: "base",
    chainId: 8453,
    record: { address: TICKET },
  });

  it("lie outside the clone, in a folder of the chain and the contract", () => {
    const folder = path.join(state, "ticket-mint", `8453-${TICKET}`);
    expect(saleFolder(sale(true), "safe")).to.equal(path.join(folder, "safe"));
    expect(saleFolder(sale(true), "affiliates")).to.equal(path.join(folder, "affiliates"));
  });

  it("lie in no folder that depends on where the task runs", () => {
    process.env.XDG_STATE_HOME = "state";
    expect(path.isAbsolute(saleFolder(sale(true), "safe"))).to.equal(true);
  });

  it("stay with the deployment of a trial", () => {
    expect(saleFolder(sale(false), "safe")).to.equal(path.join("/clone/deployments/base/safe"));
  });
});
