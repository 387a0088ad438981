import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import {
  ETHERSCAN_KEY,
  startVerificationServices,
} from "../../doubles/verification/verification-services.ts";
import { startHttpServer } from "../../support/http-server.ts";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

describe("ticket verify", () => {
  let project: string;
  const recordFile = () => path.join(project, "deployments/rehearsal/record.json");
  const readRecord = async (): Promise<DeploymentRecord> =>
    JSON.parse(await readFile(recordFile(), "utf8"));
  let node: TestNode;
  let services: Awaited<ReturnType<typeof startVerificationServices>>;
  const verify = (env: Readonly<Record<string, string>>) =>
    runTask(
      { project, env: { REHEARSAL_RPC_URL: node.url, ...env } },
      ...["ticket", "verify", "--network", "rehearsal"],
    );

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    services = await startVerificationServices(node.url);
    const env = { REHEARSAL_RPC_URL: node.url };
    await runTask({ project, env }, "ticket", "deploy", "--network", "rehearsal", "--price", "0.1");
  });

  after(async () => {
    await services.close();
    await node.close();
  });

  const all = () => ({
    SOURCIFY_API_URL: services.sourcifyUrl,
    ETHERSCAN_API_URL: services.etherscanUrl,
    ETHERSCAN_API_KEY: ETHERSCAN_KEY,
    BLOCKSCOUT_API_URL: services.blockscoutUrl,
  });

  it("[T-02] verifies both contracts on every service, byte for byte, from the record alone", async () => {
    const { address, renderer } = await readRecord();
    const first = await verify(all());
    expect(first.code, first.errors).to.equal(0);
    expect(first.errors).to.equal("");
    expect(services.verified).to.deep.equal(
      ["sourcify", "etherscan", "blockscout"].flatMap((service) => [
        `${service} ${address}`,
        `${service} ${renderer}`,
      ]),
    );
    expect(first.output).to.contain(`Sourcify: Ticket ${address} verified (exact match).`);
    const again = await verify(all());
    expect(again.code).to.equal(0);
    expect(again.output.match(/already verified/g)).to.have.length(6);
  });

  it("[T-02] says which service failed and why, such as one with a bad key, and ends with 1", async () => {
    await services.close();
    services = await startVerificationServices(node.url);
    services.refused.add("blockscout");
    const partial = await verify(all());
    expect(partial.code).to.equal(1);
    expect(partial.errors).to.match(
      /^Error: Not verified by every service that is set\. Blockscout: Ticket: Fail - Unable.+\n$/,
    );

    services.refused.add("sourcify");
    const none = await verify({ SOURCIFY_API_URL: services.sourcifyUrl });
    expect(none.code).to.equal(0);
    const down = await verify({ SOURCIFY_API_URL: "http://127.0.0.1:9" });
    expect(down.code).to.equal(1);
    expect(down.errors).to.match(
      /^Error: Nothing was verified\. Sourcify: Ticket: 127\.0\.0\.1:9 does not answer; .+\n$/,
    );
  });

  async function startForwarder(target: string, change: (body: string) => string) {
    const server = await startHttpServer(async (request, response, body) => {
      const { search } = new URL(request.url ?? "", target);
      const answer = await fetch(`${target}${search}`, {
        method: request.method ?? "GET",
        headers: { "content-type": request.headers["content-type"] ?? "text/plain" },
        ...(request.method === "POST" && { body: change(body) }),
      });
      response.writeHead(answer.status);
      response.end(await answer.text());
    });
    return { url: `http://127.0.0.1:${server.port}`, close: server.close };
  }

  it("is refused for another code, or other arguments (the control of the doubles)", async () => {
    const record = await readRecord();
    await services.close();
    services = await startVerificationServices(node.url);
    // The task sends only proven arguments, so a proxy changes the royalty from 5 % to 4 %.
    const changing = await startForwarder(services.etherscanUrl, (body) =>
      body.replaceAll(`${"0".repeat(61)}1f4`, `${"0".repeat(61)}190`),
    );
    const wrongArguments = await verify({
      SOURCIFY_API_URL: "http://127.0.0.1:9",
      ETHERSCAN_API_URL: changing.url,
      ETHERSCAN_API_KEY: ETHERSCAN_KEY,
    });
    await changing.close();
    expect(wrongArguments.errors).to.contain("The constructor was given other arguments");
    expect(services.verified).not.to.contain(`etherscan ${record.address}`);

    const folder = path.join(path.dirname(recordFile()), "build-info");
    for (const name of await readdir(folder)) {
      const text = await readFile(path.join(folder, name), "utf8");
      // A comment changes only the metadata.
      await writeFile(
        path.join(folder, name),
        text.replaceAll("SPDX-License-Identifier: MIT", "SPDX-License-Identifier: MIT "),
      );
    }
    const edited = await verify({ SOURCIFY_API_URL: services.sourcifyUrl });
    expect(edited.code).to.equal(1);
    expect(edited.errors).to.contain("The code on chain is another one");
    await rm(folder, { recursive: true });
    const lost = await verify({ SOURCIFY_API_URL: services.sourcifyUrl });
    expect(lost.errors).to.match(/^Error: deployments\/rehearsal lacks what Ticket was compiled/);
  });

  it("[T-02] verifies Payouts with its terms, once it is deployed beside them", async () => {
    const env = { REHEARSAL_RPC_URL: node.url };
    const clean = await node.provider.send("evm_snapshot", []);
    const words = ["ticket", "deploy-payouts", "--commission", "5", "--network", "rehearsal"];
    const deployed = await runTask({ project, env }, ...words);
    expect(deployed.code, deployed.errors).to.equal(0);
    const record = path.join(project, "deployments/rehearsal/payouts-record.json");
    const { address } = JSON.parse(await readFile(record, "utf8"));
    const { code, errors } = await verify(all());
    expect(code, errors).to.equal(0);
    expect(errors).to.equal("");
    expect(services.verified.filter((one) => one.endsWith(address))).to.deep.equal(
      ["sourcify", "etherscan", "blockscout"].map((service) => `${service} ${address}`),
    );
    await rm(record);
    await node.provider.send("evm_revert", [clean]);
  });
});
