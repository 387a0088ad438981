import { EthersAdapter } from "@reown/appkit-adapter-ethers";
import { withDeadline } from "../../src/platform/deadline.ts";

/** The background process of a wallet extension may need this time to start. */
const ANSWER_MS = 10_000;

/**
 * The longest wait for a wallet's answer to a disconnection. A wallet that does not ask its user
 * answers sooner.
 */
const FAREWELL_MS = 3_000;

type Restoring = Parameters<EthersAdapter["syncConnection"]>[0];
type Restored = Awaited<ReturnType<EthersAdapter["syncConnection"]>>;
type Farewell = Parameters<EthersAdapter["disconnect"]>[0];

interface Revocable {
  request(request: { readonly method: string }): Promise<unknown>;
}

/**
 * Adapter 1.7.4 waits without a time-out for a locked or crashed wallet to restore a connection, or
 * to revoke its permission. This class stops waiting, and informs the page if a wallet keeps the
 * permission.
 */
export class PatientEthersAdapter extends EthersAdapter {
  readonly #onPermissionKept: () => void;

  /** @param onPermissionKept called if the wallet did not revoke its permission, or did not answer */
  constructor(onPermissionKept: () => void = () => undefined) {
    super();
    this.#onPermissionKept = onPermissionKept;
  }

  override async syncConnection(params: Restoring): Promise<Restored> {
    return await within(ANSWER_MS, super.syncConnection(params));
  }

  override async disconnect(params: Farewell): Promise<void> {
    try {
      await within(FAREWELL_MS, super.disconnect(this.#reporting(params)));
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "TimeoutError")) throw error;
      console.warn("The wallet did not answer when it was disconnected");
      this.#onPermissionKept();
    }
  }

  /**
   * Reports that a browser wallet kept the page's permission. Other wallets have no permission to
   * revoke.
   */
  #reporting(params: Farewell): Farewell {
    if (params.providerType !== "ANNOUNCED" && params.providerType !== "EXTERNAL") return params;
    const wallet = params.provider as unknown as Revocable | undefined;
    if (wallet === undefined) return params;
    const provider: Revocable = {
      request: async (request) => {
        try {
          return await wallet.request(request);
        } catch (error) {
          console.warn("The wallet did not revoke its permission", error);
          this.#onPermissionKept();
          throw error;
        }
      },
    };
    return { ...params, provider: provider as unknown as NonNullable<Farewell["provider"]> };
  }
}

function within<Value>(ms: number, answer: Promise<Value>): Promise<Value> {
  return withDeadline(null, ms, (signal) =>
    Promise.race([
      answer,
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    ]),
  );
}
