import { JsonRpcProvider } from "ethers";
import hre from "hardhat";
import { startProcess } from "../../support/process.ts";

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
  const anvil = startProcess(
    "npm",
    [
      ...["exec", "--yes", "--package", "@foundry-rs/anvil@1.7.1", "--", "anvil"],
      ...["--port", "0", "--chain-id", String(chainId), "--accounts", "12"],
    ],
    // npm forwards no SIGKILL, so the whole group gets it.
    { detached: true, env: outsideNpx() },
  );
  const stop = () => anvil.signalGroup("SIGTERM");
  process.on("exit", stop);
  const port = Number((await anvil.saw(/Listening on [\d.]+:(\d+)/))[1]);
  const provider = connect(port, chainId);
  return {
    url: urlOf(port),
    provider,
    close: async () => {
      provider.destroy();
      process.off("exit", stop);
      await anvil.stop();
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
