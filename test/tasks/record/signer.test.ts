import { expect } from "chai";
import { id, Transaction } from "ethers";
import type { Endpoint } from "../../../scripts/tasks/chain/endpoint.ts";
import { signerOfKey } from "../../../scripts/tasks/record/signer.ts";

describe("What a key signs", () => {
  const CALL = { value: "0x0", nonce: "0x7", gas: "0x5208" };
  const FEES = { maxFeePerGas: "0x2", maxPriorityFeePerGas: "0x1" };
  const signed = () =>
    signerOfKey({ variable: "KEY", key: id("key") }, 10).sign({ ...CALL, ...FEES });

  const taking = (raw: string[]): Endpoint => ({
    host: "taking",
    async request(_, [transaction]) {
      raw.push(String(transaction));
      return Transaction.from(String(transaction)).hash;
    },
  });
  const saying = (message: string): Endpoint => ({
    host: "saying",
    request: async () => {
      throw new Error(message);
    },
  });

  it("is for its chain, and has the hash that is known before it is sent", async () => {
    const raw: string[] = [];
    const { hash, sendTo } = await signed();
    expect(await sendTo([taking(raw)])).to.equal(hash);
    const sent = Transaction.from(raw[0] ?? "");
    expect([sent.hash, sent.chainId, sent.nonce]).to.deep.equal([hash, 10n, 7]);
  });

  for (const known of ["already known", "ALREADY_EXISTS: already known", "Already imported"]) {
    it(`is sent if an endpoint answers: ${known}`, async () => {
      const { hash, sendTo } = await signed();
      expect(await sendTo([saying(known)])).to.equal(hash);
    });
  }

  it("is sent if one endpoint takes it, and refused as the first one refuses it", async () => {
    const { hash, sendTo } = await signed();
    expect(await sendTo([saying("no"), taking([])])).to.equal(hash);
    const error = await sendTo([saying("no"), saying("never")]).catch((thrown: Error) => thrown);
    expect(error).to.have.property("message", "no");
  });
});
