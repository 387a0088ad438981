import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { FunctionFragment, Interface, NamedFragment } from "ethers";
import { compileDocs, natspecOf } from "../../../scripts/dev/docs/compile-docs.ts";
import { Payouts__factory, Ticket__factory } from "../../../typechain-types/index.js";

const abi = new Interface(Ticket__factory.abi);
const payoutsAbi = new Interface(Payouts__factory.abi);
const root = new URL("../../../", import.meta.url);
const project = (file: string) => readFileSync(new URL(file, root), "utf8");

interface Field {
  readonly path: string;
  readonly format?: string;
  readonly visible?: string;
}

interface Descriptor {
  readonly display: {
    readonly formats: Readonly<
      Record<string, { readonly intent: string; readonly fields: readonly Field[] }>
    >;
  };
}

/** Wallets know these calls from ERC-721. Neither the page nor a task sends them. */
const SENT_BY_OTHERS = ["approve", "setApprovalForAll", "safeTransferFrom"];

/** The descriptor writes argument names, and no space after a comma. */
function fragmentAsDescribed({ name, inputs }: FunctionFragment): string {
  return `${name}(${inputs.map((input) => `${input.type} ${input.name}`).join(",")})`;
}

const DESCRIPTORS = [
  { file: "docs/erc7730/ticket.json", contract: abi },
  { file: "docs/erc7730/payouts.json", contract: payoutsAbi },
];

for (const { file, contract } of DESCRIPTORS)
  describe(file, () => {
    const descriptor = JSON.parse(project(file)) as Descriptor;
    const { formats } = descriptor.display;

    it("describes each call that the page or a task sends, for the wallet that signs it", () => {
      contract.forEachFunction((fragment) => {
        if (fragment.constant || SENT_BY_OTHERS.includes(fragment.name)) return;
        const described = fragmentAsDescribed(fragment);
        expect(
          Object.keys(formats),
          `Add "${described}" to display.formats of ${file}: its intent, and a field for each argument`,
        ).to.include(described);
      });
    });

    it("shows each argument of a call, and the value if it takes one", () => {
      for (const [signature, format] of Object.entries(formats)) {
        const name = signature.replace(/\(.*/, "");
        const fragment = contract.getFunction(name);
        const inputs = fragment?.inputs ?? [];
        expect(signature).to.equal(fragment && fragmentAsDescribed(fragment));

        const expected = inputs.map((input) => (input.isArray() ? `${input.name}.[]` : input.name));
        if (name.startsWith("buy")) expected.push("@.value");
        expect(format.fields.map(({ path }) => path).sort()).to.deep.equal(expected.sort());
        for (const { path, format: shownAs, visible } of format.fields) {
          // A transfer hides its sender, because that is the signer.
          if (visible === "always") expect(shownAs, path).to.be.a("string");
          else expect({ path, visible }).to.deep.equal({ path: "from", visible: "never" });
        }
        expect(Object.keys(format)).to.have.members(["intent", "fields"]);
        expect(format.intent).to.match(/^[A-Z][a-z ]+$/);
      }
    });
  });

describe("What the compiler says of the contracts", () => {
  it("explains each function, event and error of the interfaces, each parameter and each result", () => {
    const compiled = compileDocs(fileURLToPath(root));
    for (const source of [
      "interfaces/ITicket",
      "interfaces/IAffiliates",
      "interfaces/ITicketRenderer",
      "interfaces/IPayouts",
      "FolderRenderer",
    ]) {
      const contract = compiled(source);
      for (const fragment of new Interface(contract.abi).fragments) {
        if (!(fragment instanceof NamedFragment)) continue;
        const signature = fragment.format("sighash");
        const { notice, params = {}, returns = {} } = natspecOf(contract, fragment);
        const outputs = fragment instanceof FunctionFragment ? fragment.outputs : [];
        const results = outputs.map((output, index) => output.name || `_${index}`);
        const inputs = fragment.inputs.map(({ name }) => name);

        expect(notice, signature).to.match(/\w/);
        expect(Object.keys(params), signature).to.have.members(inputs);
        expect(Object.keys(returns), signature).to.have.members(results);
      }
    }
  });
});

describe("docs/audit/ethtrust.md", () => {
  const sources = readdirSync(new URL("contracts", root), { recursive: true, encoding: "utf8" })
    // Omits contracts that are never deployed: mocks and lenses.
    .filter((file) => file.endsWith(".sol") && !/^(mocks|lenses)/.test(file));

  it("says rightly that each contract is ASCII only, and has none of what it says is absent", () => {
    for (const file of sources) {
      const source = project(`contracts/${file}`);
      const code = source.replaceAll(
        /\/\/.*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g,
        "",
      );

      const ours =
        file === "Collection.sol" ? source.replaceAll(/unicode"[^"\p{Bidi_C}]*"/gu, '""') : source;
      expect(ours, file).to.match(/^[\x20-\x7e\n]*$/);
      for (const absent of [
        /\b(assembly|create2|selfdestruct|tx\.origin|delegatecall|ecrecover)\b/,
        // Allows `new` for an array in memory, because it creates no contract.
        /\bnew\b(?! \w+\[\])/,
        /\bblock\.|\bprevrandao\b|\bencodePacked\b|\.(transfer|send)\(/,
      ]) {
        expect(code, file).not.to.match(absent);
      }
      expect(code, file).to.include("pragma solidity 0.8.37;");
    }
  });
});
