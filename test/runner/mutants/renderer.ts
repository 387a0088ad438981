import { readFileSync } from "node:fs";
import path from "node:path";
import { Interface } from "ethers";
import hre from "hardhat";
import { mutantsOf, root, type Subject, Tally } from "./mutants.ts";

/**
 * The test kills a mutant if `contractURI` or one of 200 tickets' `tokenURI` differs, because the
 * golden hash would differ too.
 */
const RENDERER: Subject = {
  source: "contracts/TicketRenderer.sol",
  name: "TicketRenderer",
  mutated: [
    "contracts/TicketRenderer.sol",
    "contracts/renderer/Homes.sol",
    "contracts/renderer/Inks.sol",
    "contracts/renderer/List.sol",
    "contracts/renderer/Picture.sol",
  ],
};
const ORIGINAL_AT = "0x00000000000000000000000000000000000a11ce";
const MUTANT_AT = "0x0000000000000000000000000000000000000b0b";

const artifact: { readonly abi: string[]; readonly deployedBytecode: string } = JSON.parse(
  readFileSync(path.join(root, "artifacts", RENDERER.source, `${RENDERER.name}.json`), "utf8"),
);
const abi = new Interface(artifact.abi);
const questions = [
  abi.encodeFunctionData("contractURI"),
  // Steps by 1,009, because that shares no factor with any trait's number of values.
  ...Array.from({ length: 200 }, (_, index) =>
    abi.encodeFunctionData("tokenURI", [1 + ((index * 1_009) % 5_000)]),
  ),
];
const { provider } = await hre.network.create();

async function ask(to: string, data: string): Promise<unknown> {
  try {
    return await provider.request({ method: "eth_call", params: [{ to, data }, "latest"] });
  } catch {
    return "refused";
  }
}

await provider.request({
  method: "hardhat_setCode",
  params: [ORIGINAL_AT, artifact.deployedBytecode],
});
const answers = new Map<string, unknown>();

async function right(question: string): Promise<unknown> {
  const answer = answers.get(question) ?? (await ask(ORIGINAL_AT, question));
  if (answer === "refused") throw new Error("The renderer fails without any fault");
  answers.set(question, answer);
  return answer;
}

const tally = new Tally(RENDERER);
for (const mutant of mutantsOf(RENDERER)) {
  await provider.request({
    method: "hardhat_setCode",
    params: [MUTANT_AT, `0x${mutant.deployedBytecode.object}`],
  });
  let survived = true;
  for (const question of questions) {
    survived = (await ask(MUTANT_AT, question)) === (await right(question));
    if (!survived) break;
  }
  tally.add(mutant, survived);
}
tally.close();
