import { EventEmitter } from "node:events";
import { expect } from "chai";
import { makeError } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { describeError } from "../../../scripts/tasks/chain/describe-error.ts";
import { oneLine, TaskError, withoutKeys } from "../../../scripts/tasks/cli/task.ts";
import { hearOutput, runAction } from "../../../scripts/tasks/run-action.ts";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { endedBy, printedBy } from "../support/console.ts";

describe("hearOutput", () => {
  it("lets a reader go that has seen enough, and fails where the output is cut off", () => {
    const { exitCode } = process;
    try {
      const output = new EventEmitter();
      hearOutput(output);
      hearOutput(output);
      const left = printedBy(() =>
        output.emit("error", Object.assign(new Error(), { code: "EPIPE" })),
      );
      expect([left.errors, process.exitCode]).to.deep.equal([[], exitCode]);
      const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
        code: "ENOSPC",
      });
      const { errors } = printedBy(() => {
        output.emit("error", full);
        output.emit("error", full);
      });
      expect(errors).to.deep.equal([
        "Error: The output is cut off: ENOSPC: no space left on device, write",
      ]);
      expect(process.exitCode).to.equal(1);
    } finally {
      process.exitCode = exitCode;
    }
  });
});

describe("runAction", () => {
  const hre = {} as HardhatRuntimeEnvironment;

  it("gives a task what it was called with, and succeeds", async () => {
    const given: unknown[] = [];
    const action = runAction(async (...args: unknown[]) => void given.push(...args));
    expect(await action({ yes: true }, hre)).to.deep.equal({ success: true, value: undefined });
    expect(given).to.deep.equal([{ yes: true }, hre]);
  });

  it("fails with one line, whether the task throws or rejects", async () => {
    for (const fail of [
      () => {
        throw new TaskError("No\n  such thing");
      },
      () => Promise.reject(new TaskError("No such thing")),
    ]) {
      const ended = await endedBy(async () => {
        const result = await runAction<object>(fail)({}, hre);
        expect(result).to.deep.equal({ success: false, error: undefined });
        return 0;
      });
      expect(ended).to.include({ output: "", errors: "Error: No such thing\n" });
    }
  });
});

describe("oneLine", () => {
  it("is the message, or the thing itself, on one line", () => {
    expect(oneLine(new Error("  a\n\tb \r\n c "))).to.equal("a b c");
    expect(oneLine("a  b")).to.equal("a b");
    expect(oneLine(undefined)).to.equal("undefined");
  });

  it("is bounded, and keeps what to do at its end", () => {
    const line = oneLine(new TaskError(`It says ${"x".repeat(1_000_000)}. Nothing was sent.`));
    expect(line).to.match(/^It says x+ … x+\. Nothing was sent\.$/);
    expect(line).to.have.length(5_003);
    const whole = "x".repeat(5_000);
    expect(oneLine(whole)).to.equal(whole);
  });
});

describe("withoutKeys", () => {
  for (const [text, masked] of [
    ["no URL: a/b?c#d, x@y.example, 1:2", "no URL: a/b?c#d, x@y.example, 1:2"],
    ["https://rpc.example", "https://rpc.example"],
    ["https://rpc.example/ is down", "https://rpc.example/ is down"],
    ["https://rpc.example/v2/key", "https://rpc.example/…"],
    ["https://rpc.example?apikey=key", "https://rpc.example/…"],
    ["https://rpc.example/?apikey=key", "https://rpc.example/…"],
    ["https://rpc.example#key", "https://rpc.example/…"],
    ["http://127.0.0.1:8545/key", "http://127.0.0.1:8545/…"],
    ["wss://rpc.example/ws/key", "wss://rpc.example/…"],
    ["https://user:word@rpc.example", "https://rpc.example"],
    ["https://user:w@rd@rpc.example/key", "https://rpc.example/…"],
    ['at "https://rpc.example/key", and', 'at "https://rpc.example/…", and'],
    ["at 'https://rpc.example?key'.", "at 'https://rpc.example/…'."],
    [
      "a https://b.example/1 c http://d.example/2 e",
      "a https://b.example/… c http://d.example/… e",
    ],
  ] as const) {
    it(`leaves of ${text} the host`, () => expect(withoutKeys(text)).to.equal(masked));
  }
});

describe("describeError", () => {
  const contract = Ticket__factory.createInterface();
  const InvalidTicketPrice = contract.encodeErrorResult("InvalidTicketPrice", [5n]);
  const SalePaused = contract.encodeErrorResult("SalePaused");

  it("leaves the words of a task's own error as they are", () => {
    expect(describeError(new TaskError("HHE1: look at\nhttps://a.example/b"))).to.equal(
      "HHE1: look at https://a.example/b",
    );
  });

  it("says what the contract said, however deep it lies", () => {
    const wrapped = (depth: number): object =>
      depth === 0 ? { data: InvalidTicketPrice } : { error: wrapped(depth - 1) };
    for (const error of [
      { data: InvalidTicketPrice },
      { data: InvalidTicketPrice.toUpperCase().replace("0X", "0x") },
      { data: { data: InvalidTicketPrice } },
      { error: { data: InvalidTicketPrice } },
      { cause: { data: InvalidTicketPrice } },
      { info: { error: { data: InvalidTicketPrice } } },
      { data: "0x12345678", error: { data: InvalidTicketPrice } },
      { data: "0x12345678 or so", error: { data: InvalidTicketPrice } },
      { data: "at 0x12345678", error: { data: InvalidTicketPrice } },
      { data: "0x1234", error: { data: InvalidTicketPrice } },
      wrapped(5),
    ]) {
      expect(describeError(error)).to.equal("The contract refuses: InvalidTicketPrice(5)");
    }
    expect(describeError({ data: SalePaused })).to.equal("The contract refuses: SalePaused()");
    expect(describeError(wrapped(6))).to.equal("[object Object]");
    const both = contract.encodeErrorResult("SoldOut", [3n, 2n]);
    expect(describeError({ data: both })).to.equal("The contract refuses: SoldOut(3, 2)");
  });

  it("says what the node decoded itself", () => {
    const text = "VM Exception: reverted with custom error 'WithdrawFailed(0xab, 1)' (and more')";
    expect(describeError(new Error(text))).to.equal(
      "The contract refuses: WithdrawFailed(0xab, 1)",
    );
    expect(describeError(text)).to.equal(text);
  });

  it("ends with an error that holds itself", () => {
    const error: Record<string, unknown> = {};
    error.cause = error;
    expect(describeError(error)).to.equal("[object Object]");
  });

  it("says how to set what is not set", () => {
    expect(
      describeError(new Error('HHE7: Configuration Variable "BASE_RPC_URL" not found.')),
    ).to.equal(
      "BASE_RPC_URL is not set. Set it: npm run hardhat -- keystore set BASE_RPC_URL (or in the environment)",
    );
  });

  it("does not repeat a key that is none", () => {
    for (const text of [
      "Field.fromBytes: expected 32 bytes",
      "Invalid Private Key: 0x12",
      "invalid scalar: out of range",
    ]) {
      expect(describeError(new Error(text))).to.equal(
        "DEPLOYER_PRIVATE_KEY is not a private key: 64 hex digits, not all of them 0",
      );
    }
  });

  it("says which file the system refuses, and why", () => {
    for (const [code, why] of [
      ["EACCES", "this user has no right to it"],
      ["EPERM", "this user has no right to it"],
      ["EROFS", "its disk is read-only"],
      ["ENOSPC", "its disk is full"],
      ["ENOTDIR", "a file is where a folder has to be"],
    ] as const) {
      const error = Object.assign(new Error(`${code}: x, open '/a/b'`), { code, path: "/a/b\r" });
      expect(describeError(error)).to.equal(
        `/a/b\\u000d can't be read or written: ${why} (${code})`,
      );
    }
    const other = Object.assign(new Error("EMFILE: x"), { code: "EMFILE", path: "/a" });
    expect(describeError(other)).to.equal("EMFILE: x");
    expect(describeError(Object.assign(new Error("x"), { code: "EACCES" }))).to.equal("x");
  });

  it("says what an endpoint answered in place of a node's answer, however deep it lies", () => {
    for (const [status, line] of [
      [401, "The endpoint answers HTTP 401: it refuses. Is the key in its URL right?"],
      [403, "The endpoint answers HTTP 403: it refuses. Is the key in its URL right?"],
      [
        429,
        "The endpoint answers HTTP 429: too many requests, so its quota is used up. Run it again later, or set another endpoint.",
      ],
      [
        503,
        "The endpoint answers HTTP 503: it fails. Run it again later, or set another endpoint.",
      ],
      [404, "The endpoint answers HTTP 404, which is no answer of a node. Is its URL right?"],
    ] as const) {
      const cause = Object.assign(new Error("x"), { statusCode: status });
      for (const error of [cause, new Error("y", { cause }), { error: { cause } }]) {
        expect(describeError(error)).to.equal(line);
      }
    }
  });

  it("says that an endpoint does not answer", () => {
    for (const text of [
      ...["HHE703: x", "Cannot connect to the network", "Failed to make POST request"],
      ...["connect ECONNREFUSED 127.0.0.1:9", "fetch failed"],
    ]) {
      expect(describeError(new Error(text))).to.equal(
        "The endpoint does not answer. Is a node running there, and is its URL right?",
      );
    }
  });

  it("says that the account can't pay, and why, without keys", () => {
    for (const text of [
      "Insufficient funds for gas * price at https://a.example/key",
      "sender doesn't have enough funds at https://a.example/key",
    ]) {
      const masked = text.replace("/key", "/…");
      expect(describeError(new Error(text))).to.equal(`The account can't pay for this: ${masked}`);
    }
    const transaction = { to: null, data: "0x" };
    const coded = makeError("too poor", "INSUFFICIENT_FUNDS", {
      transaction,
    } as never);
    expect(describeError(coded)).to.match(/^The account can't pay for this: too poor/);
  });

  it("gives everything else on one line, without Hardhat's number and without keys", () => {
    expect(describeError(new Error("HHE12: Odd\nthing at https://a.example/key"))).to.equal(
      "Odd thing at https://a.example/…",
    );
    expect(describeError(new Error("Odd HHE12: thing"))).to.equal("Odd HHE12: thing");
    expect(describeError("text")).to.equal("text");
    expect(describeError(null)).to.equal("null");
  });
});
