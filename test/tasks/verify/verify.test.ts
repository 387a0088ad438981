import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import {
  ETHERSCAN_KEY,
  startVerificationServices,
} from "../../doubles/verification/verification-services.ts";
import { startHttpServer } from "../../support/http-server.ts";
import { useSale } from "../support/sale.ts";

describe("ticket verify", () => {
  const sale = useSale({ deploy: ["--price", "0.1"] }, async () => {});
  let services: Awaited<ReturnType<typeof startVerificationServices>>;
  const folder = () => path.join(sale.project, "deployments/rehearsal");
  const verify = (env: Readonly<Record<string, string>>) => sale.taskWith(env, "ticket", "verify");

  beforeEach(async () => {
    services = await startVerificationServices(sale.node.url);
  });

  afterEach(() => services.close());

  it("[T-02] verifies both contracts on every service, byte for byte, from nothing but the record", async () => {
    const { address, renderer } = await sale.recorded("record.json");
    const first = await verify(services.env);
    expect(first.code, first.errors).to.equal(0);
    expect(first.errors).to.equal("");
    expect(services.verified).to.deep.equal(
      ["sourcify", "etherscan", "blockscout"].flatMap((service) => [
        `${service} ${address}`,
        `${service} ${renderer}`,
      ]),
    );
    expect(first.output).to.contain(`Sourcify: Ticket ${address} verified (exact match).`);
    const again = await verify(services.env);
    expect(again.code).to.equal(0);
    expect(again.output.match(/already verified/g)).to.have.length(6);
  });

  it("[T-02] says which service failed and why, such as one with a bad key, and ends with 1", async () => {
    services.refused.add("blockscout");
    const partial = await verify(services.env);
    expect(partial.code).to.equal(1);
    expect(partial.errors).to.match(
      /^Error: Not verified by every service that is set\. Blockscout: Ticket: Fail - Unable.+\n$/,
    );

    const wrongKey = await verify({
      ...services.env,
      BLOCKSCOUT_API_URL: "",
      ETHERSCAN_API_KEY: "another-key",
    });
    expect(wrongKey.errors).to.match(/ Etherscan: Ticket: Invalid API Key; /);

    services.refused.add("sourcify");
    const none = await verify({ SOURCIFY_API_URL: services.sourcifyUrl });
    expect(none.code).to.equal(0);
    const down = await verify({ SOURCIFY_API_URL: "http://127.0.0.1:9" });
    expect(down.code).to.equal(1);
    expect(down.errors).to.match(
      /^Error: Nothing was verified\. Sourcify: Ticket: 127\.0\.0\.1:9 does not answer; .+\n$/,
    );
  });

  it("[T-02] verifies Payouts with its terms, once it is deployed beside them", async () => {
    const address = await (await sale.deployPayouts()).getAddress();
    const { code, errors } = await verify(services.env);
    expect(code, errors).to.equal(0);
    expect(errors).to.equal("");
    expect(services.verified.filter((one) => one.endsWith(address))).to.deep.equal(
      ["sourcify", "etherscan", "blockscout"].map((service) => `${service} ${address}`),
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
    const record = await sale.recorded("record.json");
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

    const buildInfo = path.join(folder(), "build-info");
    for (const name of await readdir(buildInfo)) {
      const file = path.join(buildInfo, name);
      const text = await readFile(file, "utf8");
      // A comment changes only the metadata.
      await writeFile(
        file,
        text.replaceAll("SPDX-License-Identifier: MIT", "SPDX-License-Identifier: MIT "),
      );
    }
    const edited = await verify({ SOURCIFY_API_URL: services.sourcifyUrl });
    expect(edited.code).to.equal(1);
    expect(edited.errors).to.contain("The code on chain is another one");
    await rm(buildInfo, { recursive: true });
    const lost = await verify({ SOURCIFY_API_URL: services.sourcifyUrl });
    expect(lost.errors).to.match(/^Error: deployments\/rehearsal lacks what Ticket was compiled/);
  });
});
