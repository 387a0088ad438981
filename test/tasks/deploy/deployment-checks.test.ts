import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { getCreateAddress, keccak256, toBeHex } from "ethers";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import type { Interference } from "../../doubles/rpc/rpc-proxy.ts";
import { fakeRecord } from "../../support/fake-record.ts";
import { useDeployments } from "../support/deployments.ts";
import { KNOWN_ACCOUNT } from "../support/known-key.ts";
import { PRICE, RAISED_PRICE } from "../support/money.ts";
import { noteRehearsal } from "../support/project.ts";

type Before = NonNullable<Interference["before"]>;

const FOREIGN_CODE = "0x00";
const IMPOSTOR = "0x00000000000000000000000000000000000A11cE";

describe("What a deployment trusts", () => {
  const on = useDeployments();

  beforeEach(() => on.node.provider.send("hardhat_setCode", [IMPOSTOR, FOREIGN_CODE]));

  const hex = (text: string) => Buffer.from(text).toString("hex");
  const word = (price: bigint) => toBeHex(price, 32).slice(2);
  const ticket = getCreateAddress({ from: KNOWN_ACCOUNT, nonce: 1 }).toLowerCase();
  const sending =
    (from: string, to: string): Before =>
    ({ method, params }) => {
      if (method === "eth_sendTransaction") {
        const sent = params[0] as { data: string };
        sent.data = sent.data.replace(from, to);
      }
      return undefined;
    };
  for (const [what, wrong, before, options] of [
    [
      "code at the address",
      "code",
      ({ method, params }) => {
        if (method === "eth_getCode" && String(params[0]).toLowerCase() === ticket) {
          (params as unknown[])[0] = IMPOSTOR;
        }
        return undefined;
      },
      [],
    ],
    ["arguments", "ticketPrice", sending(word(PRICE), word(RAISED_PRICE)), []],
    ["folder", "baseUri", sending(hex("//bafy"), hex("//bafk")), ["--base-uri", "ipfs://bafy/"]],
  ] as const satisfies readonly (readonly [string, string, Before, readonly string[]])[]) {
    it(`is the chain, read back before there is a record of the ${what}`, async () => {
      const { code, output, errors } = await on.rehearseOver(
        { before },
        "ticket",
        "deploy",
        ...options,
      );
      expect(errors).to.match(
        new RegExp(
          `^Error: Ticket is at 0x\\w+, but its ${wrong} is not what was asked for\\. No record was written\\. .+\n$`,
        ),
      );
      expect(code).to.equal(1);
      expect(output).not.to.contain("is deployed to");
      const missing = await on.record("rehearsal").catch((error) => error.code);
      expect(missing).to.equal("ENOENT");
    });
  }

  describe("a record, only over the code that it names", () => {
    async function writeRecord(network: string): Promise<void> {
      await mkdir(path.dirname(on.file(network)), { recursive: true });
      const named = { network, chainId: 1, deployerNonce: 1, codeHash: keccak256("0x01") };
      await writeFile(on.file(network), JSON.stringify({ ...fakeRecord(IMPOSTOR), ...named }));
    }

    it("so that foreign code on a live network is an error, and nothing is sent", async () => {
      await noteRehearsal(on.project);
      await writeRecord("mainnet");
      const { code, output, errors } = await on.deploy({}, "--single-owner", "--yes");
      expect(code).to.equal(1);
      expect(errors).to.equal("Error: The preflight fails (record). Nothing was sent.\n");
      expect(output).to.match(/^fail {2}record .+ that code isn't there/m);
      expect(output).not.to.contain("already deployed");
      expect(await on.sent()).to.equal(0);
    });

    it("so that foreign code at a rehearsal is deployed over", async () => {
      await writeRecord("rehearsal");
      const { code, output, errors } = await on.rehearse("ticket", "deploy");
      expect(code, errors).to.equal(0);
      expect(output).to.match(/^Ticket is deployed to rehearsal at 0x/m);
      expect(output).not.to.contain(IMPOSTOR);
    });

    it("so that no task works on foreign code", async () => {
      await writeRecord("rehearsal");
      for (const task of ["ticket status", "ticket pause", "affiliates add alice"]) {
        const { code, output, errors } = await on.rehearse(...task.split(" "));
        expect({ code, output }).to.deep.equal({ code: 1, output: "" });
        expect(errors).to.match(/^Error: The code at 0x\w+ is not the recorded one: .+\n$/);
      }
    });
  });

  it("warns of a Safe of one at a hand-over", async () => {
    expect((await on.rehearse("ticket", "deploy")).code).to.equal(0);
    const owners = (await on.node.provider.listAccounts()).slice(1, 3);
    const offer = async (threshold: number) => {
      const safe = await (await deploySafeWallet(owners, threshold)).getAddress();
      return (await on.rehearse("ticket", "transfer-ownership", safe)).output;
    };
    expect(await offer(1)).to.contain(
      "Warning: the new owner is a Safe (1 of 2). Use a Safe with a threshold of 2.\n",
    );
    expect(await offer(2)).to.match(/^(?!.*Warning).+/s);
  });
});
