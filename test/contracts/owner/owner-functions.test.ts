import { expect } from "chai";
import * as collection from "../../../collection.ts";
import {
  affiliateHash,
  buy,
  CODE,
  deployTicket,
  ethers,
  eventsOf,
  expectError,
  HIGHEST_PRICE,
  loadFixture,
  MAX_SUPPLY,
  PRICE,
  ROYALTY_BPS,
  type Sale,
} from "../fixture.ts";

const OTHER = ethers.getAddress("0x9a8b7c6d5e4f3a2b1c2d9e8f7a6b5c4d3e2f1a4b");
const ZERO = ethers.ZeroAddress;
const STEP = collection.priceStep;
const [OWNER] = (await ethers.getSigners()).map(({ address }) => address);
const LONGEST = "z".repeat(32);

type Values = readonly unknown[];
type Event = readonly [name: string, ...args: Values];

interface OwnersFunction {
  /** Arguments, and all events that a call with them emits. */
  readonly takes: readonly (readonly [args: Values, ...events: Event[]])[];
  /** What a view answers after such a call, and what it should. */
  readonly sets: (sale: Sale, args: Values) => Promise<readonly [unknown, unknown]>;
  readonly refuses?: readonly (readonly [args: Values, error: string, ...args: Values])[];
}

const OWNERS: Readonly<Record<string, OwnersFunction>> = {
  "setTicketPrice(uint256)": {
    takes: [(PRICE / 5n) * 8n, STEP, HIGHEST_PRICE, PRICE].map((price) => [
      [price],
      ["TicketPriceSet", PRICE, price],
    ]),
    sets: async ({ ticket }, [price]) => [await ticket.ticketPrice(), price],
    refuses: [
      0n,
      1n,
      STEP / 2n,
      STEP - 1n,
      STEP + 1n,
      HIGHEST_PRICE - 1n,
      HIGHEST_PRICE + STEP,
      ethers.MaxUint256,
      // Above 128 bits, but its lower 128 bits are a valid price.
      2n ** 128n * STEP + STEP,
    ].map((price) => [[price], "InvalidTicketPrice", price]),
  },
  "pause()": {
    takes: [[[], ["PauseSet", true]]],
    sets: async ({ ticket }) => [await ticket.paused(), true],
  },
  "unpause()": {
    takes: [[[], ["PauseSet", false]]],
    sets: async ({ ticket }) => [await ticket.paused(), false],
  },
  "setRoyalty(address,uint96)": {
    takes: [0n, 1n, ROYALTY_BPS, 1000n].map((bps) => [
      [OTHER, bps],
      ["RoyaltySet", OTHER, bps],
    ]),
    sets: async ({ ticket }, royalty) => [await ticket.royaltyInfo(1n, 10_000n), royalty],
    refuses: [
      ...[1001n, 10_000n, 2n ** 96n - 1n].map(
        (bps) => [[OTHER, bps], "InvalidRoyalty", bps] as const,
      ),
      [[ZERO, 1n], "ERC2981InvalidDefaultRoyaltyReceiver", ZERO],
    ],
  },
  "setAffiliates(string[],bool)": {
    takes: (
      [
        [["bob", "carol_2", LONGEST], true],
        [[CODE, "bob", "bob"], true],
        [[CODE, "never-seen"], false],
        [[], true],
      ] as const
    ).map(([codes, active]) => [
      [codes, active],
      ...codes.map((code): Event => ["AffiliateSet", affiliateHash(code), code, active]),
    ]),
    sets: async ({ ticket }, [codes, active]) => [
      await Promise.all((codes as string[]).map((code) => ticket.affiliateSales(code))),
      (codes as string[]).map(() => [active, 0n, 0n, 0n]),
    ],
    refuses: [[[["bob", "Carol", "D"], true], "InvalidAffiliateCode", "Carol"]],
  },
  "setRenderer(address)": {
    takes: [
      [
        [OTHER],
        ["RendererSet", OTHER],
        ["BatchMetadataUpdate", 1n, MAX_SUPPLY],
        ["ContractURIUpdated"],
      ],
    ],
    sets: async ({ ticket }, [renderer]) => [await ticket.renderer(), renderer],
  },
  "freezeMetadata()": {
    takes: [[[], ["MetadataFrozen"]]],
    sets: async ({ ticket }) => [await ticket.metadataFrozen(), true],
  },
  "transferOwnership(address)": {
    takes: [[[OTHER], ["OwnershipTransferStarted", OWNER, OTHER]]],
    sets: async ({ ticket }, [next]) => [await ticket.pendingOwner(), next],
  },
  "withdraw(address)": {
    takes: [[[OTHER], ["Withdrawn", OTHER, 0n]]],
    sets: async ({ ticket }) => [await ethers.provider.getBalance(ticket), 0n],
  },
};

describe("Ticket: the owner's functions", () => {
  for (const [signature, { takes, sets, refuses }] of Object.entries(OWNERS)) {
    const call = ({ ticket }: Sale, args: Values) => ticket.getFunction(signature)(...args);

    it(`${signature} sets a value and says so, even if it is the present one`, async () => {
      for (const [args, ...events] of takes) {
        const sale = await loadFixture(deployTicket);
        expect(await eventsOf(call(sale, args), sale.ticket)).to.deep.equal(events);
        const [answer, expected] = await sets(sale, args);
        expect(answer).to.deep.equal(expected);
        if (signature === "freezeMetadata()") continue;
        const again = await eventsOf(call(sale, args), sale.ticket);
        expect(again.map(([name]) => name)).to.deep.equal(events.map(([name]) => name));
      }
    });

    if (refuses === undefined) continue;
    it(`${signature} refuses invalid arguments`, async () => {
      const sale = await loadFixture(deployTicket);
      for (const [args, error, ...values] of refuses) {
        await expectError(call(sale, args), sale.ticket, error, ...values);
      }
    });
  }

  it("never move or approve a holder's ticket", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, owner, buyer } = sale;
    await buy(sale, 1n);

    const moved = ticket.transferFrom(buyer.address, owner.address, 1n);
    await expectError(moved, ticket, "TransferCallerNotOwnerNorApproved");
    const approved = ticket.approve(owner.address, 1n);
    await expectError(approved, ticket, "ApprovalCallerNotOwnerNorApproved");
  });
});

describe("Ticket: the royalty", () => {
  it("is the same share for every number, sold or not, rounded down to a wei", async () => {
    const sale = await loadFixture(deployTicket);
    const { ticket, royaltyReceiver } = sale;
    await buy(sale, 3n);
    await ticket.setRoyalty(royaltyReceiver.address, 333n);

    for (const tokenId of [0n, 1n, 2n, 3n, 4n, 255n, 256n, 257n, MAX_SUPPLY, MAX_SUPPLY + 1n]) {
      for (const price of [0n, 1n, 30n, 31n, 9_999n, 10_001n, PRICE + 1n, 2n ** 128n + 1n]) {
        expect(await ticket.royaltyInfo(tokenId, price)).to.deep.equal([
          royaltyReceiver.address,
          (price * 333n) / 10_000n,
        ]);
      }
    }
  });
});
