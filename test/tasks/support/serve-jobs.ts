import { endMark, type Job } from "./job.ts";

/**
 * Runs the commands that the parent sends, one after another. Each has its environment and exit code, as a process of its
 * own has, and is over when nothing keeps the event loop alive, which is when a process would have ended.
 */
export function serveJobs(run: (job: Job) => void): void {
  const { channel } = process;
  if (channel === undefined) throw new Error("It is to be started by fork()");
  let current: Job | undefined;

  process.on("message", (job: Job) => {
    current = job;
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, job.env);
    process.exitCode = undefined;
    channel.unref();
    run(job);
  });

  process.on("beforeExit", (code) => {
    if (current === undefined) return;
    const mark = endMark(current.id, code);
    current = undefined;
    channel.ref();
    process.stdout.write(mark);
    if (!process.stderr.isTTY) process.stderr.write(mark);
  });
}
