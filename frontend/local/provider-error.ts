/** An EIP-1193 error. Codes: 4xxx are EIP-1193's and EIP-3326's, -32xxx are JSON-RPC's and EIP-1474's. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const codes = {
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  requestPending: -32002,
  invalidParams: -32602,
} as const;
