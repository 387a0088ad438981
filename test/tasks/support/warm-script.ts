import { pathToFileURL } from "node:url";
import { serveJobs } from "./serve-jobs.ts";

serveJobs(({ id, words: [script = "", ...words] }) => {
  process.argv = [process.execPath, script, ...words];
  void import(`${pathToFileURL(script).href}?${id}`);
});
