import { expect, test } from "./support/embedded-wallet-fixtures.ts";
import { frameProvider } from "./support/frame-provider.ts";

interface Call {
  readonly method: string;
  readonly params?: unknown;
}

function calls(address: string): { readonly safe: readonly Call[]; readonly others: Call[] } {
  return {
    safe: [
      { method: "eth_call", params: [{ to: address }, "latest"] },
      { method: "eth_getBalance", params: [address, "latest"] },
      { method: "eth_chainId" },
      { method: "eth_accounts" },
      { method: "eth_blockNumber" },
      { method: "eth_getTransactionCount", params: [address, "latest"] },
      { method: "wallet_getCapabilities" },
    ],
    others: [
      { method: "personal_sign", params: ["0x6869", address] },
      { method: "eth_signTypedData_v4", params: [address, "{}"] },
      { method: "eth_sendTransaction", params: [{ from: address, to: address }] },
      { method: "solana_signMessage", params: { message: "hi", pubkey: "1" } },
      { method: "solana_signTransaction", params: { transaction: "1" } },
      { method: "solana_signAllTransactions", params: { transactions: ["1"] } },
      { method: "solana_signAndSendTransaction", params: { transaction: "1" } },
      { method: "wallet_sendCalls", params: [{ calls: [{ to: address }] }] },
      { method: "wallet_grantPermissions", params: [{}] },
      { method: "wallet_revokePermissions", params: [{}] },
    ],
  };
}

for (const [when, reject] of [
  ["when the kit rejects what is pending", null],
  // AppKit rejects this call, and every other pending call.
  ["when a call is not allowed", { method: "eth_sign", params: ["0x", "0x"] }],
] as const) {
  test(`[K-39] ${when}, calls that only read are answered all the same, and the others are aborted`, async ({
    page,
    embedded,
    restoreLogin,
  }) => {
    await restoreLogin();
    const provider = await frameProvider(page);
    const { safe, others } = calls(embedded.signer.address);
    const answer = embedded.hold("RPC_REQUEST");
    const outcomes = provider.evaluate(
      async (frame, asked) =>
        await Promise.all(
          asked.map(async (call) => {
            const outcome = frame.request(call).then(
              (given) => (given === undefined ? "nothing" : "answered"),
              (error: Error) => error.message,
            );
            return [call.method, await outcome];
          }),
        ),
      [...safe, ...others],
    );
    const sent = () => embedded.asked.filter((name) => name === "RPC_REQUEST");
    // AppKit knows the chain's id, so it sends one request fewer.
    await expect.poll(sent).toHaveLength(safe.length + others.length - 1);

    if (reject === null) await provider.evaluate((frame) => frame.rejectRpcRequests());
    else await provider.evaluate((frame, call) => void frame.request(call).catch(String), reject);
    answer();
    expect(Object.fromEntries(await outcomes)).toEqual({
      ...Object.fromEntries(safe.map(({ method }) => [method, "answered"])),
      ...Object.fromEntries(others.map(({ method }) => [method, "Request was aborted"])),
    });
  });
}
