import { type HttpServer, startHttpServer } from "../../support/http-server.ts";

export interface CountedEndpoint {
  readonly url: string;
  isDown: boolean;
  lie: ((answer: string) => string) | null;
  readonly asked: ReadonlyMap<string, number>;
  forget(): void;
  close(): Promise<void>;
}

export async function startCountedEndpoint(node: string): Promise<CountedEndpoint> {
  const asked = new Map<string, number>();
  const server: HttpServer = await startHttpServer(async (_, response, body) => {
    asked.set(body, (asked.get(body) ?? 0) + 1);
    if (endpoint.isDown) return void response.writeHead(503).end();
    const answer = await fetch(node, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const honest = await answer.text();
    const text = endpoint.lie?.(honest) ?? honest;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(text.replace("{", `{"answeredAt":${Date.now()},`));
  });
  const endpoint: CountedEndpoint = {
    url: `http://127.0.0.1:${server.port}`,
    isDown: false,
    lie: null,
    asked,
    forget: () => asked.clear(),
    close: server.close,
  };
  return endpoint;
}

export function mostAsked(asked: CountedEndpoint["asked"]): number {
  return Math.max(0, ...asked.values());
}

export function countOf(asked: CountedEndpoint["asked"]): number {
  return [...asked.values()].reduce((sum, count) => sum + count, 0);
}
