import { ConnectorController } from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";
import type { LateRelay } from "./late-relay.ts";
import type { RequestRecord } from "./relay-client.ts";

/** The wallet protocol's client reports that a request was answered. */
const UPDATED = "history_updated";

/**
 * The wallet protocol's client (2.20.1) remembers what it has asked a telephone and receives the answer after a reload too,
 * but then it has no one to give it to. This gives it to the page.
 * @param since in milliseconds: only a transaction that was asked for at this time or later is meant
 * @returns `null` if none was, or if no telephone is connected
 * @throws if the relay's client can't be had
 */
export async function recallAnswer(
  relay: Pick<LateRelay, "start">,
  since: number,
): Promise<{ readonly answer: Promise<unknown> } | null> {
  if (ConnectorController.getConnectorId(NAMESPACE) !== "walletConnect") return null;
  const { history } = (await relay.start()).client.core;
  // The client's ids are microseconds.
  const asked = history.values
    .filter(({ id, request }) => isTransaction(request) && id >= since * 1_000)
    .at(-1);
  if (asked === undefined) return null;
  const answer = new Promise<unknown>((resolve, reject) => {
    const tell = ({ id, response }: RequestRecord) => {
      if (id !== asked.id || response === undefined) return;
      history.off(UPDATED, tell);
      if ("error" in response) reject(response.error);
      else resolve(response.result);
    };
    history.on(UPDATED, tell);
    tell(asked);
  });
  return { answer };
}

function isTransaction({ method, params }: RequestRecord["request"]): boolean {
  return (
    method === "wc_sessionRequest" &&
    (params as { request?: { method?: unknown } }).request?.method === "eth_sendTransaction"
  );
}
