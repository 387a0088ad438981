import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { JsonRpcProvider } from "ethers";
import hre from "hardhat";

export interface TestNode {
  readonly url: string;
  readonly provider: JsonRpcProvider;
  close(): Promise<void>;
}

/** Mainnet's rules, unless set. */
export interface NodeRules {
  readonly hardfork?: "osaka" | "amsterdam";
  /** `false` removes EIP-7825's limit. */
  readonly transactionGasCap?: false;
  readonly blockGasLimit?: bigint;
  /** The first block's time, ISO 8601; now by default. */
  readonly initialDate?: string;
}

/** @param blockTime milliseconds between automatic blocks */
export async function startHardhatNode(
  chainId: number,
  blockTime?: number,
  rules: NodeRules = {},
): Promise<TestNode> {
  const server = await hre.network.createServer(
    {
      network: "node",
      override: {
        chainId,
        ...rules,
        throwOnTransactionFailures: false,
        ...(blockTime !== undefined && {
          allowBlocksWithSameTimestamp: true,
          mining: { auto: true, interval: blockTime },
        }),
      },
    },
    "127.0.0.1",
  );
  const { port } = await server.listen();
  const provider = connect(port, chainId);
  return {
    url: urlOf(port),
    provider,
    close: async () => {
      provider.destroy();
      await server.close();
    },
  };
}

/**
 * Goes back to a snapshot, with the clock of this machine. EDR 0.20 moves the chain's clock ahead by
 * the time since the snapshot, so a suite of some minutes would warn of a slow machine's clock.
 */
export async function revertTo(provider: JsonRpcProvider, snapshot: string): Promise<void> {
  await provider.send("evm_revert", [snapshot]);
  const { timestamp } = await provider.send("eth_getBlockByNumber", ["latest", false]);
  const now = Math.floor(Date.now() / 1000);
  if (now > Number(timestamp)) await provider.send("evm_setNextBlockTimestamp", [now]);
}

/** npx downloads anvil, because not every platform has it. */
export async function startAnvil(chainId: number): Promise<TestNode> {
  const child: ChildProcess = spawn(
    "npm",
    [
      "exec",
      "--yes",
      "--package",
      "@foundry-rs/anvil@1.7.1",
      "--",
      "anvil",
      ...["--port", "0", "--chain-id", String(chainId), "--accounts", "12"],
    ],
    { stdio: ["ignore", "pipe", "pipe"], detached: true, env: outsideNpx() },
  );
  let printed = "";
  const port = await new Promise<number>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      printed += chunk.toString();
      const listening = /Listening on [\d.]+:(\d+)/.exec(printed);
      if (listening !== null) resolve(Number(listening[1]));
    };
    child.stdout?.on("data", take);
    child.stderr?.on("data", take);
    child.on("close", () => reject(new Error(`anvil ended: ${printed}`)));
  });
  const provider = connect(port, chainId);
  // npm forwards no SIGKILL, so the whole group gets it.
  const stop = () => {
    if (child.pid === undefined || child.exitCode !== null) return false;
    return process.kill(-child.pid, "SIGTERM");
  };
  process.on("exit", stop);
  return {
    url: urlOf(port),
    provider,
    close: async () => {
      provider.destroy();
      process.off("exit", stop);
      if (stop()) await once(child, "close");
    },
  };
}

/**
 * Removes npx's variables, because with them an inner npm would install and run the package again.
 */
function outsideNpx(): NodeJS.ProcessEnv {
  const { npm_config_package: _package, npm_config_call: _call, ...env } = process.env;
  return env;
}

function connect(port: number, chainId: number): JsonRpcProvider {
  return new JsonRpcProvider(urlOf(port), chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 50,
  });
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
