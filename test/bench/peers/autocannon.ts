import { startProcess } from "../../support/process.ts";
import { installPeer } from "./install-peer.ts";

export interface Load {
  readonly url: string;
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second; without it, as many as the server answers. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

export async function installAutocannon(folder: string) {
  await installPeer("autocannon", folder);

  return async ({ url, bodies, connections, seconds, rate }: Load): Promise<LoadResult> => {
    const headers = { "content-type": "application/json" };
    const options = {
      url,
      connections,
      duration: seconds,
      timeout: 10,
      requests: bodies.map((body) => ({ method: "POST", headers, body })),
      ...(rate === undefined ? {} : { overallRate: rate }),
    };
    const load = startProcess("node", ["load.js", JSON.stringify(options)], { cwd: folder });
    const ended = await load.ended;
    if (ended.code !== 0) throw new Error(`autocannon failed:\n${ended.errors}`);
    const result = JSON.parse(ended.output);
    return {
      perSecond: result.requests.average,
      p50: result.latency.p50,
      p99: result.latency.p99,
      failures: result.non2xx + result.errors + result.timeouts,
    };
  };
}
