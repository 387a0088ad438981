import type { JSONReport } from "@playwright/test/reporter";
import { expect } from "chai";
import Mocha from "mocha";
import type { JsonTestResults } from "vitest/node";
import { mochaReporter, solidityResults } from "./results/hardhat-results.ts";
import { playwrightResults, type TestResult, vitestResults } from "./results/test-results.ts";

const ROOT = "/repository";
const RED_TEXT = "\u001b[31mexpected 2\u001b[39m\nreceived 3";
const TEXT = "expected 2\nreceived 3";

describe("The results of a run", () => {
  it("have what Playwright says of a failure, and what the test printed", () => {
    const attempt = { errors: [{ message: RED_TEXT }], stdout: [{ text: "In the page: oh\n" }] };
    const passed = { errors: [], stdout: [{ text: "Chromium\n" }] };
    const report = {
      config: { rootDir: `${ROOT}/test/e2e` },
      suites: [
        {
          title: "page/price.spec.ts",
          specs: [
            {
              title: "a",
              file: "price.spec.ts",
              tests: [{ status: "unexpected", results: [attempt] }],
            },
            {
              title: "b",
              file: "price.spec.ts",
              tests: [{ status: "expected", results: [passed] }],
            },
          ],
        },
      ],
    } satisfies Sketch<JSONReport>;
    const file = "test/e2e/price.spec.ts";
    expect(playwrightResults(report, ROOT)).to.deep.equal([
      { file, title: "a", status: "failed", failure: `${TEXT}\nIn the page: oh` },
      { file, title: "b", status: "passed" },
    ]);
  });

  it("have what Vitest says of a failure", () => {
    const report = {
      testResults: [
        {
          name: `${ROOT}/frontend/src/price.test.ts`,
          assertionResults: [
            { fullName: "a", status: "failed", duration: 4, failureMessages: [RED_TEXT] },
            { fullName: "b", status: "passed", duration: 5, failureMessages: [] },
          ],
        },
      ],
    } satisfies Sketch<JsonTestResults>;
    const file = "frontend/src/price.test.ts";
    expect(vitestResults(report, ROOT)).to.deep.equal([
      { file, title: "a", status: "failed", milliseconds: 4, failure: TEXT },
      { file, title: "b", status: "passed", milliseconds: 5 },
    ]);
  });

  it("have what a Mocha test or hook threw", async () => {
    let results: readonly TestResult[] = [];
    const mocha = new Mocha({
      reporter: class extends mochaReporter(ROOT, (ended) => (results = ended)) {
        override epilogue() {}
      },
    });
    mocha.suite.addTest(
      new Mocha.Test("a", () => {
        throw new Error(RED_TEXT);
      }),
    );
    mocha.suite.addTest(new Mocha.Test("b", () => undefined));
    const { consoleLog } = Mocha.reporters.Base;
    Mocha.reporters.Base.consoleLog = () => undefined;
    await new Promise((resolve) => mocha.run(resolve));
    Mocha.reporters.Base.consoleLog = consoleLog;
    expect(results.map(({ title, status, failure }) => [title, status, failure])).to.deep.equal([
      ["a", "failed", `Error: ${TEXT}`],
      ["b", "passed", undefined],
    ]);
  });

  it("have the reason of a Solidity test's failure", () => {
    const run = {
      suiteResults: [
        {
          id: { source: "project/test/contracts/Price.t.sol", name: "PriceTest" },
          testResults: [
            { name: "test_A()", status: "Failure", reason: TEXT },
            { name: "test_B()", status: "Success", reason: undefined },
          ],
        },
      ],
    };
    const file = "test/contracts/Price.t.sol";
    expect(solidityResults(run)).to.deep.equal([
      { file, title: `${file}:PriceTest test_A()`, status: "failed", failure: TEXT },
      { file, title: `${file}:PriceTest test_B()`, status: "passed" },
    ]);
  });
});

type Sketch<T> = T extends readonly (infer Item)[]
  ? readonly Sketch<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Sketch<T[Key]> }
    : T;
