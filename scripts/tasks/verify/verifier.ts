import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import { boundedBody } from "../chain/bounded-body.ts";
import { sayingSo } from "../chain/waiting.ts";
import type { DeployedName, DeployedSources } from "./deployed-sources.ts";

export interface Verification {
  readonly name: DeployedName;
  readonly address: string;
  readonly sources: DeployedSources;
  /** ABI-encoded. */
  readonly constructorArguments: string;
  readonly transactionHash: string | null;
}

export interface Verifier {
  readonly name: string;
  verify(contract: Verification): Promise<string>;
}

/** Limit of a decoded answer. */
const MOST_BYTES = 10_000_000;
const ANSWER_WITHIN_MS = 30_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const GIVE_UP_AFTER_MS = 120_000;

export async function requestJson<T>(
  url: string,
  schema: v.GenericSchema<unknown, T>,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly body: T | null }> {
  const { host } = new URL(url);
  let response: Response;
  try {
    response = await sayingSo(`${host} to answer`, () =>
      fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }),
    );
  } catch {
    throw new Error(`${host} does not answer`);
  }
  const text = String(await boundedBody(response, MOST_BYTES));
  const { status } = response;
  const found = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!found.success)
    throw new Error(`${host} answers HTTP ${status} with something that is not JSON`);
  const body = v.safeParse(schema, found.output);
  return { status, body: body.success ? body.output : null };
}

/** Polls, because services take seconds to compile. */
export function poll(ask: () => Promise<string | null>): Promise<string> {
  return sayingSo("the service to compile", () => pollQuietly(ask));
}

async function pollQuietly(ask: () => Promise<string | null>): Promise<string> {
  const end = performance.now() + GIVE_UP_AFTER_MS;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > end) throw new Error("still pending after two minutes; run it again");
    await pause(wait);
  }
}
