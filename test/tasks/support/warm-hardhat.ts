import path from "node:path";
import { pathToFileURL } from "node:url";
import { HARDHAT } from "./hardhat-cli.ts";
import { endMark, type Job } from "./job.ts";

/**
 * Hardhat's command line as a process that outlives a command: what it loads (1.5 s of processor time) is loaded once.
 * Each job has its arguments, environment, runtime environment and exit code, as a process of its own has. A job is over
 * when nothing keeps the event loop alive, which is when a process would have ended.
 */
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
  resetGlobalHardhatRuntimeEnvironment();
  channel.unref();
  // One registration serves every later job.
  void main(job.words, { registerTsx: jobs === 0, warnAboutUnusedPlugins: true });
  jobs += 1;
});

process.on("beforeExit", (code) => {
  if (current === undefined) return;
  // Hardhat adds them once for each command.
  process.removeAllListeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  const mark = endMark(current.id, code);
  current = undefined;
  channel.ref();
  process.stdout.write(mark);
  process.stderr.write(mark);
});
