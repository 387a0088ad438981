import { AbiCoder } from "ethers";
import { discounted } from "../../support/collection.ts";
import { type RpcProxy, type RpcRequest, startRpcProxy, type Verdict } from "./rpc-proxy.ts";
import { isServedCall, SERVED } from "./served.ts";

const coder = AbiCoder.defaultAbiCoder();

export interface FailingEndpoint {
  readonly url: string;
  fault: Fault;
  readonly received: readonly string[];
  readonly answered: readonly string[];
  close(): Promise<void>;
}

const REFUSALS = {
  down: "drop",
  silent: "silent",
  // Browsers hide this header from scripts of another origin, so the usual back-off applies.
  "429": { status: 429, headers: { "retry-after": "3" }, body: "slow down" },
  "500": { status: 500, body: "oops" },
  html: { status: 200, headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" },
  "wrong JSON": {
    status: 200,
    headers: { "content-type": "application/json" },
    body: '{"a":[1,2',
  },
} satisfies Record<string, Verdict>;

const EDITS = {
  none: (_: RpcRequest, answer: string) => answer,
  "other ids": withOtherIds,
  "other chain": onOtherChain,
  "half the price": atHalfThePrice,
  "old head": withOldHead,
};

export type Fault = keyof typeof REFUSALS | keyof typeof EDITS;

export async function startFailingEndpoint(target: string, port = 0): Promise<FailingEndpoint> {
  const received: string[] = [];
  const answered: string[] = [];
  const proxy: RpcProxy = await startRpcProxy(
    target,
    {
      before(request) {
        received.push(JSON.stringify(request));
        return endpoint.fault in REFUSALS
          ? REFUSALS[endpoint.fault as keyof typeof REFUSALS]
          : undefined;
      },
      edit(request, answer) {
        answered.push(JSON.stringify(request));
        const { fault } = endpoint;
        return fault in EDITS ? EDITS[fault as keyof typeof EDITS](request, answer) : answer;
      },
    },
    port,
  );
  const endpoint: FailingEndpoint = {
    url: proxy.url,
    fault: "none",
    received,
    answered,
    close: proxy.close,
  };
  return endpoint;
}

function withOtherIds(_: RpcRequest, answer: string): string {
  return answer.replaceAll(/"id":(\d+)/g, '"id":7$1');
}

function atHalfThePrice(_: RpcRequest, answer: string): string {
  const word = (price: bigint) => price.toString(16).padStart(64, "0");
  const price = 50_000_000_000_000_000n;
  const withCode = discounted(price);
  return answer
    .replaceAll(word(price), word(price / 2n))
    .replaceAll(word(withCode), word(withCode / 2n));
}

function withOldHead(request: RpcRequest, answer: string): string {
  return withServed(request, answer, (served) => {
    const [chainId, , , codeSha256] = served;
    return [chainId, 1n, 1n, codeSha256];
  });
}

function onOtherChain(request: RpcRequest, answer: string): string {
  return withServed(request, answer, ([, ...rest]) => [0x539n, ...rest]);
}

function withServed(
  request: RpcRequest,
  answer: string,
  change: (served: readonly unknown[]) => readonly unknown[],
): string {
  const asked = [request].flat().filter(isServedCall);
  if (asked.length === 0) return answer;
  const answers = JSON.parse(answer);
  for (const single of [answers].flat()) {
    if (asked.some(({ id }) => single.id === id)) {
      single.result = coder.encode(SERVED, change([...coder.decode(SERVED, single.result)]));
    }
  }
  return JSON.stringify(answers);
}
