import { EthersAdapter } from "@reown/appkit-adapter-ethers";

/** Long for a wallet that shows no prompt, short for a visitor who wants to disconnect. */
const FAREWELL_MS = 3_000;

type Farewell = Parameters<EthersAdapter["disconnect"]>;

/**
 * To disconnect, the kit asks the wallet to revoke its permission, and waits for the answer. A wallet that is locked or has
 * crashed gives none: after a time-out the page disconnects anyway, and the wallet keeps the permission.
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
