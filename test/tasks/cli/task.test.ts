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
  const data = contract.encodeErrorResult("InvalidTicketPrice", [5n]);
  const wrapped = (depth: number): object =>
    depth === 0 ? { data } : { error: wrapped(depth - 1) };
  const holdingItself: Record<string, unknown> = {};
  holdingItself.cause = holdingItself;
  const reverted = "VM Exception: reverted with custom error 'WithdrawFailed(0xab, 1)' (and more')";
  const coded = (code: string, file?: string) =>
    Object.assign(new Error(`${code}: x`), { code, ...(file !== undefined && { path: file }) });
  const answered = (statusCode: number) => {
    const cause = Object.assign(new Error("x"), { statusCode });
    return [cause, new Error("y", { cause }), { error: { cause } }] as const;
  };
  const rightKey = "Is the key in its URL right?";
  const later = "Run the command again later, or set another endpoint.";
  const refused = (code: string, why: string) =>
    [`/a/b\\u000d can't be read or written: ${why} (${code})`, coded(code, "/a/b\r")] as const;
  const poor = makeError("too poor", "INSUFFICIENT_FUNDS", {
    transaction: { to: null, data: "0x" },
  } as never);

  for (const [line, ...errors] of [
    ["HHE1: look at https://a.example/b", new TaskError("HHE1: look at\nhttps://a.example/b")],
    [
      "The contract refuses: InvalidTicketPrice(5)",
      { data },
      { data: data.toUpperCase().replace("0X", "0x") },
      { data: { data } },
      { error: { data } },
      { cause: { data } },
      { info: { error: { data } } },
      wrapped(5),
      ...["0x12345678", "0x12345678 or so", "at 0x12345678", "0x1234"].map((other) => ({
        data: other,
        error: { data },
      })),
    ],
    ["The contract refuses: SalePaused()", { data: contract.encodeErrorResult("SalePaused") }],
    [
      "The contract refuses: SoldOut(3, 2)",
      { data: contract.encodeErrorResult("SoldOut", [3n, 2n]) },
    ],
    ["[object Object]", wrapped(6), holdingItself],
    ["The contract refuses: WithdrawFailed(0xab, 1)", new Error(reverted)],
    [reverted, reverted],
    [
      "BASE_RPC_URL is not set. Set it: npm run hardhat -- keystore set BASE_RPC_URL (or in the environment)",
      new Error('HHE7: Configuration Variable "BASE_RPC_URL" not found.'),
    ],
    [
      "DEPLOYER_PRIVATE_KEY is not a private key: 64 hex digits, not all of them 0",
      new Error("Field.fromBytes: expected 32 bytes"),
      new Error("Invalid Private Key: 0x12"),
      new Error("invalid scalar: out of range"),
    ],
    refused("EACCES", "permission denied"),
    refused("EPERM", "permission denied"),
    refused("EROFS", "its disk is read-only"),
    refused("ENOSPC", "its disk is full"),
    refused("EDQUOT", "this user's disk quota is used up"),
    refused("ENOTDIR", "a file is in the place of a folder"),
    refused("EISDIR", "a folder is in the place of a file"),
    ["EMFILE: x", coded("EMFILE", "/a")],
    ["EACCES: x", coded("EACCES")],
    [`The endpoint answers HTTP 401: access denied. ${rightKey}`, ...answered(401)],
    [`The endpoint answers HTTP 403: access denied. ${rightKey}`, ...answered(403)],
    [
      `The endpoint answers HTTP 429: too many requests, so its quota is used up. ${later}`,
      ...answered(429),
    ],
    [`The endpoint answers HTTP 503: a server error. ${later}`, ...answered(503)],
    [
      "The endpoint answers HTTP 404, which is not an answer of an Ethereum node. Is its URL right?",
      ...answered(404),
    ],
    [
      "The endpoint does not answer. Is a node running there, and is its URL right?",
      ...["HHE703: x", "Cannot connect to the network", "Failed to make POST request"].map(Error),
      ...["connect ECONNREFUSED 127.0.0.1:9", "fetch failed"].map(Error),
    ],
    [
      "The account can't pay for this: Insufficient funds for gas * price at https://a.example/…",
      new Error("Insufficient funds for gas * price at https://a.example/key"),
    ],
    [
      "The account can't pay for this: sender doesn't have enough funds at https://a.example/…",
      new Error("sender doesn't have enough funds at https://a.example/key"),
    ],
    [`The account can't pay for this: ${poor.message}`, poor],
    ["Odd thing at https://a.example/…", new Error("HHE12: Odd\nthing at https://a.example/key")],
    ["Odd HHE12: thing", new Error("Odd HHE12: thing")],
    ["text", "text"],
    ["null", null],
  ] as readonly (readonly [string, ...unknown[]])[]) {
    it(`says: ${line}`, () => {
      for (const error of errors) expect(describeError(error)).to.equal(line);
    });
  }
});
