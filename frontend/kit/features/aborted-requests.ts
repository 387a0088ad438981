import { W3mFrameProvider } from "@reown/appkit-wallet";

type Event = { readonly type: string };

/** What the kit keeps private of its embedded wallet's client. */
interface Client {
  onTimeout?: ((reason: string) => void) | undefined;
  appEvent(event: Event): Promise<unknown>;
}

/** What a request is rejected with. */
interface Words {
  /** A call of the wallet's methods. */
  readonly call: string;
  /** All others. */
  readonly other: string;
}

/** The kit sends them by itself, with no time-out, and nothing waits for an answer. */
const UNASKED = ["@w3m-app/SYNC_THEME", "@w3m-app/SYNC_DAPP_DATA"];

let installed = false;

/**
 * If the embedded wallet's frame does not load, or does not answer, kit 1.7.4 reports a time-out and removes the listeners
 * of all requests that are under way, which then never end: the dialog spins on. This rejects them.
 */
export function endAbortedRequests(words: Words): void {
  if (installed) return;
  installed = true;
  rejectWhenTimedOut(W3mFrameProvider.prototype as unknown as Client, words);
}

export function rejectWhenTimedOut(prototype: Client, words: Words): void {
  const send = prototype.appEvent;
  const underWay = new WeakMap<Client, Set<() => void>>();

  /** Those of one client; the first call begins to listen for its time-outs. */
  function requestsOf(client: Client): Set<() => void> {
    const known = underWay.get(client);
    if (known !== undefined) return known;
    const requests = new Set<() => void>();
    underWay.set(client, requests);
    const tell = client.onTimeout;
    client.onTimeout = (reason) => {
      tell?.(reason);
      for (const abort of requests) abort();
    };
    return requests;
  }

  prototype.appEvent = function (event) {
    if (UNASKED.includes(event.type)) return send.call(this, event);
    const requests = requestsOf(this);
    return new Promise((resolve, reject) => {
      const abort = () => {
        const isCall = event.type === "@w3m-app/RPC_REQUEST";
        reject(new Error(isCall ? words.call : words.other));
      };
      requests.add(abort);
      void send
        .call(this, event)
        .then(resolve, reject)
        .finally(() => requests.delete(abort));
    });
  };
}
