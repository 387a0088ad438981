import type { RelayClient } from "./relay-client.ts";

type Relayer = Pick<RelayClient["client"]["core"]["relayer"], "createProvider" | "provider">;

/**
 * The WalletConnect client (2.20.1) waits 15 s for a relay socket to open, even if the network
 * returns earlier.
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
