import { endMark, type Job } from "./job.ts";

/** A command ends when nothing keeps the event loop alive. */
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
