import { EthersAdapter } from "@reown/appkit-adapter-ethers";

/** Long for a wallet that asks nobody, short for a visitor who wants to leave. */
const FAREWELL_MS = 3_000;

type Farewell = Parameters<EthersAdapter["disconnect"]>;

/**
 * Before it lets a visitor go, the kit has the wallet withdraw its permission, and waits for the answer. A wallet that is
 * locked or has crashed gives none: the page is left all the same, and the permission stays for the wallet to withdraw.
 */
export class LeavingEthersAdapter extends EthersAdapter {
  override async disconnect(...farewell: Farewell): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        console.warn("The wallet did not answer when it was disconnected");
        resolve();
      }, FAREWELL_MS);
    });
    try {
      await Promise.race([super.disconnect(...farewell), enough]);
    } finally {
      clearTimeout(timer);
    }
  }
}
