import { answerWithinMs } from "./answer-within.ts";
import { TaskError } from "./task-action.ts";

/** A wait that is longer is said, and again after each pause, so that no command looks dead. */
const SAY_AFTER_MS = 4_000;
const SAY_AGAIN_MS = 30_000;

/** Runs `wait`, and says on standard error what for if it takes longer than a moment. @param what as in "x to answer" */
export async function sayingSo<T>(what: string, wait: () => Promise<T>): Promise<T> {
  const say = () => {
    console.error(`Waiting for ${what} …`);
    timer = setTimeout(say, SAY_AGAIN_MS);
  };
  let timer = setTimeout(say, SAY_AFTER_MS);
  try {
    return await wait();
  } finally {
    clearTimeout(timer);
  }
}

/** An endpoint that took a request and gives no answer: no reason to ask it the same again. */
export class NoAnswer extends TaskError {}

/**
 * @param host whose answer it is
 * @param question as in "eth_call"
 * @throws `NoAnswer` once it has taken too long
 */
export async function answered<T>(
  host: string,
  question: string,
  ask: () => Promise<T>,
): Promise<T> {
  const within = answerWithinMs();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(tooLongText(host, question))), within);
  });
  try {
    return await sayingSo(`${host} to answer ${question}`, () => Promise.race([ask(), tooLong]));
  } finally {
    clearTimeout(timer);
  }
}

function tooLongText(host: string, question: string): string {
  return (
    `${host} has not answered ${question} within ${answerWithinMs() / 1000} s. ` +
    "Try again later or with another endpoint: the same command goes on from what is on chain."
  );
}
