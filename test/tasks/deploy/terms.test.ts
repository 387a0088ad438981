import { expect } from "chai";
import { maxPrice } from "../../../collection.ts";
import { networks } from "../../../networks.ts";
import { askedTerms, assertSameTerms } from "../../../scripts/tasks/deploy/terms.ts";
import { TRIAL_PRICE } from "../../../scripts/tasks/deploy/trial-price.ts";
import { fakeRecord } from "../../support/fake-record.ts";
import { ALICE, BOB, typed } from "../support/money.ts";

const { currency } = networks.localhost;
const FOLDER = "ipfs://bafy/";
const OPEN = { paused: false };

describe("The terms of a deployment", () => {
  const defaults = {
    owner: ALICE,
    ticketPrice: TRIAL_PRICE,
    royaltyReceiver: ALICE,
    royaltyBps: 500n,
    startPaused: false,
  };
  const price = maxPrice;

  it("are the local chain's own, unless they are typed", () => {
    expect(askedTerms(OPEN, ALICE, currency)).to.deep.equal({ arguments: defaults, baseUri: null });
    for (const [words, term] of [
      [{ owner: BOB }, { owner: BOB }],
      [{ price: typed(price) }, { ticketPrice: price }],
      [{ royaltyReceiver: BOB }, { royaltyReceiver: BOB }],
      [{ royaltyBps: "0" }, { royaltyBps: 0n }],
      [{ paused: true }, { startPaused: true }],
    ] as const) {
      const asked = askedTerms({ ...OPEN, ...words }, ALICE, currency);
      expect(asked.arguments).to.deep.equal({ ...defaults, ...term });
    }
    expect(askedTerms({ ...OPEN, baseUri: FOLDER }, ALICE, currency).baseUri).to.equal(FOLDER);
  });

  it("have no defaults on a live network", () => {
    const missing = "A live network needs --price, --royalty-receiver, --royalty-bps";
    expect(() => askedTerms({ ...OPEN, owner: BOB }, null, currency)).to.throw(missing);
  });

  const record = fakeRecord(ALICE);
  const { owner, royaltyReceiver } = record.arguments;
  for (const [what, words, recorded, differences] of [
    ["omitted ones", {}, record, ""],
    [
      "the recorded ones",
      { owner, price: "0.05", royaltyReceiver, royaltyBps: "500", paused: true },
      record,
      "",
    ],
    [
      "all others",
      { owner: BOB, price: typed(price), royaltyReceiver: BOB, royaltyBps: "0", baseUri: FOLDER },
      record,
      `the owner ${owner}, and you asked for ${BOB}; the price 0.05 ETH, and you asked for ${typed(price)} ETH; ` +
        `the royaltyReceiver ${royaltyReceiver}, and you asked for ${BOB}; the royaltyBps 500, and you asked for 0; ` +
        `the baseUri none (drawn on chain), and you asked for ${FOLDER}`,
    ],
    [
      "another start and folder",
      { paused: true, baseUri: FOLDER },
      {
        ...record,
        arguments: { ...record.arguments, startPaused: false },
        folderRenderer: { baseUri: "ipfs://other/" },
      },
      `the baseUri ipfs://other/, and you asked for ${FOLDER}; the start open, and you asked for paused`,
    ],
  ] as const) {
    it(`are compared with a record: ${what}`, () => {
      const compare = () => assertSameTerms({ ...OPEN, ...words }, recorded);
      if (differences === "") return compare();
      expect(compare).to.throw(
        `deployments/sepolia/record.json has ${differences}. Is it the record of another deployment? Nothing was sent.`,
      );
    });
  }
});
