import type { EthersAdapter } from "@reown/appkit-adapter-ethers";

interface Provider {
  request(asked: { readonly method: string }): Promise<unknown>;
}

/** What a wallet answers to these: the hash of a transaction, or a signature, which may be a contract's. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  eth_sendTransaction: /^0x[0-9a-f]{64}$/i,
  personal_sign: /^0x[0-9a-f]{62,}$/i,
};

/**
 * Kit 1.7.4 takes whatever a wallet answers for a transaction's hash or a signature: it stores and sends what is none, and
 * waits for a transaction that does not exist. With this such an answer is a failure, which the kit reports as it does others.
 */
export function refuseMalformedAnswers(
  adapter: Pick<EthersAdapter, "signMessage" | "sendTransaction">,
): void {
  const signMessage = adapter.signMessage.bind(adapter);
  adapter.signMessage = (given) =>
    signMessage({ ...given, provider: checked(given.provider) as typeof given.provider });
  const sendTransaction = adapter.sendTransaction.bind(adapter);
  adapter.sendTransaction = (given) =>
    sendTransaction({ ...given, provider: checked(given.provider) as typeof given.provider });
}

/** The provider as far as the adapter uses it for a call. */
function checked(provider: unknown): Provider | undefined {
  if (provider === undefined) return undefined;
  return {
    async request(asked) {
      const answer = await (provider as Provider).request(asked);
      const form = ANSWERS[asked.method];
      if (form !== undefined && !(typeof answer === "string" && form.test(answer))) {
        throw new Error(`Malformed answer to ${asked.method}`);
      }
      return answer;
    },
  };
}
