import { CoreHelperUtil } from "@reown/appkit-controllers";
import { withDeadline } from "../../src/platform/deadline.ts";
import { NAMESPACE } from "../namespace.ts";
import { LeavingEthersAdapter } from "./leaving-adapter.ts";

interface Provider {
  request(request: { readonly method: string }): Promise<unknown>;
}

/** The background process of a wallet extension may need this time to start. */
const ANSWER_MS = 10_000;

type Restoring = Parameters<LeavingEthersAdapter["syncConnection"]>[0];
type Restored = Awaited<ReturnType<LeavingEthersAdapter["syncConnection"]>>;
type Asking = Parameters<LeavingEthersAdapter["getAccounts"]>[0];
type Accounts = Awaited<ReturnType<LeavingEthersAdapter["getAccounts"]>>;

/**
 * To restore a connection, AppKit 1.7.4 sends `eth_requestAccounts`, without a time-out. A locked
 * wallet then asks for its password, although its user clicked nothing. This sends `eth_accounts`,
 * which never prompts, with a time-out.
 */
export class QuietEthersAdapter extends LeavingEthersAdapter {
  override async syncConnection({ id, chainId }: Restoring): Promise<Restored> {
    const { connector, provider } = this.#connector(id);
    const [accounts, chain] = await within(
      ANSWER_MS,
      Promise.all([
        provider.request({ method: "eth_accounts" }),
        provider.request({ method: "eth_chainId" }),
      ]),
    );
    const [address] = addresses(accounts);
    if (address === undefined) throw new Error("The wallet shares no account");
    // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a private member only in brackets
    this["listenProviderEvents"](connector.provider as never);
    return {
      id,
      address,
      chainId: Number(chain) || Number(chainId),
      provider: connector.provider as Restored["provider"],
      type: connector.type,
    };
  }

  override async getAccounts(asking: Asking): Promise<Accounts> {
    const { connector, provider } = this.#connector(asking.id);
    if (connector.type === "AUTH") return await super.getAccounts(asking);
    const accounts = addresses(await provider.request({ method: "eth_accounts" }));
    return {
      accounts: accounts.map((account) => CoreHelperUtil.createAccount(NAMESPACE, account, "eoa")),
    };
  }

  #connector(id: string) {
    const connector = this.connectors.find((each) => each.id === id);
    if (connector?.provider === undefined) throw new Error("The wallet is not there");
    return { connector, provider: connector.provider as unknown as Provider };
  }
}

function addresses(accounts: unknown): string[] {
  return Array.isArray(accounts) ? accounts.filter((each) => typeof each === "string") : [];
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
