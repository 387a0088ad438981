import { boundedBody } from "../../tasks/chain/bounded-body.ts";
import { TaskError } from "../../tasks/cli/task.ts";

/** A host's answer; the check follows no redirect. */
export interface Answer {
  readonly status: number;
  /** Headers by lower-case name. Repeated headers are joined. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decoded body; `null` if decoding fails, or if the body never ends. */
  readonly body: Buffer | null;
}

const ANSWER_WITHIN_MS = 20_000;
const MOST_BYTES = 20_000_000;

export async function askHost(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(url, { headers, signal, redirect: "manual" }).catch(() => {
    throw new TaskError(`${url.host} does not answer. Is the address right?`);
  });
  const body = await boundedBody(response, MOST_BYTES).catch(() => null);
  return { status: response.status, headers: new Map(response.headers), body };
}
