import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { CONTROLS, rowOf } from "../e2e/controls/controls.ts";
import { startProcess } from "../support/process.ts";
import { conformanceProblems, readConformance } from "./results/conformance.ts";
import { playwrightResults, type TestResult } from "./results/test-results.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

const PAGE = `# Conformance

| id | statement | by | held by | status |
|---|---|---|---|---|
| P-01 | It has a \\| heading | page | test/e2e/page.spec.ts | shown |
| P-02 | It flies | page | none | not shown |
| P-03 | It is blue | page | test/e2e/page.spec.ts | deviation |
| K-01 | It opens | kit | frontend/kit/test/a.spec.ts | shown |

## Notes

### P-03

It is green in every browser.

- \`test/dev/a.test.ts\` too: at night.
`;

const HEADING = "[P-01] has a heading";

/** Playwright's report. */
const browser = (status: string) => ({
  config: { rootDir: "ROOT/test/e2e" },
  suites: [
    {
      title: "page.spec.ts",
      specs: [{ title: HEADING, file: "page.spec.ts", tests: [{ status }] }],
      suites: [
        {
          title: "[P-03] in colour",
          specs: [
            { title: "red is not blue", file: "page.spec.ts", tests: [{ status: "expected" }] },
          ],
        },
      ],
    },
  ],
});

const VITEST = {
  testResults: [
    {
      name: "ROOT/frontend/src/heading.test.ts",
      assertionResults: [{ fullName: "heading is there", status: "passed" }],
    },
  ],
};

const passed = (file: string, title: string): TestResult => ({ file, title, status: "passed" });
const TOO = passed("test/dev/a.test.ts", "[P-03] at night");
const CONTRACT = passed("test/contracts/count.test.ts", "count counts");

describe("conformance: page and tests disagree", () => {
  const results = [...playwrightResults(browser("expected"), "ROOT"), TOO];
  const row = "| P-02 | It flies | page | none | not shown |\n";

  it("not here", () => {
    expect(conformanceProblems(readConformance(PAGE), "product", results)).to.deep.equal([]);
    const kit = [passed("frontend/kit/test/a.spec.ts", "[K-01] opens")];
    expect(conformanceProblems(readConformance(PAGE), "kit", kit)).to.deep.equal([]);
  });

  for (const [problem, page, ran] of [
    ["P-02 is shown, but has no holder", PAGE.replace("none | not shown", "none | shown"), results],
    ["P-01: no test in test/e2e/page.spec.ts names it", PAGE, results.slice(1)],
    ["P-01 is marked shown, but no test of its holder passed", PAGE, [passed("a", HEADING)]],
    ["P-01 is named in a, not its holder", PAGE, [...results, passed("a", HEADING)]],
    ["P-03: no test in test/dev/a.test.ts names it", PAGE, results.slice(0, -1)],
    ['No row P-04: a, "[P-04] swims"', PAGE, [...results, passed("a", "[P-04] swims")]],
    [
      'P-03 is a deviation without a note "### P-03"',
      PAGE.slice(0, PAGE.indexOf("## Notes")),
      results,
    ],
    [
      'P-02 has the status "nearly"; there are: shown, not shown, deviation',
      PAGE.replace("not shown", "nearly"),
      results,
    ],
    ["P-03 is there, and P-02 is not", PAGE.replace(row, ""), results],
    ["P-02 is duplicated", PAGE.replace(row, row + row), results],
    ["There are no rows", "", results],
  ] as const) {
    // Without brackets, because this test is none of a row.
    it(problem.replaceAll(/[[\]]/g, ""), () => {
      expect(conformanceProblems(readConformance(page), "product", ran)).to.include(problem);
    });
  }

  it("if a test of a row that is marked shown failed, passed only on a retry, or was skipped", () => {
    for (const [status, ended] of [
      ["unexpected", "failed"],
      ["flaky", "failed"],
      ["skipped", "skipped"],
    ] as const) {
      const ran = playwrightResults(browser(status), "ROOT");
      expect(conformanceProblems(readConformance(PAGE), "product", ran)).to.include(
        `P-01 is marked shown, but a test of it was ${ended}: "${HEADING}"`,
      );
    }
  });

  it("has a control for every statement about the wallet and its kit, and none for another", async () => {
    const { rows } = readConformance(
      await readFile(path.join(ROOT, "docs/conformance.md"), "utf8"),
    );
    const ids = rows.map(({ id }) => id).filter((id) => /^[WK]-/.test(id));
    expect([...new Set(Object.keys(CONTROLS).map(rowOf))].sort()).to.deep.equal(ids.sort());
  });
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

describe("npm test", () => {
  let project: string;
  const scripts: Record<string, string> = { hardhat: "node -e 0" };
  for (const suite of ["contracts", "frontend", "tasks", "tools", "e2e"]) {
    scripts[`test:${suite}`] = `node runner.js ${suite}`;
  }

  beforeEach(async () => {
    project = await mkdtemp(path.join(tmpdir(), "conformance-"));
    for (const part of [
      "scripts/launch.js",
      "test/runner/results",
      "test/runner/conformance.ts",
      "test/runner/test.ts",
    ]) {
      await cp(path.join(ROOT, part), path.join(project, part), { recursive: true });
    }
    for (const part of ["scripts/tasks", "node_modules"]) {
      await symlink(path.join(ROOT, part), path.join(project, part), "dir");
    }
    await putScripts(scripts);
    await put("runner.js", RUNNER);
    await put("test/runner/faults/all-faults.ts", SEEDED_FAULTS);
    await put("docs/conformance.md", PAGE);
    await ends("contracts", [CONTRACT]);
    await ends("tasks", [passed("test/tasks/a.test.ts", "works")]);
    await ends("tools", [TOO]);
    await ends("frontend", VITEST);
    await ends("e2e", browser("expected"));
  });

  afterEach(() => rm(project, { recursive: true }));

  async function put(name: string, text: string): Promise<void> {
    await mkdir(path.dirname(path.join(project, name)), { recursive: true });
    await writeFile(path.join(project, name), text);
  }

  async function putScripts(given: Readonly<Record<string, string>>): Promise<void> {
    const { engines } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
    await put("package.json", JSON.stringify({ type: "module", engines, scripts: given }));
  }

  const ends = (suite: string, results: unknown, code = 0) =>
    put(`${suite}.json`, JSON.stringify({ results, code }));

  const { CI: _, ...ownEnv } = process.env;
  const node = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startProcess(process.execPath, words, { cwd: project, env: { ...ownEnv, ...env } }).ended;
  const npmTest = (env?: Readonly<Record<string, string>>) =>
    node(["scripts/launch.js", "test", "test/runner/test.ts"], env);

  it("ends with its counts, and npm run conformance prints each row with its tests", async () => {
    const run = await npmTest();
    expect(run.errors).to.equal("");
    expect(run.code).to.equal(0);
    expect(run.output.trimEnd().split("\n").at(-1)).to.equal("9 passed, 0 failed");

    const { code, output } = await node(["test/runner/conformance.ts", "p"]);
    expect(code).to.equal(0);
    expect(output).to.match(/^P-01 {2}SHOWN {2}It has a \| heading$/m);
    expect(output.match(/^[A-Z]-\d\d/gm)).to.deep.equal(["P-01", "P-02", "P-03"]);
    expect(output).to.include("✔ [P-03] in colour red is not blue  (test/e2e/page.spec.ts)");
    expect(output).to.include("It is green in every browser.");
    expect(output).to.include("3 rows: 1 shown, 1 not shown, 1 deviation");
  });

  it("says everything that is wrong, and ends with 1", async () => {
    const failure = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");
    await put("docs/conformance.md", PAGE.replace("### P-03", ""));
    await ends("contracts", [{ ...CONTRACT, status: "failed", failure }, CONTRACT]);
    await ends("e2e", browser("expected"), 1);
    await ends("frontend", undefined);
    await ends("tools", []);
    await ends("tasks", [passed("test/tasks/a.test.ts", "rests")]);
    const { code, output, errors } = await npmTest();
    expect(code).to.equal(1);
    expect(output).to.match(/^Contracts +│ contracts runs$/m);
    for (const said of [
      `Failed: Contracts: ${CONTRACT.title} (${CONTRACT.file})\n  line 1\n`,
      "  line 25\n  (5 more lines above)\n",
      "P-03 is a deviation without a note",
      "Browser: failed outside of a test",
      "Page: no results",
      "Tools: no test ran",
      "Seeded fault: nobody works: no test passed",
    ]) {
      expect(errors).to.include(said);
    }
    expect(output.trimEnd().split("\n").at(-1)).to.equal("7 passed, 4 failed");
  });

  for (const [what, hardhat, said] of [
    ["contracts", "node -e process.exit(1)", "The contracts do not compile"],
    [
      "Solidity tests",
      `node -e "process.exit(process.argv.includes('--no-contracts') ? 1 : 0)" --`,
      "Contracts: the Solidity tests do not compile",
    ],
  ] as const) {
    it(`fails if the ${what} do not compile`, async () => {
      await putScripts({ ...scripts, hardhat });
      const { code, output, errors } = await npmTest();
      expect(code).to.equal(1);
      expect(errors).to.include(said);
      expect(output).not.to.include("contracts runs");
    });
  }

  it("fails on CI if a test was skipped", async () => {
    await ends("contracts", [CONTRACT, { ...CONTRACT, status: "skipped" }]);
    const onCi = await npmTest({ CI: "true" });
    expect(onCi.errors).to.include("on CI every test has to run");
    expect(onCi.code).to.equal(1);
    expect((await npmTest()).code).to.equal(0);
  });
});
