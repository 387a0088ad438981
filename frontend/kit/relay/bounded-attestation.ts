import type { RelayClient, Verify } from "./relay-client.ts";

/**
 * The first attestation takes 450 to 640 ms with round trips of 100 to 150 ms, and 520 to 750 ms on
 * a CPU of a quarter of the speed. A later one takes 130 to 330 ms (measured in Chromium).
 */
const FIRST_ANSWER_MS = 800;

/**
 * Before each proposal and request, the WalletConnect client (2.20.1) waits up to 5 s until a
 * hidden frame attests the page's origin. If the frame is blocked, the QR code takes 5.5 s. This
 * shortens the wait, and skips it until the frame answers again. Without an attestation, the wallet
 * only shows that the origin is unknown.
 */
export function boundAttestations({ client }: RelayClient): void {
  waitBriefly(client.core.verify);
}

export function waitBriefly(verify: Verify): void {
  const register = verify.register;
  let isAbsent = false;
  let underWay = 0;

  async function attest(...message: Parameters<Verify["register"]>): Promise<unknown> {
    underWay += 1;
    try {
      const attestation = await register(...message);
      isAbsent = attestation === "";
      return attestation;
    } finally {
      underWay -= 1;
    }
  }

  verify.register = async (message) => {
    // Only one request at a time tests whether the frame answers again, because the client has one
    // timer for its frames.
    if (isAbsent && underWay > 0) return "";
    const attestation = attest(message);
    if (isAbsent) {
      attestation.catch(() => undefined);
      return "";
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        isAbsent = true;
        resolve("");
      }, FIRST_ANSWER_MS);
    });
    try {
      return await Promise.race([attestation, enough]);
    } finally {
      clearTimeout(timer);
    }
  };
}
