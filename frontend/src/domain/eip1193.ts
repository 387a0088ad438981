/** A wallet's provider (EIP-1193), as far as the mint flow uses it. */
export interface Eip1193Provider {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}
