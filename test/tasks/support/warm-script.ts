import { pathToFileURL } from "node:url";
import { serveJobs } from "./serve-jobs.ts";

/** A script as a process that outlives it: what it imports is loaded once, the script itself for each job. */
serveJobs(({ id, words: [script = "", ...words] }) => {
  process.argv = [process.execPath, script, ...words];
  void import(`${pathToFileURL(script).href}?${id}`);
});
