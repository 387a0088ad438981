import { FunctionFragment, Interface, NamedFragment } from "ethers";
import {
  compileDocs,
  type DocumentedContract,
  type FragmentType,
  type Natspec,
  natspecOf,
  type StorageLayout,
  type StoredType,
  type Variable,
} from "./compile-docs.ts";
import { table } from "./markdown.ts";

const TITLES = { function: "Functions", event: "Events" } as const;

/** The contracts in the page's order, with facts that NatSpec lacks. */
const CONTRACTS = [
  ["Ticket", "Its interface is `ITicket`. ERC-721, ERC-2981 and Ownable2Step are inherited."],
  ["Payouts", "Its interface is `IPayouts`. One optional deployment beside `Ticket`."],
  ["TicketRenderer", "Its interface is `ITicketRenderer`."],
  ["FolderRenderer", "The alternative to `TicketRenderer`."],
] as const;

const clean = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Uses the ABI's order, because the compiler sorts names alphabetically. */
function argumentLines(fragment: NamedFragment, { params = {}, returns = {} }: Natspec): string[] {
  const outputs = fragment instanceof FunctionFragment ? fragment.outputs : [];
  return [
    ...fragment.inputs.map(({ name }) => [`\`${name}\``, params[name]] as const),
    ...outputs.map(({ name }, at) => {
      const label = name === "" ? "returns" : `returns \`${name}\``;
      return [label, returns[name || `_${at}`]] as const;
    }),
  ].flatMap(([label, text]) => (text === undefined ? [] : `- ${label}: ${clean(text)}`));
}

function entry(contract: DocumentedContract, fragment: NamedFragment): string {
  const natspec = natspecOf(contract, fragment);
  const { notice = "", details = "" } = natspec;
  return [
    `#### ${fragment.name}`,
    `\`\`\`solidity\n${fragment.format("full")}\n\`\`\``,
    clean(notice),
    argumentLines(fragment, natspec).join("\n"),
    clean(details),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Takes the first sentence, because the rest often describes a library's implementation. */
function inherited(contract: DocumentedContract, fragment: NamedFragment): string[] {
  const [sentence = ""] = clean(natspecOf(contract, fragment).details ?? "").split(/(?<=\.) /);
  return [`\`${fragment.format("minimal")}\``, sentence];
}

function errorRow(contract: DocumentedContract, fragment: NamedFragment): string[] {
  const { notice, details = "" } = natspecOf(contract, fragment);
  const inputs = fragment.inputs.map(({ type, name }) => `${type} ${name}`).join(", ");
  const [why, remedy] = notice === undefined ? [details, ""] : [notice, details];
  return [`\`${fragment.name}(${inputs})\``, clean(why), clean(remedy)];
}

function chapters(contract: DocumentedContract): string[] {
  const { fragments } = new Interface(contract.abi);
  const named = fragments.filter((one): one is NamedFragment => one instanceof NamedFragment);
  const ofType = (type: FragmentType) => named.filter((fragment) => fragment.type === type);
  const isOurs = (fragment: NamedFragment) => natspecOf(contract, fragment).notice !== undefined;
  const listed = (["function", "event"] as const).flatMap((type) => {
    const all = ofType(type);
    const ours = all.filter(isOurs).map((fragment) => entry(contract, fragment));
    const rest = all
      .filter((fragment) => !isOurs(fragment))
      .map((fragment) => inherited(contract, fragment));
    const libraries =
      rest.length === 0 ? [] : [`#### Inherited\n\n${table(["from a library", ""], rest)}`];
    return all.length === 0 ? [] : [[`### ${TITLES[type]}`, ...ours, ...libraries].join("\n\n")];
  });
  const errors = ofType("error").map((fragment) => errorRow(contract, fragment));
  if (errors.length === 0) return listed;
  return [...listed, `### Errors\n\n${table(["error", "why", "what to do"], errors)}`];
}

/** Lists variables and struct members, then members of the per-code records. */
function storageTables({ storage, types }: StorageLayout): readonly string[] {
  if (storage.length === 0) return [];
  const row = (indent: string, { slot, offset, label, type }: Variable) => {
    const { label: typeName = "", numberOfBytes = "" } = types[type] ?? {};
    return [slot, String(offset), `${indent}\`${label}\``, typeName, numberOfBytes];
  };
  const members = (type: StoredType | undefined, indent: string) =>
    (type?.members ?? []).map((member) => row(indent, { ...member, slot: `+${member.slot}` }));
  const head = ["slot", "byte", "variable", "type", "bytes"];
  const rows = storage.flatMap((variable) => [
    row("", variable),
    ...members(types[variable.type], "↳ "),
  ]);
  const records = Object.values(types).filter(({ label }) => /^struct \w+\.Record$/.test(label));
  return [
    "### Storage",
    table(head, rows),
    ...records.flatMap((record) => [
      `A \`${record.label}\`, one slot for each code:`,
      table(head, members(record, "")),
    ]),
  ];
}

export function contractsReference(root: string, generated: string): string {
  const compiled = compileDocs(root);
  const parts = CONTRACTS.map(([name, words]) => {
    const contract = compiled(name);
    const { title = "", details = "" } = { ...contract.devdoc, ...contract.userdoc };
    return [
      `## ${name}`,
      clean(`${title.replace(/^\w+: /, "")}. ${details}`),
      words,
      ...chapters(contract),
      ...storageTables(contract.storageLayout),
    ].join("\n\n");
  });
  return `# Contracts

${generated}

Amounts are in wei, the smallest unit of the chain's own currency. A function that only reads costs nothing when it is called from
outside. These contracts can't be upgraded.

${parts.join("\n\n")}
`;
}
