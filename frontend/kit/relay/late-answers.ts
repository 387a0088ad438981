import { ConnectorController } from "@reown/appkit-controllers";
import { NAMESPACE } from "../namespace.ts";
import type { LateRelay } from "./late-relay.ts";
import type { RequestRecord } from "./relay-client.ts";

const UPDATED = "history_updated";

/**
 * After a reload, the WalletConnect client (2.20.1) still receives a phone's answer, but drops it.
 * This returns the answer.
 * @param since in milliseconds; ignores transactions requested earlier
 * @returns `null` if there was none, or if no phone is connected
 * @throws if the relay's client can't be loaded
 */
export async function recallAnswer(
  relay: Pick<LateRelay, "start">,
  since: number,
): Promise<{ readonly answer: Promise<unknown> } | null> {
  if (ConnectorController.getConnectorId(NAMESPACE) !== "walletConnect") return null;
  const { history } = (await relay.start()).client.core;
  // The client's ids are in microseconds.
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
