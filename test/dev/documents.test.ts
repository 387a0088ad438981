import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import hre from "hardhat";
import { endpointVariable, liveNetworkNames, secondEndpointVariable } from "../../networks.ts";
import { generatedDocuments } from "../../scripts/dev/docs/docs.ts";
import { ROOT } from "../support/process.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

function commandsOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = ""]) =>
    block.replaceAll("\\\n", " ").split("\n"),
  );
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...blocks, ...inline].map((line) => line.replace(/ #.*/, "").trim());
}

function optionName(word: string): string {
  const [name = ""] = word.slice(2).split("=");
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function faultOf(command: string): string | null {
  const script = /^npm (?:run )?(?:-s |--silent )?(?:run )?([a-z][\w:-]*)/.exec(command)?.[1];
  const byNpm = ["audit", "ci", "install", "start", "test", "sbom"];
  if (script !== undefined && !byNpm.includes(script) && !(script in scripts)) {
    return `there is no script ${script}`;
  }
  const words = (/(?:^|hardhat -- )((?:ticket|affiliates) .*)/.exec(command)?.[1] ?? "").split(" ");
  const ids = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  for (let length = ids === -1 ? words.length : ids; length > 1; length -= 1) {
    const id = words.slice(0, length);
    const task = hre.tasks.rootTasks.get(id[0] ?? "") && taskOf(id);
    if (!task) continue;
    const known = [...task.options.keys(), "network"];
    const unknown = words.filter(
      (word) => word.startsWith("--") && !known.includes(optionName(word)),
    );
    return unknown.length === 0 ? null : `${id.join(" ")} has no ${unknown.join(", ")}`;
  }
  return words.length > 1 ? `there is no task ${words.join(" ")}` : null;
}

function taskOf(id: readonly string[]) {
  try {
    return hre.tasks.getTask([...id]);
  } catch {
    return null;
  }
}

const inClone = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => name === "node_modules" }).sort();
const documents = inClone("**/*.md");
const sources = inClone("**/*.{sol,ts,tsx}").map((file) => `/${file}`);

describe("The documents", () => {
  for (const file of documents) {
    const text = read(file);

    it(`${file}: its links lead to files and headings that exist`, () => {
      const dead = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].filter(
        ([, link = "", anchor]) => {
          const target = link === "" ? file : path.join(path.dirname(file), link);
          if (!existsSync(path.join(ROOT, target))) return true;
          return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
        },
      );
      expect(dead.map(([link]) => link)).to.deep.equal([]);
    });

    it(`${file}: its commands name scripts, tasks and options that exist`, () => {
      const faults = commandsOf(text).flatMap((command) => faultOf(command) ?? []);
      expect(faults).to.deep.equal([]);
    });

    it(`${file}: its code names source files that exist`, () => {
      const named = commandsOf(text).flatMap(
        (code) => code.match(/(?<![\w./*-])[\w./-]+\.(?:sol|tsx?)\b/g) ?? [],
      );
      const gone = named.filter((name) => !sources.some((source) => source.endsWith(`/${name}`)));
      expect(gone).to.deep.equal([]);
    });
  }
});

describe("The quickstart of README.md", () => {
  const [start, test] = [...read("README.md").matchAll(/^ *npx -y -p node@24 -c "(.*)"$/gm)].map(
    ([, command]) => command,
  );

  it("starts the sale, and runs the command that CI runs", () => {
    expect(start).to.equal("npm ci && npm start");
    expect(read(".ci/run")).to.include(`npx -y -p node@24 -c "${test}"`);
  });
});

describe(".env.example", () => {
  const lines = read(".env.example").split("\n");
  const named = lines.flatMap((line) => /^#([A-Z][A-Z_]+)=$/.exec(line)?.[1] ?? []);
  /** Variables of the shell, Node, other tools and a test project. */
  const OTHERS = ["HARDHAT_CONFIG", "NODE_ENV", "NODE_TLS_REJECT_UNAUTHORIZED", "NO_COLOR", "TERM"];

  it("has each setting that scripts, tasks and build read, in a comment", () => {
    const sources = globSync(["{scripts,frontend/build}/**/*.{ts,js}", "hardhat.config.ts"], {
      cwd: ROOT,
    });
    const used = sources.flatMap((file) =>
      [...read(file).matchAll(/(?:\benv\.|configVariable\(")([A-Z][A-Z_]+)/g)].map(
        ([, name = ""]) => name,
      ),
    );
    used.push(...liveNetworkNames.flatMap((n) => [endpointVariable(n), secondEndpointVariable(n)]));
    expect(used).to.include("ANSWER_WITHIN_SECONDS");
    expect(used.filter((name) => !named.includes(name) && !OTHERS.includes(name))).to.deep.equal(
      [],
    );
    expect(lines.filter((line) => !/^(#.*)?$/.test(line))).to.deep.equal([]);
  });
});

describe("The generated documents", () => {
  it("are what tasks, settings, scripts and NatSpec say now (npm run docs)", function () {
    this.timeout(60_000);
    const stale = Object.entries(generatedDocuments(ROOT)).filter(
      ([file, text]) => read(file) !== text,
    );
    expect(stale.map(([file]) => file)).to.deep.equal([]);
  });
});

describe("docs/reference/scripts.md", () => {
  it("has each npm script, and no other", () => {
    const rows = [
      ...read("docs/reference/scripts.md").matchAll(/^\| `npm (?:run )?([\w:-]+)` \|/gm),
    ];
    expect(rows.map(([, name]) => name).sort()).to.deep.equal(Object.keys(scripts).sort());
  });
});

describe("The decisions", () => {
  const index = read("docs/decisions/README.md");

  for (const file of globSync("docs/decisions/0*.md", { cwd: ROOT }).sort()) {
    it(`${path.basename(file)} has a date and a status, is listed, and names its successor if it is superseded`, () => {
      const [title = "", , line = ""] = read(file).split("\n");
      const [, status = ""] = /^Date: \d{4}-\d\d-\d\d\. Status: (.+)\.$/.exec(line) ?? [];

      expect(title).to.match(new RegExp(`^# ${Number(path.basename(file).slice(0, 4))}\\. `));
      expect(status).to.match(/^(accepted|superseded by \[\d+\]\(\d{4}-[\w.-]+\.md\))/);
      expect(index).to.include(`](${path.basename(file)})`);
    });
  }
});

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

function rowsUnder(heading: string): string[][] {
  const chapter = read("CONTRIBUTING.md").split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = chapter.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) => line.split("|").map((cell) => cell.trim()));
}

describe('CONTRIBUTING.md, "To change X, open Y"', () => {
  const rows = rowsUnder("To change X, open Y");

  it("has rows", () => {
    expect(rows.length).to.be.greaterThan(10);
  });

  for (const [, what = "", open = "", look = ""] of rows) {
    it(`leads to ${what}`, () => {
      const files = quoted(open);
      const texts = files.map(read);
      const names = quoted(look);
      expect(files, "files").not.to.deep.equal([]);
      expect(names, "names").not.to.deep.equal([]);
      for (const [i, text] of texts.entries()) {
        expect(
          names.some((name) => text.includes(name)),
          `${files[i]} has none of ${names.join(", ")}`,
        ).to.equal(true);
      }
      for (const name of names) {
        expect(
          texts.some((text) => text.includes(name)),
          `${name} is in none of ${files.join(", ")}`,
        ).to.equal(true);
      }
    });
  }
});
