/** The part of a wallet's provider (EIP-1193) that the mint flow uses. */
export interface Eip1193Provider {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}
