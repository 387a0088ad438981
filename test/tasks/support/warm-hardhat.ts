import path from "node:path";
import { pathToFileURL } from "node:url";
import { HARDHAT } from "./hardhat-cli.ts";
import { endMark, type Job } from "./job.ts";

/** Runs Hardhat's command line again and again, because loading it takes most of a command's time. */
const internal = (file: string) =>
  import(pathToFileURL(path.join(path.dirname(HARDHAT), "internal", file)).href);

process.setSourceMapsEnabled(true);
const { main } = await internal("cli/main.js");
const { resetGlobalHardhatRuntimeEnvironment } = await internal("global-hre-instance.js");

const { channel } = process;
if (channel === undefined) throw new Error("It is to be started by fork()");
let current: Job | undefined;
let jobs = 0;

process.on("message", (job: Job) => {
  current = job;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, job.env);
  process.exitCode = undefined;
  channel.unref();
  // Hardhat adds these listeners for each command.
  process.removeAllListeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  resetGlobalHardhatRuntimeEnvironment();
  // One registration serves every later job.
  void main(job.words, { registerTsx: jobs === 0, warnAboutUnusedPlugins: true });
  jobs += 1;
});

// A command ends when nothing keeps the event loop alive.
process.on("beforeExit", (code) => {
  if (current === undefined) return;
  const mark = endMark(current.id, code);
  current = undefined;
  channel.ref();
  process.stdout.write(mark);
  if (!process.stderr.isTTY) process.stderr.write(mark);
});
