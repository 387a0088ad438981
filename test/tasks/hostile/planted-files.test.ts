import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { keccak256 } from "ethers";
import { trackedProblems } from "../../../scripts/tasks/record/tracked-files.ts";
import { useLiveSale } from "../support/live-sale.ts";

const LINK = "120000";
const FILE = "100644";
const REPOSITORY = "160000";

/** git's ignore rules do not stop such files. */
describe("A pull request", () => {
  const sale = useLiveSale("planted files");
  let blob: string;

  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: sale.project, encoding: "utf8", stdio: "pipe" }).trim();

  before(() => {
    blob = git("rev-parse", "HEAD:package.json");
  });

  const planted: readonly (readonly [mode: string, file: string, problem: string])[] = [
    [LINK, "deployments/mainnet/affiliates", "is a link"],
    [LINK, "artifacts", "is a link"],
    [LINK, "cache", "is a link"],
    [LINK, "contracts/Elsewhere.sol", "is a link"],
    [REPOSITORY, "contracts/other", "is a link"],
    [FILE, "deployments/mainnet/affiliates/contacts.json", "belongs to one machine"],
    [FILE, "deployments/mainnet/Safe/pause.json", "belongs to one machine"],
    [FILE, "deployments/rehearsal/record.json", "belongs to one machine"],
    [FILE, ".ENV", "belongs to one machine"],
    [FILE, ".env.mainnet", "belongs to one machine"],
    [FILE, "Artifacts/contracts/Ticket.sol/Ticket.json", "belongs to one machine"],
    [FILE, "cache/sale-events/1.json", "belongs to one machine"],
    [FILE, "contracts/ticket.sol", "is also"],
    [FILE, "Package.json", "is also"],
  ];
  for (const [mode, file, problem] of planted) {
    it(`can't bring ${mode === FILE ? "" : `${mode} `}${file}: the check finds it, and no task of a live network runs`, async () => {
      const entry = mode === REPOSITORY ? git("rev-parse", "HEAD") : blob;
      git("update-index", "--add", "--cacheinfo", `${mode},${entry},${file}`);
      try {
        const problems = await trackedProblems(sale.project);
        expect(problems).to.have.length(1);
        expect(problems[0]).to.contain(problem);
        const { code, output, errors } = await sale.run("ticket pause --yes");
        expect({ code, output }).to.deep.equal({ code: 1, output: "" });
        expect(errors).to.contain(`This clone has files that no task trusts: ${problems[0]}.`);
      } finally {
        git("update-index", "--force-remove", file);
      }
    });
  }

  it("can bring a setting's example", async () => {
    git("update-index", "--add", "--cacheinfo", `${FILE},${blob},.env.example`);
    expect(await trackedProblems(sale.project)).to.deep.equal([]);
    git("update-index", "--force-remove", ".env.example");
  });

  it("or a file from anywhere changes no partner's contact before it is shown and confirmed", async () => {
    const file = path.join(sale.project, "partners.csv");
    const given = async (text: string, option = "") => {
      await writeFile(file, text);
      return await sale.run(`affiliates import ${file}${option}`);
    };
    const first = await given("code,payout\nalice,0xA11CE\n", " --yes");
    expect(first.code, first.errors).to.equal(0);
    expect(first.output).not.to.contain(" -> 0xA11CE");

    const { code, output, errors } = await given("code,payout\nalice,0xbEEF\nbob,0xB0B\n");
    expect(code).to.equal(1);
    expect(output).to.contain("  contact of alice, payout: 0xA11CE -> 0xbEEF\n");
    expect(errors).to.contain("There is no terminal to confirm in");
    const reported = async () => (await sale.run("affiliates report --csv")).output;
    expect(await reported())
      .to.contain("0xA11CE")
      .and.not.to.contain("0xbEEF");

    const again = await given("code,payout\nalice,0xbEEF\n");
    expect(again.code).to.equal(1);
    expect(await reported()).to.contain("0xA11CE");
    expect((await given("code,payout\nalice,0xbEEF\n", " --yes")).code).to.equal(0);
    expect(await reported()).to.contain("0xbEEF");
    await rm(file);
  });

  it("deploys no other code by compiled output that says it is of these sources", async () => {
    const { project, owner } = sale;
    const artifact = path.join(project, "artifacts/contracts/Ticket.sol/Ticket.json");
    const honest = await readFile(artifact, "utf8");
    const { bytecode, deployedBytecode, ...rest } = JSON.parse(honest);
    const other = { ...rest, bytecode: `${bytecode}00`, deployedBytecode: `${deployedBytecode}00` };
    await writeFile(artifact, JSON.stringify(other));
    const record = path.join(project, "deployments/rehearsal/record.json");
    const rehearsed = await readFile(record, "utf8");
    const codeHash = keccak256(other.deployedBytecode);
    await writeFile(record, JSON.stringify({ ...JSON.parse(rehearsed), codeHash }));
    await rm(path.join(project, "deployments/mainnet"), { recursive: true });
    const { address } = owner;
    const { output } = await sale.run(
      `ticket deploy --dry-run --single-owner --owner ${address} --from ${address} --price 0.05 --royalty-receiver ${address} --royalty-bps 500`,
    );
    expect(output).to.contain("other code was rehearsed");
    expect(JSON.parse(await readFile(artifact, "utf8")).bytecode).to.equal(bytecode);
  });
});
