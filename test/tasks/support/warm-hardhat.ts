import path from "node:path";
import { pathToFileURL } from "node:url";
import { HARDHAT } from "./hardhat-cli.ts";
import { serveJobs } from "./serve-jobs.ts";

/** Loading Hardhat takes most of a command's processor time. */
const internal = (file: string) =>
  import(pathToFileURL(path.join(path.dirname(HARDHAT), "internal", file)).href);

process.setSourceMapsEnabled(true);
const { main } = await internal("cli/main.js");
const { resetGlobalHardhatRuntimeEnvironment } = await internal("global-hre-instance.js");

let jobs = 0;

serveJobs(({ words }) => {
  // Hardhat adds these listeners for each command.
  process.removeAllListeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  resetGlobalHardhatRuntimeEnvironment();
  // One registration serves every later job.
  void main(words, { registerTsx: jobs === 0, warnAboutUnusedPlugins: true });
  jobs += 1;
});
