import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { compileStandIn } from "../../scripts/dev/compile-stand-in.ts";

describe("compileStandIn", () => {
  const OPTIMIZED = { optimizer: { enabled: true } };
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "stand-in-"));
  });

  after(() => rm(folder, { recursive: true }));

  async function compiled(method: string, settings?: object) {
    const file = path.join(folder, "Counter.sol");
    const source = `contract Counter { function ${method}() external pure returns (uint256) { return 1; } }`;
    await writeFile(file, `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n${source}\n`);
    return await compileStandIn(file, settings);
  }

  it("gives what the file makes now, whatever was kept of it, and the same again", async () => {
    const [first, other, again] = [
      await compiled("first"),
      await compiled("other"),
      await compiled("first"),
    ];
    expect(first.abi).to.have.nested.property("[0].name", "first");
    expect(other.abi).to.have.nested.property("[0].name", "other");
    expect(again).to.deep.equal(first);
    expect(first.bytecode).to.contain(first.deployedBytecode);
    expect(first.deployedBytecode).to.match(/^[0-9a-f]{100,}$/);
  });

  it("keeps what other settings make apart", async () => {
    const plain = await compiled("first");
    const optimized = await compiled("first", OPTIMIZED);
    expect(optimized.bytecode.length).to.be.lessThan(plain.bytecode.length);
  });
});
