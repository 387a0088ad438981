import { createChanges } from "../../support/changes.ts";
import { startHttpServer } from "../../support/http-server.ts";
import { type Command, startWarmTask } from "./command.ts";
import { useSale } from "./sale.ts";
import type { WarmTask } from "./warm-process.ts";

export type Watching = WarmTask;

export function startWatch(command: Command, ...words: string[]): Watching {
  return startWarmTask(command, "ticket", "watch", "--every", "0.2", ...words);
}

/** A webhook's server, which can refuse. */
async function startReceiver() {
  const taken: Record<string, unknown>[] = [];
  const keys: unknown[] = [];
  const alarms: Record<string, unknown>[] = [];
  let posts = 0;
  const { changed, until } = createChanges();
  const server = await startHttpServer(({ method, headers, socket }, response, body) => {
    // Where a redirect leads. A client that follows it loses the event.
    if (method === "GET") return void response.end();
    posts += 1;
    const number = posts;
    receiver.onPost(number);
    response.on("finish", () => receiver.onAnswered(number));
    const answer = receiver.answers.shift() ?? 200;
    if (answer === "drop") return void socket.destroy();
    if (answer === "silent") return;
    if (answer < 300) {
      const told = JSON.parse(body);
      const key = headers["idempotency-key"];
      if (/^(alarm|cleared)$/.test(told.type)) alarms.push({ ...told, key });
      else {
        taken.push(told);
        keys.push(key);
      }
    }
    response.writeHead(answer, { location: "/elsewhere" }).end();
    changed();
  });
  const receiver = {
    url: `http://127.0.0.1:${server.port}/hook/secret-key`,
    taken,
    keys,
    posts: () => posts,
    /**
     * Status codes for the next posts; later ones get 200. `"drop"` closes the connection after the
     * body.
     */
    answers: [] as (number | "drop" | "silent")[],
    onPost: (_number: number) => {},
    onAnswered: (_number: number) => {},
    alarms,
    took: async (count: number) => void (await until(() => taken.length >= count)),
    tookAlarms: async (count: number) => void (await until(() => alarms.length >= count)),
    close: server.close,
  };
  return receiver;
}

type Env = Readonly<Record<string, string>>;

const NOT_WATCHED = ["Transfer", "ContractURIUpdated", "BatchMetadataUpdate"];

/**
 * A sale with the codes alice and bob. Each test starts without purchases, and with a new webhook.
 */
export function useWatchedSale() {
  const watched = { receiver: {} as Awaited<ReturnType<typeof startReceiver>> };
  const sale = Object.assign(
    useSale({ codes: ["alice", "bob"] }, async () => {}),
    watched,
  );
  const running: Watching[] = [];
  const ways = {
    /** Starts a watch over the node, which ends after the test. */
    watch: (...words: string[]) => ways.watchWith({}, ...words),
    watchWith: (env: Env, ...words: string[]): Watching =>
      ways.watchOn("rehearsal", { REHEARSAL_RPC_URL: sale.node.url, ...env }, ...words),
    watchOn(network: string, env: Env, ...words: string[]) {
      const { project } = sale;
      const watching = startWatch({ project, env }, "--network", network, ...words);
      running.push(watching);
      return watching;
    },
    /** The ids of all events that a watch tells, in order. */
    async ids() {
      const address = await sale.ticket.getAddress();
      const logs = await sale.node.provider.getLogs({ address, fromBlock: 0 });
      return logs
        .filter((log) => !NOT_WATCHED.includes(sale.ticket.interface.parseLog(log)?.name ?? ""))
        .map(({ blockHash, index }) => `1-${blockHash}-${index}`);
    },
  };
  beforeEach(async () => void Object.assign(sale, { receiver: await startReceiver() }));
  afterEach(async () => {
    for (const watching of running.splice(0)) await watching.kill();
    await sale.receiver.close();
  });
  return Object.assign(sale, ways);
}
