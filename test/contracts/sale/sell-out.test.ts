import { expect } from "chai";
import {
  HDNodeWallet,
  JsonRpcProvider,
  Mnemonic,
  type TransactionReceipt,
  toQuantity,
  Wallet,
} from "ethers";
import hre from "hardhat";
import * as collection from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { bindings, deployTicketAndRenderer } from "../deploy-ticket.ts";

/**
 * A hundred buyers use a node's HTTP port. Each buys again once its last purchase is mined. Blocks
 * come twice a second, so many purchases share one.
 */
const BUYERS = 100;
const SUPPLY = collection.size;
const PRICE = collection.priceStep * 2_500n;
const CODE = "alice";
const OWNERS_AT_ONCE = 100;
const MNEMONIC = Mnemonic.fromPhrase("test test test test test test test test test test test junk");
const GAS = { gasLimit: 300_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n };

function randomNumbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("Ticket: sell-out by 100 buyers at once", () => {
  it(`sells exactly ${SUPPLY}, none lost, none double, and takes exactly their price`, async () => {
    const server = await hre.network.createServer(
      // Mines a reverted purchase, like a live chain.
      {
        network: "default",
        override: { hardfork: "osaka", throwOnTransactionFailures: false },
      },
      "127.0.0.1",
      0,
    );
    const { address, port } = await server.listen();
    const provider = new JsonRpcProvider(`http://${address}:${port}`, undefined, {
      pollingInterval: 100,
      cacheTimeout: -1,
    });
    try {
      const accounts = HDNodeWallet.fromMnemonic(MNEMONIC, "m/44'/60'/0'/0");
      const owner = accounts.deriveChild(0).connect(provider);
      const { ticket } = await deployTicketAndRenderer(bindings(owner), { ticketPrice: PRICE });
      await (await ticket.setAffiliates([CODE], true)).wait();
      const target = await ticket.getAddress();

      await provider.send("evm_setAutomine", [false]);
      await provider.send("evm_setIntervalMining", [500]);
      const receipts: TransactionReceipt[] = [];

      const buyUntilSoldOut = async (index: number) => {
        const buyer = new Wallet(accounts.deriveChild(1000 + index).privateKey, provider);
        await provider.send("hardhat_setBalance", [buyer.address, toQuantity(2n ** 128n)]);
        const random = randomNumbers(index + 1);
        for (let nonce = 0; ; nonce++) {
          const remaining = SUPPLY - Number(await ticket.totalSupply());
          if (remaining === 0) return;
          const quantity = Math.min(1 + random(collection.maxPerPurchase), remaining);
          const full = PRICE * BigInt(quantity);
          const sent =
            random(2) === 0
              ? await ticket
                  .connect(buyer)
                  .buyTicket(buyer.address, quantity, { ...GAS, nonce, value: full })
              : await ticket.connect(buyer).buyTicketWithAffiliate(buyer.address, quantity, CODE, {
                  ...GAS,
                  nonce,
                  value: discounted(full),
                });
          const receipt = await provider.waitForTransaction(sent.hash);
          if (receipt === null) throw new Error("The purchase was not mined");
          // The contract refuses a late buyer; the buyer then reads the supply again.
          if (receipt.status === 1) receipts.push(receipt);
        }
      };
      await Promise.all(Array.from({ length: BUYERS }, (_, index) => buyUntilSoldOut(index)));
      await provider.send("evm_setIntervalMining", [0]);
      await provider.send("evm_setAutomine", [true]);

      const sales = receipts.flatMap(({ logs }) =>
        logs.flatMap((log) => {
          const event = ticket.interface.parseLog(log);
          return event?.name === "TicketsSold" ? [event.args] : [];
        }),
      );
      expect(sales.length).to.equal(receipts.length);
      const holders = new Map<bigint, string>();
      for (const { firstTokenId, quantity, to } of sales) {
        for (let id = firstTokenId; id < firstTokenId + quantity; id++) {
          expect(holders.has(id), `ticket ${id} twice`).to.equal(false);
          holders.set(id, to);
        }
      }
      expect(holders.size).to.equal(SUPPLY);
      expect(await ticket.totalSupply()).to.equal(BigInt(SUPPLY));
      const ids = [...holders.keys()];
      for (let start = 0; start < ids.length; start += OWNERS_AT_ONCE) {
        const some = ids.slice(start, start + OWNERS_AT_ONCE);
        const answers = await ticket.multicall.staticCall(
          some.map((id) => ticket.interface.encodeFunctionData("ownerOf", [id])),
        );
        const owners = answers.map(
          (answer) => ticket.interface.decodeFunctionResult("ownerOf", answer)[0],
        );
        expect(owners).to.deep.equal(some.map((id) => holders.get(id)));
      }
      const paid = sales.reduce((sum, sale) => sum + sale.paid, 0n);
      expect(await provider.getBalance(target)).to.equal(paid);

      const tooLate = await ticket.buyTicket(owner.address, 1n, { ...GAS, value: PRICE });
      expect((await provider.waitForTransaction(tooLate.hash))?.status).to.equal(0);
      expect(await ticket.totalSupply()).to.equal(BigInt(SUPPLY));
      expect(await provider.getBalance(target)).to.equal(paid);
      for (const [purchase, value] of [
        [ticket.buyTicket.staticCall, PRICE],
        [
          (to: string, quantity: bigint, overrides: { value: bigint }) =>
            ticket.buyTicketWithAffiliate.staticCall(to, quantity, CODE, overrides),
          discounted(PRICE),
        ],
      ] as const) {
        await expect(purchase(owner.address, 1n, { value }))
          .to.be.revertedWithCustomError(ticket, "SoldOut")
          .withArgs(1n, 0n);
      }
    } finally {
      provider.destroy();
      await server.close();
    }
  }).timeout(180_000);
});
