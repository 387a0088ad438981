import { createChanges } from "../../support/changes.ts";
import { startHttpServer } from "../../support/http-server.ts";
import { type Command, startWarmTask } from "./command.ts";
import { type TestSale, useSale } from "./sale.ts";
import type { WarmTask } from "./warm-process.ts";

export type Watching = WarmTask;

export function startWatch(command: Command, ...words: string[]): Watching {
  return startWarmTask(command, "ticket", "watch", "--every", "0.2", ...words);
}

/** A webhook's server, which can refuse. */
export interface Receiver {
  readonly url: string;
  readonly taken: readonly Readonly<Record<string, unknown>>[];
  readonly keys: readonly unknown[];
  readonly alarms: readonly Readonly<Record<string, unknown>>[];
  readonly posts: () => number;
  /**
   * Status codes for the next posts; later ones get 200. `"drop"` closes the connection after the
   * body.
   */
  readonly answers: (number | "drop" | "silent")[];
  onPost: (number: number) => void;
  onAnswered: (number: number) => void;
  took(count: number): Promise<void>;
  tookAlarms(count: number): Promise<void>;
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  const taken: Record<string, unknown>[] = [];
  const keys: unknown[] = [];
  const alarms: Record<string, unknown>[] = [];
  let posts = 0;
  const { changed, until } = createChanges();
  const server = await startHttpServer(({ headers, socket }, response, body) => {
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
    response.writeHead(answer).end();
    changed();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}/hook/secret-key`,
    taken,
    keys,
    posts: () => posts,
    answers: [],
    onPost: () => {},
    onAnswered: () => {},
    alarms,
    took: async (count) => void (await until(() => taken.length >= count)),
    tookAlarms: async (count) => void (await until(() => alarms.length >= count)),
    close: server.close,
  };
  return receiver;
}

type Env = Readonly<Record<string, string>>;

/** A sale with the codes alice and bob, and a new webhook for each test. */
export interface WatchedSale extends TestSale {
  readonly receiver: Receiver;
  /** Starts a watch over the node, which ends after the test. */
  watch(...words: string[]): Watching;
  watchWith(env: Env, ...words: string[]): Watching;
  watchOn(network: string, env: Env, ...words: string[]): Watching;
  /** The ids of all events that a watch tells, in order. */
  ids(): Promise<string[]>;
}

const NOT_WATCHED = ["Transfer", "ContractURIUpdated", "BatchMetadataUpdate"];

/** Registers hooks: each test starts from a sale without purchases. */
export function useWatchedSale(): WatchedSale {
  const sale = useSale({ codes: ["alice", "bob"] }, async () => {});
  const running: Watching[] = [];
  const ways: Omit<WatchedSale, keyof TestSale | "receiver"> = {
    watch: (...words) => ways.watchWith({}, ...words),
    watchWith: (env, ...words) =>
      ways.watchOn("rehearsal", { REHEARSAL_RPC_URL: sale.node.url, ...env }, ...words),
    watchOn(network, env, ...words) {
      const { project } = sale;
      const watching = startWatch({ project, env }, "--network", network, ...words);
      running.push(watching);
      return watching;
    },
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
    await (sale as WatchedSale).receiver.close();
  });
  return Object.assign(sale, ways) as WatchedSale;
}
