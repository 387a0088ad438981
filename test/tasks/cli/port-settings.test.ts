import { expect } from "chai";
import { portProblem } from "../../../scripts/tasks/cli/port-settings.ts";

describe("portProblem", () => {
  it("finds nothing wrong with a port, nor with none", () => {
    for (const port of ["1", "8545", "65535", "", undefined]) {
      expect(portProblem({ CHAIN_PORT: port, PAGE_PORT: port, OTHER_PORT: "abc" })).to.equal(null);
    }
  });

  for (const name of ["CHAIN_PORT", "PAGE_PORT"]) {
    it(`names a ${name} that is no port`, () => {
      for (const port of ["abc", "0", "65536", "80 80", "-1", "1e3", "8545\n"]) {
        expect(portProblem({ [name]: port })).to.equal(
          `${name} is not a port (1 to 65535): ${port.replace("\n", "\\u000a")}`,
        );
      }
    });
  }
});
