import { type HttpServer, startHttpServer } from "../../support/http-server.ts";

/**
 * Counts rounds. Requests that are sent together share a round. A request that waits for an answer
 * belongs to the next.
 */
export interface SlowEndpoints {
  readonly urls: readonly string[];
  readonly rounds: readonly (readonly string[])[];
  close(): Promise<void>;
}

/** Milliseconds without a request, after which a round ends. */
const QUIET_MS = 400;

export async function startSlowEndpoints(targets: readonly string[]): Promise<SlowEndpoints> {
  const rounds: string[][] = [];
  let waiting: { readonly method: string; answer(): void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const endRound = () => {
    rounds.push(waiting.map(({ method }) => method));
    const asked = waiting;
    waiting = [];
    for (const { answer } of asked) answer();
  };
  const servers: HttpServer[] = [];
  for (const target of targets) {
    servers.push(
      await startHttpServer(async (_, response, body) => {
        const { method } = JSON.parse(body) as { readonly method: string };
        await new Promise<void>((answer) => {
          waiting.push({ method, answer });
          clearTimeout(timer);
          timer = setTimeout(endRound, QUIET_MS);
        });
        const headers = { "content-type": "application/json" };
        const answered = await fetch(target, { method: "POST", headers, body });
        response.writeHead(200, headers).end(await answered.text());
      }),
    );
  }
  return {
    urls: servers.map(({ port }) => `http://127.0.0.1:${port}`),
    rounds,
    close: async () => {
      clearTimeout(timer);
      for (const server of servers) await server.close();
    },
  };
}
