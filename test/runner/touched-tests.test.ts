import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { choose, touchedTests } from "./touched-tests.ts";

const PROJECT: Readonly<Record<string, string>> = {
  "scripts/tasks/cli/urls.ts": "",
  "scripts/tasks/send/send.ts": "",
  "scripts/dev/start/worker.ts": "",
  "scripts/dev/start/sale.ts": 'new Worker(new URL("worker.ts", import.meta.url));',
  "frontend/build/settings.ts": 'import {\n  urls,\n} from "../../scripts/tasks/cli/urls.ts";',
  "frontend/build/settings.test.ts": 'import { settings } from "./settings.ts";',
  "frontend/src/part.tsx": "",
  "frontend/src/part.test.tsx": 'const { Part } = await import("./part.tsx");',
  "frontend/src/theme.test.ts": "",
  "contracts/List.sol": "",
  "contracts/Ticket.sol": 'import {List} from "./List.sol";',
  "typechain-types/Ticket.ts": "",
  "typechain-types/index.ts": 'export type { Ticket } from "./Ticket.js";',
  "test/contracts/sale/Supply.t.sol": 'import {Ticket} from "../../../contracts/Ticket.sol";',
  "test/contracts/sale/buy.test.ts": "",
  "test/frontend/chain.test.ts": 'import type { Ticket } from "../../typechain-types/index.ts";',
  "test/tasks/send/send.test.ts": "",
  "test/tasks/cli/urls.test.ts": "",
  "test/dev/start.test.ts": 'import { sale } from "../../scripts/dev/start/sale.ts";',
  "test/dev/documents.test.ts": 'globSync("**/*.md")',
  "test/runner/gas.test.ts": 'read("docs/costs.md")',
};

describe("test:quick", () => {
  let root: string;

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), "touched-"));
    for (const [file, text] of Object.entries(PROJECT)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
  });

  after(async () => {
    await rm(root, { recursive: true });
  });

  for (const [changed, tests] of [
    ["frontend/src/part.tsx", { "frontend/src/part.test.tsx": 1 }],
    [
      "scripts/tasks/cli/urls.ts",
      { "frontend/build/settings.test.ts": 2, "test/tasks/cli/urls.test.ts": 1 },
    ],
    ["typechain-types/Ticket.ts", { "test/frontend/chain.test.ts": 2 }],
    // Files that run as a process or are deployed by name.
    ["scripts/tasks/send/send.ts", { "test/tasks/send/send.test.ts": 1 }],
    [
      "scripts/dev/start/worker.ts",
      { "test/dev/start.test.ts": 1, "test/dev/documents.test.ts": 1 },
    ],
    ["frontend/src/ui/tokens.css", { "frontend/src/theme.test.ts": 1 }],
    [
      "contracts/List.sol",
      { "test/contracts/sale/Supply.t.sol": 2, "test/contracts/sale/buy.test.ts": 1 },
    ],
    ["docs/costs.md", { "test/runner/gas.test.ts": 1, "test/dev/documents.test.ts": 1 }],
    ["LICENSE", {}],
  ] as const) {
    it(`after a change of ${changed} runs ${Object.keys(tests).join(", ") || "nothing"}`, () => {
      expect(Object.fromEntries(touchedTests(root, [changed]))).to.deep.equal(tests);
    });
  }

  it("runs the nearest tests, of those the quickest, and what else fits into the time", () => {
    const touched = new Map([
      ["far", 3],
      ["slow", 1],
      ["near", 1],
      ["own", 0],
    ]);
    const took: Readonly<Record<string, number>> = { far: 1, slow: 9, near: 4, own: 5 };
    const chosen = choose(touched, (file) => took[file] ?? 0, 10);
    expect(chosen).to.deep.equal({ chosen: ["own", "near", "far"], left: ["slow"] });
  });
});
