import { readFile } from "node:fs/promises";
import path from "node:path";
import { Wallet } from "ethers";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { type Interference, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask } from "./command.ts";
import { KNOWN_ACCOUNT, KNOWN_KEY } from "./known-key.ts";
import { PRICE, typed } from "./money.ts";
import { type NodeRules, revertTo, startHardhatNode, type TestNode } from "./node.ts";
import { forgetDeployments, testProject } from "./project.ts";

type Env = Readonly<Record<string, string>>;

interface DeploymentSettings {
  readonly key?: string;
  /** Milliseconds. */
  readonly blockTime?: number;
  readonly rules?: NodeRules;
}

interface Place {
  project: string;
  node: TestNode;
}

function tasksAt(on: Place, key: string) {
  const address = key === KNOWN_KEY ? KNOWN_ACCOUNT : new Wallet(key).address;
  const rehearseAt = (url: string, words: readonly string[]) =>
    runTask(
      { project: on.project, env: { REHEARSAL_RPC_URL: url } },
      ...[...words, "--network", "rehearsal"],
    );
  /** Runs a task on `mainnet` with the key. */
  const live = (env: Env, ...words: string[]) => {
    const { url } = on.node;
    const own = { MAINNET_RPC_URL: url, MAINNET_SECOND_RPC_URL: `${url}/second` };
    const settings = { ...own, DEPLOYER_PRIVATE_KEY: key, ...env };
    return runTask({ project: on.project, env: settings }, ...words, "--network", "mainnet");
  };
  /** A file of a network's deployment. */
  const file = (network: string, name = "record.json") =>
    path.join(on.project, "deployments", network, name);
  return {
    file,
    live,
    rehearse: (...words: string[]) => rehearseAt(on.node.url, words),
    async rehearseOver(interference: Interference, ...words: string[]) {
      const proxy = await startRpcProxy(on.node.url, interference);
      try {
        return await rehearseAt(proxy.url, words);
      } finally {
        await proxy.close();
      }
    },
    /** Deploys to `mainnet`. The deployer owns the sale, unless the words say so. */
    deploy(env: Env, ...words: string[]) {
      const terms = { "--price": typed(PRICE), "--royalty-bps": "500" };
      const owners = { "--owner": address, "--royalty-receiver": address };
      const options = Object.entries({ ...terms, ...owners });
      const omitted = options.filter(([option]) => !words.includes(option)).flat();
      return live(env, "ticket", "deploy", ...omitted, ...words);
    },
    record: async (network: string): Promise<DeploymentRecord> =>
      JSON.parse(await readFile(file(network), "utf8")),
    /** The deployer's transactions. */
    sent: () => on.node.provider.getTransactionCount(address),
  };
}

/**
 * A node with mainnet's chain id. Each test starts without deployments, on the chain that `prepare`
 * left.
 */
export function useDeployments(
  { key = KNOWN_KEY, blockTime, rules }: DeploymentSettings = {},
  prepare: (on: Place & ReturnType<typeof tasksAt>) => Promise<void> = async () => {},
) {
  const place = {} as Place;
  const on = Object.assign(place, tasksAt(place, key));
  let clean: string;

  before(async () => {
    on.project = await testProject();
    await forgetDeployments(on.project);
    on.node = await startHardhatNode(1, blockTime, rules);
    await prepare(on);
    clean = await on.node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await forgetDeployments(on.project);
    await revertTo(on.node.provider, clean);
    clean = await on.node.provider.send("evm_snapshot", []);
  });

  after(async () => {
    await on.node.close();
    await forgetDeployments(on.project);
  });
  return on;
}
