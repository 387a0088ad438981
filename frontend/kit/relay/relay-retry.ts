import type { RelayClient } from "./relay-client.ts";

type Relayer = Pick<RelayClient["client"]["core"]["relayer"], "createProvider" | "provider">;

/**
 * The wallet protocol's client (2.20.1) gives a relay socket 15 s to open, and can't learn that the network is back.
 * @returns a function that ends the wait, so the next attempt begins
 */
export function makeAttemptsInterruptible(relayer: Relayer): () => void {
  let interrupt = (): void => undefined;
  const create = relayer.createProvider.bind(relayer);
  relayer.createProvider = async () => {
    await create();
    const { provider } = relayer;
    const connect = provider.connect.bind(provider);
    provider.connect = () => {
      const interrupted = new Promise<never>((_, reject) => {
        interrupt = () => reject(new Error("Interrupted by another attempt"));
      });
      return Promise.race([connect(), interrupted]);
    };
  };
  return () => interrupt();
}
