import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { parseEther, toQuantity, Wallet } from "ethers";
import { networks } from "../../../networks.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { type Interference, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask, startTask } from "../support/command.ts";
import { literally, PRICE, RAISED_PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, noteRehearsal, testProject } from "../support/project.ts";

describe("An endpoint that is silent", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let address: string;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1, 100);
    signer = Wallet.createRandom(node.provider) as unknown as Wallet;
    await node.provider.send("hardhat_setBalance", [signer.address, toQuantity(parseEther("50"))]);
    await noteRehearsal(project);
    const { code, output, errors } = await runTask(command(node.url), ...deploy());
    expect(code, errors + output).to.equal(0);
    const file = path.join(project, "deployments/mainnet/record.json");
    const record: DeploymentRecord = JSON.parse(await readFile(file, "utf8"));
    address = record.address;
    deployed = output;
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  let deployed: string;

  const deploy = () => [
    ...["ticket", "deploy", "--network", "mainnet", "--yes", "--single-owner"],
    ...["--price", typed(PRICE), "--owner", signer.address],
    ...["--royalty-receiver", signer.address, "--royalty-bps", "500"],
  ];

  const command = (url: string, env: Readonly<Record<string, string>> = {}) => ({
    project,
    env: {
      MAINNET_RPC_URL: url,
      MAINNET_SECOND_RPC_URL: `${node.url}/second`,
      DEPLOYER_PRIVATE_KEY: signer.privateKey,
      ANSWER_WITHIN_SECONDS: "5",
      ...env,
    },
  });

  /** Starts a new process, because the configuration reads the limit when it loads. */
  async function runAt(interference: Interference, ...words: string[]) {
    const proxy = await startRpcProxy(node.url, interference);
    const { host } = new URL(proxy.url);
    const ended = await startTask(command(proxy.url), ...words, "--network", "mainnet").ended;
    await proxy.close();
    return { ...ended, host };
  }

  const silentFrom = (method: string): Interference => {
    let dead = false;
    return {
      before: (request) => {
        dead ||= request.method === method;
        return dead ? "silent" : undefined;
      },
    };
  };

  it("from the first request on is named, and ends what only reads", async () => {
    const { code, output, errors, host } = await runAt(
      silentFrom("eth_chainId"),
      ...["ticket", "status"],
    );
    expect(output).to.equal("");
    expect(errors).to.match(
      new RegExp(
        `^Waiting for ${host} to answer eth_chainId …\nError: ${host} has not answered eth_chainId within 5 s\\. Try again later .+\n$`,
      ),
    );
    expect(code).to.equal(1);
  });

  it("when events are read is not asked for fewer and fewer of them", async () => {
    const { code, errors, host } = await runAt(silentFrom("eth_getLogs"), "affiliates", "list");
    expect(errors.match(/Waiting for/g)).to.have.length(1);
    expect(errors).to.contain(`Error: ${host} has not answered eth_getLogs within 5 s. `);
    expect(code).to.equal(1);
  });

  it("right after it took a transaction leaves the hash, and the next run goes on", async () => {
    const ticket = Ticket__factory.connect(address, node.provider);
    const nonce = await signer.getNonce();
    let sent = false;
    const { code, output, errors } = await runAt(
      {
        before: ({ method }) => {
          if (sent) return "silent";
          sent = method === "eth_sendRawTransaction";
          return undefined;
        },
      },
      ...["ticket", "set-price", typed(RAISED_PRICE), "--yes"],
    );
    const hash = /^Sent (0x[0-9a-f]{64}), waiting for it to be mined\.$/m.exec(output)?.[1];
    expect(hash, output + errors).to.not.equal(undefined);
    expect(errors).to.contain(`Waiting for ${hash} to be mined …\n`);
    expect(errors).to.match(
      new RegExp(
        `\nError: ${hash} was sent. The endpoint then stopped answering, .+ Run the same command again later: .+\n$`,
      ),
    );
    expect(code).to.equal(1);

    const again = await runTask(
      command(node.url),
      ...["ticket", "set-price", typed(RAISED_PRICE), "--yes", "--network", "mainnet"],
    );
    expect(again.code, again.errors).to.equal(0);
    expect(await ticket.ticketPrice()).to.equal(RAISED_PRICE);
    expect((await signer.getNonce()) - nonce).to.equal(1);
  });

  it("for a second opinion is named too", async () => {
    const proxy = await startRpcProxy(node.url, silentFrom("eth_getCode"));
    const { host } = new URL(proxy.url);
    const { code, errors } = await startTask(
      command(node.url, { MAINNET_SECOND_RPC_URL: proxy.url }),
      ...["ticket", "status", "--network", "mainnet"],
    ).ended;
    await proxy.close();
    expect(errors).to.contain(`Waiting for ${host} to answer eth_getCode …\n`);
    expect(errors).to.match(
      /\nError: \S+, which is asked for a second opinion, fails at eth_getCode: .+\n$/,
    );
    expect(code).to.equal(1);
  });

  it("is no part of a deployment that goes well: each hash, its block and what comes next are said", () => {
    const explorer = literally(networks.mainnet.explorer.url);
    const linked = (before: string, found: string, after: string, page: "tx" | "address") => {
      const name = `of${steps++}`;
      return `${before}(?<${name}>${found})${after}\n  ${explorer}/${page}/\\k<${name}>\n`;
    };
    let steps = 0;
    const sent = (name: string) =>
      linked(
        "Sent ",
        "0x[0-9a-f]{64}",
        `, which makes ${name}\\. Waiting for it to be mined\\.`,
        "tx",
      );
    const mined = (name: string, next: string) =>
      linked(
        `${name} is in block \\d+, at `,
        "0x[0-9a-fA-F]{40}",
        `\\. Next: 4 more blocks, then ${next}\\.`,
        "address",
      );
    expect(deployed).to.match(
      new RegExp(
        `\n${sent("TicketRenderer")}${mined("TicketRenderer", "Ticket")}` +
          `${sent("Ticket")}${mined("Ticket", "reading all of it back")}` +
          "Ticket is deployed to mainnet at ",
      ),
    );
  });
});
