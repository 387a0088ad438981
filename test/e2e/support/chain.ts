import { HDNodeWallet, JsonRpcProvider, Mnemonic, type Network, toQuantity } from "ethers";
import { IERC721A__factory } from "../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import { type ITicket, ITicket__factory } from "../../../typechain-types/index.ts";

const MNEMONIC = Mnemonic.fromPhrase("test test test test test test test test test test test junk");

export class Chain {
  readonly url: string;
  readonly provider: JsonRpcProvider;
  readonly ticket: ITicket;
  readonly #owner: HDNodeWallet;

  /** @param network needed for Polygon, because ethers would ask a public server for fees */
  constructor(url: string, ticketAddress: string, network?: Network) {
    this.url = url;
    this.provider = new JsonRpcProvider(url, network, {
      cacheTimeout: -1,
      pollingInterval: 50,
      // The node runs two batches at once, and refuses a nonce that comes early.
      batchMaxCount: 1_000,
    });
    this.#owner = account(0).connect(this.provider);
    this.ticket = ITicket__factory.connect(ticketAddress, this.#owner);
  }

  async ticketAddress(): Promise<string> {
    return await this.ticket.getAddress();
  }

  async snapshot(): Promise<string> {
    return await this.provider.send("evm_snapshot", []);
  }

  async revert(snapshot: string): Promise<void> {
    await this.provider.send("evm_revert", [snapshot]);
  }

  async sell(quantity: number): Promise<void> {
    const from = account(9).address;
    const most = Number(await this.ticket.MAX_PER_PURCHASE());
    const amounts = Array<number>(Math.floor(quantity / most)).fill(most);
    if (quantity % most > 0) amounts.push(quantity % most);
    const price = await this.ticket.ticketPrice();
    const to = await this.ticketAddress();
    const first = await this.provider.getTransactionCount(from);
    // With `gas`, the node does not run each purchase first for an estimate.
    const purchases = amounts.map((amount, index) => ({
      from,
      to,
      data: this.ticket.interface.encodeFunctionData("buyTicket", [from, amount]),
      value: toQuantity(price * BigInt(amount)),
      nonce: toQuantity(first + index),
      gas: toQuantity(1_000_000),
    }));
    await Promise.all(
      purchases.map((purchase) => this.provider.send("eth_sendTransaction", [purchase])),
    );
    if ((await this.provider.getTransactionCount(from)) !== first + purchases.length) {
      throw new Error("Not all purchases were mined");
    }
  }

  async confirm(): Promise<void> {
    await this.provider.send("hardhat_mine", ["0x2"]);
  }

  /** Calls `tokenURI`, because `ITicket` doesn't declare it. */
  async tokenUri(tokenId: bigint): Promise<string> {
    return await IERC721A__factory.connect(await this.ticketAddress(), this.provider).tokenURI(
      tokenId,
    );
  }

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
