import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { CONTROLS, rowOf } from "../e2e/controls/controls.ts";
import { startProcess } from "../support/process.ts";
import { conformanceProblems, readConformance } from "./results/conformance.ts";
import { PARTS } from "./results/last-run.ts";
import { findNamedTests } from "./results/named-tests.ts";
import { playwrightResults, type TestResult } from "./results/test-results.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Computes the row ids, because literal ones would count as tests of this repository. */
const tag = (id: string) => `[${id}]`;

const PAGE = `# Conformance

## P: the page

| id | statement | by | held by | status |
|---|---|---|---|---|
| P-01 | It has a \\| heading | page | test/e2e/page.spec.ts | shown |
| P-02 | It flies | page | none | not shown |
| P-03 | It is blue | page | test/e2e/page.spec.ts | deviation |

## C: the contract

| id | statement | by | held by | status |
|---|---|---|---|---|
| C-01 | It counts | contract | test/contracts/Count.t.sol | shown |

## Notes

### P-03

It is green in every browser.
`;

const SPEC = `
tell({
  "${tag("P-01")} has a heading": [shown],
});
test.describe(
  '${tag("P-03")} in colour',
  () => { for (const colour of COLOURS) test(\`\${colour} is not blue\`, () => {}); },
);
// ${tag("P-02")} is for later
`;

const SOLIDITY = `
    /// ${tag("C-01")} Any number.
    function testFuzz_counts(uint256 number) public {}

    function test_other() public {}
`;

const CONTRACTS = [
  ["test/contracts/Count.t.sol", "test/contracts/Count.t.sol:CountTest testFuzz_counts(uint256)"],
  ["test/contracts/Count.t.sol", "test/contracts/Count.t.sol:CountTest test_other()"],
  ["test/contracts/count.test.ts", "count with a code counts"],
  ["test/contracts/count.test.ts", "count is not upset"],
].map(([file, title]) => ({ file, title, status: "passed" }));

const VITEST = {
  testResults: [
    {
      name: "ROOT/frontend/src/heading.test.ts",
      assertionResults: [{ fullName: "heading is there", status: "passed" }],
    },
  ],
};

const browser = (status: string) => ({
  config: { rootDir: "ROOT/test/e2e" },
  suites: [
    {
      title: "page.spec.ts",
      specs: [{ title: `${tag("P-01")} has a heading`, file: "page.spec.ts", tests: [{ status }] }],
      suites: [
        {
          title: `${tag("P-03")} in colour`,
          specs: [
            { title: "red is not blue", file: "page.spec.ts", tests: [{ status: "expected" }] },
          ],
        },
      ],
    },
  ],
});

/** This mock runner writes prepared results, and exits with their code. */
const RUNNER = `
import { readFileSync, writeFileSync } from "node:fs";
const [suite, ...words] = process.argv.slice(2);
const after = (option) => words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
const file = words.find((word) => word.startsWith("--outputFile.json="))?.split("=")[1]
  ?? after("--report") ?? process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;
console.log(\`\${suite} runs\`);
const { code = 0, results } = JSON.parse(readFileSync(suite + ".json", "utf8").replaceAll("ROOT", process.cwd()));
if (results !== undefined) writeFileSync(file, JSON.stringify(results));
process.exitCode = code;
`;

const SEEDED_FAULTS = `
export const untestedFaults = (results) =>
  results.some(({ title }) => title === "works") ? [] : ["nobody works: no test passed"];
`;

describe("conformance", () => {
  let project: string;

  beforeEach(async () => {
    project = await mkdtemp(path.join(tmpdir(), "conformance-"));
    for (const part of [
      ...["scripts/launch.js", "test/runner/results"],
      ...["test/runner/conformance.ts", "test/runner/test.ts"],
    ]) {
      await cp(path.join(ROOT, part), path.join(project, part), { recursive: true });
    }
    for (const part of ["scripts/tasks", "node_modules"]) {
      await symlink(path.join(ROOT, part), path.join(project, part), "dir");
    }
    const { engines } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
    const suites = ["test:contracts", "test:frontend", "test:tasks", "test:tools", "test:e2e"];
    suites.push("test:kit:unit", "test:kit:e2e");
    const scripts = suites.map((name) => [
      name,
      `node runner.js ${name.slice(5).replaceAll(":", "-")}`,
    ]);
    scripts.push(["hardhat", "node -e 0"]);
    await put(
      "package.json",
      JSON.stringify({ type: "module", engines, scripts: Object.fromEntries(scripts) }),
    );
    await put("runner.js", RUNNER);
    await put("test/runner/faults/all-faults.ts", SEEDED_FAULTS);
    await put("docs/conformance.md", PAGE);
    await put("test/e2e/page.spec.ts", SPEC);
    await put("test/contracts/Count.t.sol", SOLIDITY);
    await ends("contracts", CONTRACTS);
    await ends("tasks", [{ file: "test/tasks/a.test.ts", title: "works", status: "passed" }]);
    await ends("tools", [{ file: "test/dev/a.test.ts", title: "works too", status: "passed" }]);
    await ends("frontend", VITEST);
    await ends("e2e", browser("expected"));
  });

  afterEach(() => rm(project, { recursive: true }));

  async function put(name: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(project, name)), { recursive: true });
    await writeFile(path.join(project, name), text);
  }

  const ends = (suite: string, results: unknown, code = 0) =>
    put(`${suite}.json`, JSON.stringify({ results, code }));

  const { CI: _, ...ownEnv } = process.env;
  const node = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startProcess(process.execPath, words, { cwd: project, env: { ...ownEnv, ...env } }).ended;

  const conformance = (...words: string[]) => node(["test/runner/conformance.ts", ...words]);
  const npmTest = (env?: Readonly<Record<string, string>>) =>
    node(["scripts/launch.js", "test", "test/runner/test.ts"], env);

  it("agrees with this repository's tests", async () => {
    const page = readConformance(await readFile(path.join(ROOT, "docs/conformance.md"), "utf8"));
    expect(page.rows.length).to.be.greaterThan(90);
    expect(
      PARTS.flatMap((part) => conformanceProblems(page, findNamedTests(ROOT), part, null)),
    ).to.deep.equal([]);
  });

  it("npm run conformance prints each row, its tests, and how they ended in the last npm test", async () => {
    const before = await conformance();
    expect(before.errors).to.equal("");
    expect(before.output).to.match(/^P-01 {2}SHOWN {2}It has a \| heading$/m);
    expect(before.output).to.include(`? ${tag("P-01")} has a heading  (test/e2e/page.spec.ts)`);
    expect(before.output).to.include("there are no results of npm test yet");
    expect(before.output).to.include("It is green in every browser.");

    const run = await npmTest();
    expect(run.errors).to.equal("");
    expect(run.code).to.equal(0);
    expect(run.output.trimEnd().split("\n").at(-1)).to.equal("12 passed, 0 failed");
    const { code, output } = await conformance("p", "C-01");
    expect(code).to.equal(0);
    expect(output.match(/^[A-Z]-\d\d/gm)).to.deep.equal(["P-01", "P-02", "P-03", "C-01"]);
    expect(output).to.include(`✔ ${tag("P-03")} in colour red is not blue`);
    expect(output).to.include("✔ test/contracts/Count.t.sol:CountTest testFuzz_counts(uint256)");
    expect(output).not.to.include("?  ");
    expect(output).to.include("4 rows: 2 shown, 1 not shown, 1 deviation");
    const { rows, problems } = JSON.parse((await conformance("--json", "P-03")).output);
    const title = `${tag("P-03")} in colour red is not blue`;
    expect(problems).to.deep.equal([]);
    expect(rows[0].tests).to.deep.equal([
      { file: "test/e2e/page.spec.ts", title, result: "passed" },
    ]);
    expect((await conformance("X-01")).errors).to.match(/^Error: .+\n$/);
  });

  describe("page and tests disagree", () => {
    const without = (text: string) => ({ page: PAGE.replace(text, "") });
    const withTest = (title: string) => ({ spec: `${SPEC}\ntest("${title}", () => {});` });
    const faults: readonly {
      readonly when: string;
      readonly page?: string;
      readonly spec?: string;
      readonly problem: string;
    }[] = [
      {
        when: "a row is marked shown and nothing holds it",
        page: PAGE.replace("none | not shown", "none | shown"),
        problem: "P-02 is shown, but has no holder",
      },
      {
        when: "a row is named only in a comment of its holder",
        spec: `// test of ${tag("P-01")}\n`,
        problem: "P-01: no test in test/e2e/page.spec.ts names it",
      },
      {
        when: "a second file names a row, without a reason",
        ...withTest(`${tag("C-01")} counts in the page too`),
        problem: "C-01 is named in test/e2e/page.spec.ts, which is not its holder",
      },
      {
        when: "a test names an unknown row",
        ...withTest(`${tag("P-04")} swims`),
        problem: `No row P-04: test/e2e/page.spec.ts, "${tag("P-04")} swims"`,
      },
      {
        when: "a deviation has no note",
        ...without("### P-03"),
        problem: 'P-03 is a deviation without a note "### P-03"',
      },
      {
        when: "a status is unknown",
        page: PAGE.replace("not shown", "nearly"),
        problem: 'P-02 has the status "nearly"; there are: shown, not shown, deviation',
      },
      {
        when: "a row is missing",
        ...without("| P-02 | It flies | page | none | not shown |\n"),
        problem: "P-03 is there, and P-02 is not",
      },
      {
        when: "a row is duplicated",
        page: PAGE.replace("| P-02 |", "| P-01 | again | page | none | not shown |\n| P-02 |"),
        problem: "P-01 is duplicated",
      },
      { when: "the page is empty", page: "", problem: "There are no rows" },
    ];

    for (const { when, page = PAGE, spec = SPEC, problem } of faults) {
      it(`if ${when}`, async () => {
        await put("test/e2e/page.spec.ts", spec);
        const found = conformanceProblems(
          readConformance(page),
          findNamedTests(project),
          "product",
          null,
        );
        expect(found).to.include(problem);
      });
    }

    const problemsOf = (results: readonly TestResult[]) =>
      conformanceProblems(readConformance(PAGE), findNamedTests(project), "product", {
        endedAt: "",
        results,
      });

    for (const [status, words] of [
      ["unexpected", "failed"],
      ["flaky", "failed"],
      ["skipped", "skipped"],
    ] as const) {
      it(`if a test of a row that is marked shown is ${status}`, () => {
        const report = JSON.stringify(browser(status)).replaceAll("ROOT", project);
        expect(problemsOf(playwrightResults(JSON.parse(report), project))).to.include(
          `P-01 is marked shown, but a test of it was ${words}: "${tag("P-01")} has a heading"`,
        );
      });
    }

    it("if no test of a row's holder passed, whatever another file's test did", () => {
      const elsewhere: TestResult = {
        file: "test/contracts/other.test.ts",
        title: `${tag("C-01")} counts`,
        status: "passed",
      };
      for (const results of [[], [elsewhere]]) {
        const problem = "C-01 is marked shown, but no test of its holder passed";
        expect(problemsOf(results)).to.include(problem);
      }
    });
  });

  it("npm test says everything that is wrong, and ends with 1", async () => {
    const [first, ...others] = CONTRACTS;
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
    await put("docs/conformance.md", PAGE.replace("### P-03", ""));
    await ends("contracts", [{ ...first, status: "failed", failure: lines.join("\n") }, ...others]);
    await ends("e2e", browser("expected"), 1);
    await ends("frontend", undefined);
    await ends("tools", []);
    await ends("tasks", [{ file: "test/tasks/a.test.ts", title: "rests", status: "passed" }]);
    const { code, output, errors } = await npmTest();
    expect(code).to.equal(1);
    expect(output).to.match(/^Contracts +│ contracts runs$/m);
    expect(errors).to.include(`Failed: Contracts: ${first?.title} (${first?.file})\n  line 1\n`);
    expect(errors).to.include("  line 25\n  (5 more lines above)\n");
    expect(errors).to.include("P-03 is a deviation without a note");
    expect(errors).to.include("Browser: failed outside of a test");
    expect(errors).to.include("Page: no results");
    expect(errors).to.include("Tools: no test ran");
    expect(errors).to.include("Seeded fault: nobody works: no test passed");
    expect(output.trimEnd().split("\n").at(-1)).to.equal("9 passed, 4 failed");
  });

  for (const [what, hardhat, said, ran] of [
    ["contracts", "node -e process.exit(1)", "The contracts do not compile", false],
    [
      "Solidity tests",
      `node -e "process.exit(process.argv.includes('--no-contracts') ? 1 : 0)" --`,
      "Contracts: the Solidity tests do not compile",
      true,
    ],
  ] as const) {
    it(`npm test fails if the ${what} do not compile`, async () => {
      const file = JSON.parse(await readFile(path.join(project, "package.json"), "utf8"));
      await put("package.json", JSON.stringify({ ...file, scripts: { ...file.scripts, hardhat } }));
      const { code, output, errors } = await npmTest();
      expect(code).to.equal(1);
      expect(errors).to.include(said);
      expect(output.includes("tools runs")).to.equal(ran);
      expect(output).not.to.include("contracts runs");
    });
  }

  it("npm test fails on CI if a test was skipped", async () => {
    const tool = { file: "test/dev/a.test.ts", title: "works too" };
    await ends("tools", [
      { ...tool, status: "passed" },
      { ...tool, status: "skipped" },
    ]);
    const onCi = await npmTest({ CI: "true" });
    expect(onCi.errors).to.include("on CI every test has to run");
    expect(onCi.code).to.equal(1);
    expect((await npmTest()).code).to.equal(0);
  });

  it("has a control for every statement about the wallet and its kit, and none for another", async () => {
    const { rows } = readConformance(
      await readFile(path.join(ROOT, "docs/conformance.md"), "utf8"),
    );
    const ids = rows.map(({ id }) => id).filter((id) => /^[WK]-/.test(id));
    expect([...new Set(Object.keys(CONTROLS).map(rowOf))].sort()).to.deep.equal(ids.sort());
  });
});
