import { HDNodeWallet, JsonRpcProvider, Mnemonic, Transaction } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { type ITicket, ITicket__factory } from "../../../typechain-types/index.ts";

/** The accounts of every Hardhat node. The first one deploys and owns. */
const MNEMONIC = Mnemonic.fromPhrase("test test test test test test test test test test test junk");

/** A test's own view of the chain: assertions read from here, never from the page. */
export class Chain {
  readonly url: string;
  readonly provider: JsonRpcProvider;
  readonly ticket: ITicket;
  readonly #owner: HDNodeWallet;

  constructor(url: string, ticketAddress: string) {
    this.url = url;
    this.provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, pollingInterval: 50 });
    this.#owner = account(0).connect(this.provider);
    this.ticket = ITicket__factory.connect(ticketAddress, this.#owner);
  }

  async ticketAddress(): Promise<string> {
    return await this.ticket.getAddress();
  }

  /** Tests share a chain, and each restores it. */
  async snapshot(): Promise<string> {
    return await this.provider.send("evm_snapshot", []);
  }

  async revert(snapshot: string): Promise<void> {
    await this.provider.send("evm_revert", [snapshot]);
  }

  /** Sells `quantity` tickets, as many at a time as one purchase can have, to one of the node's own accounts; each purchase is mined before the next. */
  async sell(quantity: number): Promise<void> {
    const buyer = await this.provider.getSigner(account(9).address);
    for (let left = quantity; left > 0; left -= maxPerPurchase) {
      const amount = Math.min(maxPerPurchase, left);
      const value = await this.ticket.getPriceForQuantity(amount);
      await buyer.sendUncheckedTransaction(
        await this.ticket.buyTicket.populateTransaction(buyer.address, amount, { value }),
      );
    }
  }

  /** A signed transaction, to be sent again after a reorganisation. */
  async rawTransaction(hash: string): Promise<string> {
    const sent = await this.provider.getTransaction(hash);
    if (sent === null) throw new Error(`No transaction ${hash}`);
    const { type, to, data, nonce, gasLimit, value, chainId, signature } = sent;
    const { maxFeePerGas, maxPriorityFeePerGas } = sent;
    const fees = { maxFeePerGas, maxPriorityFeePerGas };
    return Transaction.from({ type, to, data, nonce, gasLimit, value, chainId, signature, ...fees })
      .serialized;
  }

  /** Blocks on top of a purchase's own, until its outcome counts as certain. */
  async confirm(): Promise<void> {
    await this.provider.send("hardhat_mine", ["0x2"]);
  }

  /** Sends a purchase from one of the node's accounts, and doesn't wait for it. */
  async buyFrom(accountIndex: number, quantity: number): Promise<string> {
    const buyer = account(accountIndex).connect(this.provider);
    const sale = await this.ticket.connect(buyer).buyTicket(buyer.address, quantity, {
      value: await this.ticket.getPriceForQuantity(quantity),
    });
    return sale.hash;
  }

  close(): void {
    this.provider.destroy();
  }
}

export function account(index: number): HDNodeWallet {
  return HDNodeWallet.fromMnemonic(MNEMONIC, `m/44'/60'/0'/0/${index}`);
}
