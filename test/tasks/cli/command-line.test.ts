import { expect } from "chai";
import hre from "hardhat";
import { emptyTask, task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import { pastedKey, refuseWrongUse, wrongUse } from "../../../scripts/tasks/cli/command-line.ts";
import { printedBy } from "../support/console.ts";

const ACTION = async () => ({ default: () => {} });
const TASKS = [
  emptyTask("shop", "A group").build(),
  task(["shop", "price"], "Set")
    .addPositionalArgument({ name: "price", description: "ETH" })
    .addOption({
      name: "royaltyBps",
      description: "Share",
      type: ArgumentType.STRING_WITHOUT_DEFAULT,
      defaultValue: undefined,
    })
    .addFlag({ name: "yes", description: "Yes" })
    .setAction(ACTION)
    .build(),
  task(["shop", "add"], "Add")
    .addVariadicArgument({ name: "codes", description: "Codes" })
    .setAction(ACTION)
    .build(),
  emptyTask(["shop", "staff"], "A group in it").build(),
  task(["shop", "staff", "hire"], "Hire")
    .addPositionalArgument({ name: "person", description: "A name" })
    .setAction(ACTION)
    .build(),
  task(["shop", "pause"], "Pause").setAction(ACTION).build(),
];

const wrong = (line: string) => wrongUse(TASKS, line === "" ? [] : line.split(" "));

describe("pastedKey", () => {
  const KEY = "5e".repeat(32);

  it("finds a private key in any place, whole, cut off, quoted or attached to an option", () => {
    for (const word of [
      KEY,
      `0x${KEY}`,
      `0X${KEY}`,
      KEY.slice(1),
      ` "0x${KEY}" `,
      `--to=0x${KEY}`,
      `--${KEY}`,
    ]) {
      const found = pastedKey(["ticket", "withdraw", "--to", word]);
      expect(found, word).to.contain("looks like a private key");
      expect(found).not.to.contain(KEY.slice(1));
    }
  });

  it("takes a transaction's hash where one belongs, and no address or amount for a key", () => {
    for (const words of [
      ["--transaction", `0x${KEY}`],
      [`--transaction=0x${KEY}`],
      [`0x${KEY.slice(0, 40)}`, "0.05", `f01701220${KEY}`],
      [`ipfs://${KEY}/`],
    ]) {
      expect(pastedKey(["ticket", "adopt", ...words]), words.join(" ")).to.equal(null);
    }
  });
});

describe("wrongUse", () => {
  it("finds nothing wrong with what is right", () => {
    for (const line of [
      "shop price 1",
      "shop price 1 --yes",
      "shop price --yes 1",
      "shop price -- -1",
      "shop price 1 --royalty-bps 5",
      "shop price --royalty-bps=5 1",
      "shop price 1 --royalty-bps -5",
      "shop price 1 --royalty-bps=",
      "shop add a",
      "shop add a b c",
      "shop pause",
      "shop pause --network sepolia",
      "shop staff",
      "shop staff hire bob",
      "shop staff hire bob --network sepolia",
      "shop price -",
      "shop price --coverage 1",
      "shop price --yes 1 --coverage",
      ...["--network sepolia shop pause", "shop pause --show-stack-traces", "shop pause -h"],
    ]) {
      expect(wrong(line), line).to.equal(null);
    }
  });

  it("takes each of Hardhat's own options, with a value or without, and knows all there are", () => {
    const own = Object.entries(hre.globalOptions).filter(([name]) => name !== "help");
    expect(own).to.have.length.above(9);
    for (const [name, value] of own) {
      const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      if (typeof value === "boolean") {
        expect(wrong(`shop pause ${option}`), option).to.equal(null);
        expect(wrong(`shop pause ${option}=x`)).to.equal(
          `${option} takes no value. See: npm run hardhat -- shop pause --help`,
        );
      } else {
        expect(wrong(`shop pause ${option} x`), option).to.equal(null);
        expect(wrong(`shop pause ${option}`)).to.equal(
          `${option} needs a value. See: npm run hardhat -- shop pause --help`,
        );
      }
    }
  });

  it("leaves other command lines, a group without a command and help to Hardhat", () => {
    for (const line of [
      ...["", "build", "test mocha --grep x", "shop", "--help", "shop --help", "shop nothing -h"],
      "shop price --help",
      "shop price --now --help",
      "build --now",
      "shop nothing --help",
    ]) {
      expect(wrong(line), line).to.equal(null);
    }
  });

  for (const [line, problem, task] of [
    ["shop nothing", "shop has no task nothing. There are: price, add, staff, pause"],
    ["shop --yes", "shop needs the name of a task. There are: price, add, staff, pause"],
    ["shop staff fire", "shop staff has no task fire. There are: hire"],
    ["shop price 1 --yes --yes", "--yes is given twice"],
    ["shop price 1 --royalty-bps 1 --royalty-bps 2", "--royalty-bps is given twice"],
    ["shop pause --now", "shop pause has no option --now", "shop pause"],
    ["shop pause -n", "shop pause has no option -n", "shop pause"],
    ["shop pause --yes", "shop pause has no option --yes", "shop pause"],
    ["shop pause --yes=", "shop pause has no option --yes", "shop pause"],
    ["shop pause --constructor", "shop pause has no option --constructor", "shop pause"],
    ["shop pause 1", 'shop pause takes no "1"', "shop pause"],
    ["shop staff hire", "shop staff hire needs person: A name", "shop staff hire"],
    ["shop staff hire bob --now", "shop staff hire has no option --now", "shop staff hire"],
    ["shop add", "shop add needs codes: Codes", "shop add"],
    ["shop price", "shop price needs price: ETH", "shop price"],
    ["shop price 1 2", 'shop price takes no "2"', "shop price"],
    ["shop price -- --yes --yes", 'shop price takes no "--yes"', "shop price"],
    ["shop price 1 --royaltyBps 5", "shop price has no option --royaltyBps", "shop price"],
    ["shop price 1 --royalty-bps", "--royalty-bps needs a value", "shop price"],
    ["shop price 1 --royalty-bps --yes", "--royalty-bps needs a value", "shop price"],
    ["shop price 1 --yes=1", "--yes takes no value", "shop price"],
  ] as const) {
    it(`says what is wrong with: ${line}`, () => {
      const help = task === undefined ? "" : `. See: npm run hardhat -- ${task} --help`;
      expect(wrong(line)).to.equal(problem + help);
    });
  }
});

describe("refuseWrongUse", () => {
  const { argv, exit } = process;

  afterEach(() => {
    Object.assign(process, { argv, exit });
  });

  function run(program: string | undefined, ...words: string[]) {
    const codes: unknown[] = [];
    Object.assign(process, {
      argv: program === undefined ? ["node"] : ["node", program, ...words],
      exit: (code: number) => codes.push(code),
    });
    const { output, errors } = printedBy(() => refuseWrongUse(TASKS));
    return { codes, output, errors };
  }

  it("ends Hardhat with one line when its use is wrong", () => {
    for (const program of [
      "/x/.bin/hardhat",
      "/x/hardhat.js",
      "/x/hardhat/dist/src/cli.js",
      "cli",
    ]) {
      expect(run(program, "shop", "nothing")).to.deep.equal({
        codes: [1],
        output: [],
        errors: ["Error: shop has no task nothing. There are: price, add, staff, pause"],
      });
    }
  });

  it("ends it as well where a port's setting is none", () => {
    const { CHAIN_PORT } = process.env;
    process.env.CHAIN_PORT = "abc";
    try {
      expect(run("/x/hardhat", "shop", "pause")).to.deep.equal({
        codes: [1],
        output: [],
        errors: ["Error: CHAIN_PORT is not a port (1 to 65535): abc"],
      });
      expect(run("/x/hardhat", "build").codes).to.deep.equal([]);
    } finally {
      if (CHAIN_PORT === undefined) delete process.env.CHAIN_PORT;
      else process.env.CHAIN_PORT = CHAIN_PORT;
    }
  });

  it("lets the rest pass", () => {
    expect(run("/x/hardhat", "shop", "pause").codes).to.deep.equal([]);
    for (const program of [
      "/x/mocha.js",
      "/x/xhardhat",
      "/x/cli.jsx",
      "/x/hardhat-js",
      undefined,
    ]) {
      expect(run(program, "shop", "nothing")).to.deep.equal({ codes: [], output: [], errors: [] });
    }
  });
});
