import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { keccak256 } from "ethers";
import { noteCompiled } from "../../../scripts/tasks/record/compile.ts";
import { copyCompiled } from "../../support/project-copy.ts";
import { runTask, STATE_HOME } from "./command.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Each test project is a copy with linked packages, because tasks write into their project. */
const COPIED = [
  ".gitignore",
  "contracts",
  "scripts",
  "typechain-types",
  "hardhat.config.ts",
  "collection.ts",
  "networks.ts",
  "package.json",
];

let built: Promise<string> | undefined;

/** Returns a compiled and committed project. All suites of a run share it. */
export function testProject(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const project = await mkdtemp(path.join(tmpdir(), "project-"));
  process.on("exit", () => execFileSync("rm", ["-rf", project]));
  for (const name of COPIED) {
    await cp(path.join(ROOT, name), path.join(project, name), { recursive: true });
  }
  await symlink(path.join(ROOT, "node_modules"), path.join(project, "node_modules"), "dir");
  copyCompiled(project);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@test.invalid", ...words], {
      cwd: project,
      stdio: "ignore",
    });
  git("init");
  // git ignores the folder, but not a link with its name.
  execFileSync("sh", ["-c", "echo node_modules >> .git/info/exclude"], { cwd: project });
  const { code, errors } = await runTask({ project }, "build", "--no-tests");
  if (code !== 0) throw new Error(`The copy doesn't compile: ${errors}`);
  // A task of a live network otherwise compiles for ten seconds.
  await noteCompiled({ root: project, artifacts: path.join(project, "artifacts") });
  git("add", ".");
  git("commit", "-m", "A test's copy");
  return project;
}

export async function forgetDeployments(project: string): Promise<void> {
  await forgetKept("");
  await rm(path.join(project, "deployments"), { recursive: true, force: true });
}

/** Removes what this machine keeps of every sale; with an empty name all of it. */
export async function forgetKept(name: "sale-events.json" | "notes" | ""): Promise<void> {
  const state = path.join(STATE_HOME, "ticket-mint");
  for (const sale of await readdir(state).catch(() => [])) {
    if (!/^\d+-0x/.test(sale)) continue;
    await rm(path.join(state, sale, name), { recursive: true, force: true });
  }
}

export async function noteRehearsal(project: string): Promise<void> {
  const artifact = path.join(project, "artifacts/contracts/Ticket.sol/Ticket.json");
  const { deployedBytecode } = JSON.parse(await readFile(artifact, "utf8"));
  const folder = path.join(project, "deployments/rehearsal");
  await mkdir(folder, { recursive: true });
  const record = { network: "rehearsal", chainId: 1, codeHash: keccak256(deployedBytecode) };
  await writeFile(path.join(folder, "record.json"), JSON.stringify(record));
}
