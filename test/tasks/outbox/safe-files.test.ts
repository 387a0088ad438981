import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { AbiCoder, concat, keccak256, type Provider, toBeHex, ZeroAddress } from "ethers";
import type { SafeAccount } from "../../../scripts/tasks/outbox/safe/safe.ts";
import {
  type BatchFile,
  batchFile,
  builderChecksum,
  callOf,
} from "../../../scripts/tasks/outbox/safe/safe-builder-file.ts";
import {
  markSuperseded,
  readSafeFiles,
  writeSafeFile,
} from "../../../scripts/tasks/outbox/safe/safe-folder.ts";
import { safeHashes } from "../../../scripts/tasks/outbox/safe/safe-transaction.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { fakeSale } from "../support/fake-sale.ts";

const SAFE_ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const TICKET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const SAFE: SafeAccount = {
  address: SAFE_ADDRESS,
  threshold: 2,
  owners: [TICKET, OTHER],
  version: "1.4.1",
  nonce: 7n,
};
const ABI = Ticket__factory.createInterface();
const TEXT = { title: "A title", description: "What it does", timestamp: 1_790_000_000 };

const price = (wei: bigint) => ABI.encodeFunctionData("setTicketPrice", [wei]);
const affiliates = (active: boolean, ...codes: string[]) =>
  ABI.encodeFunctionData("setAffiliates", [codes, active]);

describe("builderChecksum", () => {
  /**
   * Computed by `addChecksum` in the builder's `checksum.ts` (safe-global/safe-react-apps, commit
   * b823488).
   */
  const VECTORS: readonly (readonly [what: string, file: { meta: object }, checksum: string])[] = [
    [
      "a method with its inputs",
      batchFile(
        fakeSale({ chainId: 1 }),
        SAFE,
        { ...TEXT, title: "One", description: "Sets the price" },
        [{ to: TICKET, data: price(60_000_000_000_000_000n) }],
      ),
      "0x67c2df56be6854471e131e17ae5b2e9c877df72c1adc20b42f0c50056da61e95",
    ],
    [
      "no transaction, characters that JSON escapes, keys in another order",
      {
        transactions: [],
        meta: { name: "", description: 'é " \\ \u2028' },
        createdAt: 0,
        chainId: "8453",
        version: "1.0",
      } as { meta: object },
      "0x83ad03e4837bebb32a257849d4fd8fd79e0e3ba65d1c5b15f565acb1966d34bf",
    ],
    [
      "bare hex, an empty object, null",
      {
        version: "1.0",
        chainId: "137",
        createdAt: 1,
        meta: { name: "Three" },
        transactions: [
          { to: OTHER, value: "2000000000000000000", data: "0x8456cb59" },
          { to: OTHER, value: "0", data: "", contractMethod: null, contractInputsValues: {} },
        ],
      } as { meta: object },
      "0x0bb3bd45dd696fac0954006b3c3a8cbe3487550eb721b8b7f1261edff84616a9",
    ],
  ];
  for (const [what, file, checksum] of VECTORS) {
    it(`is the Transaction Builder's: ${what}`, () => {
      expect(builderChecksum(file)).to.equal(checksum);
      expect(builderChecksum({ ...file, meta: { ...file.meta, checksum } })).to.equal(checksum);
    });
  }
});

describe("batchFile", () => {
  it("names the method and its inputs, and encodes to the call that was asked for", () => {
    const calls = [
      price(60_000_000_000_000_000n),
      affiliates(false, "alice", "bob-5"),
      ABI.encodeFunctionData("pause"),
      ABI.encodeFunctionData("setRoyalty", [OTHER, 250]),
    ].map((data) => ({ to: TICKET, data }));
    const file = batchFile(fakeSale({ chainId: 8453 }), SAFE, TEXT, calls);

    expect(file.transactions.map(callOf)).to.deep.equal(calls);
    expect(file.transactions[1]).to.deep.equal({
      to: TICKET,
      value: "0",
      data: null,
      contractMethod: {
        name: "setAffiliates",
        payable: false,
        inputs: [
          { internalType: "string[]", name: "codes", type: "string[]" },
          { internalType: "bool", name: "active", type: "bool" },
        ],
      },
      contractInputsValues: { codes: '["alice","bob-5"]', active: "false" },
    });
    expect(file.meta.checksum).to.equal(builderChecksum(file));
  });
});

describe("A Safe's files", () => {
  let root: string;
  const sale = () => fakeSale({ root, network: "base", chainId: 8453 });

  async function write(name: string, nonce: bigint, data: string, later = 0): Promise<string> {
    const text = { ...TEXT, timestamp: TEXT.timestamp + later };
    const batch = batchFile(sale(), SAFE, text, [{ to: TICKET, data }]);
    return await writeSafeFile(sale(), name, nonce, "", batch);
  }

  const names = async () => (await readdir(path.join(root, "deployments/base/safe"))).sort();

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "safe-"));
  });

  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  it("have names that say when, what and at which nonce, and are never overwritten", async () => {
    const first = await write("set-price", 7n, price(6n));
    const second = await write("set-price", 7n, price(7n));
    expect(await write("set-price", 7n, price(6n))).to.equal(first);
    for (const file of [first, second]) {
      expect(file).to.match(
        /^deployments.base.safe.20260921T141320Z-set-price-nonce7-[0-9a-f]{8}\.json$/,
      );
    }
    expect(await names()).to.deep.equal([first, second].map((file) => path.basename(file)).sort());
    const { transactions }: BatchFile = JSON.parse(await readFile(path.join(root, first), "utf8"));
    expect(transactions[0]?.contractInputsValues).to.deep.equal({ price: "6" });

    await writeFile(path.join(root, first), "a note");
    const refused = await write("set-price", 7n, price(6n)).catch((error: Error) => error.message);
    expect(refused).to.equal(
      `${first} was changed since it was written. Move it away, and run this again.`,
    );
    expect(await readFile(path.join(root, first), "utf8")).to.equal("a note");
  });

  it("are marked by their names once later ones set all that they set", async () => {
    const older = await write("set-price", 7n, price(6n));
    const alice = await write("affiliates-remove", 7n, affiliates(false, "alice"));
    const both = await write("affiliates-add", 7n, affiliates(true, "bob", "carol"));
    const newer = await write("set-price", 8n, price(7n), 60);
    const bob = await write("affiliates-remove", 8n, affiliates(false, "bob", "alice"), 60);

    const marked = await markSuperseded(sale(), [newer, bob]);

    const renamed = (file: string) => file.replace(/json$/, "superseded.json");
    expect([...marked].sort()).to.deep.equal([renamed(alice), renamed(older)].sort());
    expect(await names()).to.deep.equal(
      [renamed(older), renamed(alice), both, newer, bob].map((file) => path.basename(file)).sort(),
    );
    expect(await markSuperseded(sale(), [newer, bob])).to.deep.equal([]);
    const found = await readSafeFiles(sale());
    const old = found.filter(({ superseded }) => superseded).map(({ file }) => file);
    expect(old).to.deep.equal([...marked].sort());
    expect(found.map(({ problem }) => problem)).to.deep.equal(found.map(() => null));
    expect(found.map(({ nonce }) => nonce).sort()).to.deep.equal([7n, 7n, 7n, 8n, 8n]);
  });

  it("are named with what is wrong if they were changed, or are none of a task's", async () => {
    const file = await write("set-price", 7n, price(6n));
    const text = await readFile(path.join(root, file), "utf8");
    await writeFile(path.join(root, file), text.replace('"price": "6"', '"price": "9"'));
    await writeFile(path.join(root, "deployments/base/safe/pause.json"), "{}");
    const found = await readSafeFiles(sale());
    expect(found.map(({ problem, batch }) => [problem, batch])).to.deep.equal([
      ["changed since it was written", null],
      ["not a file that a task wrote", null],
    ]);
    expect(await readSafeFiles(fakeSale({ root, network: "mainnet" }))).to.deep.equal([]);
  });
});

describe("safeHashes", () => {
  /** Copied from the Safe's contracts: `DOMAIN_SEPARATOR_TYPEHASH` and `SAFE_TX_TYPEHASH`. */
  const DOMAIN_TYPE = "0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218";
  const SAFE_TX_TYPE = "0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8";
  const abi = AbiCoder.defaultAbiCoder();
  const chainWith = (code: string) => ({ getCode: async () => code }) as unknown as Provider;

  /** Works like `encodeTransactionData` and `getTransactionHash` of the Safe's contract. */
  function byContract(to: string, data: string, operation: number, nonce: bigint, chainId = 8453) {
    const domainHash = keccak256(
      abi.encode(["bytes32", "uint256", "address"], [DOMAIN_TYPE, chainId, SAFE_ADDRESS]),
    );
    const messageHash = keccak256(
      abi.encode(
        [
          "bytes32",
          "address",
          "uint256",
          "bytes32",
          "uint8",
          "uint256",
          "uint256",
          "uint256",
          "address",
          "address",
          "uint256",
        ],
        [SAFE_TX_TYPE, to, 0, keccak256(data), operation, 0, 0, 0, ZeroAddress, ZeroAddress, nonce],
      ),
    );
    const safeTxHash = keccak256(concat(["0x1901", domainHash, messageHash]));
    return { safeTxHash, domainHash, messageHash };
  }

  it("are those of the Safe's contract for a call", async () => {
    const call = { to: TICKET, data: price(5n) };
    expect(await safeHashes(chainWith("0x"), 8453, SAFE, 12n, [call])).to.deep.equal({
      ...byContract(TICKET, call.data, 0, 12n),
      multiSend: null,
    });
  });

  it("are those of a delegate call of MultiSendCallOnly for a batch, where that is deployed", async () => {
    const calls = [price(5n), affiliates(true, "alice")].map((data) => ({ to: TICKET, data }));
    const packed = calls.map(({ to, data }) => {
      const bytes = data.slice(2);
      return `00${to.slice(2)}${"00".repeat(32)}${toBeHex(bytes.length / 2, 32).slice(2)}${bytes}`;
    });
    const data = concat([
      "0x8d80ff0a",
      abi.encode(["bytes"], [`0x${packed.join("").toLowerCase()}`]),
    ]);
    const latest = "0x9641d764fc13c8B624c04430C7356C1C7C8102e2";
    for (const [version, chainId, multiSend] of [
      ["1.4.1", 8453, latest],
      ["1.4.1+L2", 8453, latest],
      ["1.3.0", 8453, "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B"],
      ["1.3.0", 1, "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D"],
    ] as const) {
      const safe = { ...SAFE, version };
      const hashes = await safeHashes(chainWith("0x60"), chainId, safe, 3n, calls);
      expect(hashes).to.deep.equal({ ...byContract(multiSend, data, 1, 3n, chainId), multiSend });
    }
    expect(await safeHashes(chainWith("0x"), 8453, SAFE, 3n, calls)).to.equal(null);
  });

  it("are not made up for a Safe that hashes otherwise", async () => {
    const call = { to: TICKET, data: price(5n) };
    for (const version of ["1.1.1", "1.2.0", "2.0.0", "x"]) {
      const safe = { ...SAFE, version };
      expect(await safeHashes(chainWith("0x60"), 1, safe, 0n, [call]), version).to.equal(null);
    }
  });
});
