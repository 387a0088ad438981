import { expect } from "chai";
import { type HttpServer, startHttpServer } from "../../support/http-server.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const PATH_KEY = "pathSecret1";
const QUERY_KEY = "querySecret2";
const PASSWORD = "wordSecret3";
const SECRETS = [PATH_KEY, QUERY_KEY, PASSWORD] as const;

describe("A key in an endpoint's URL", () => {
  let project: string;
  let node: TestNode;
  let server: HttpServer;
  let host: string;
  let respond: (url: string, body: string) => Promise<{ status: number; text: string }>;

  const plainUrl = () => `http://${host}/v2/${PATH_KEY}?apikey=${QUERY_KEY}#${QUERY_KEY}`;
  const queryUrl = () => `http://${host}?apikey=${QUERY_KEY}`;
  const errorOf = (message: string) => async (_: string, body: string) => ({
    status: 200,
    text: JSON.stringify({
      jsonrpc: "2.0",
      id: JSON.parse(body).id,
      error: { code: -32000, message },
    }),
  });

  before(async () => {
    project = await testProject();
    node = await startHardhatNode(1);
    server = await startHttpServer(async (request, response, body) => {
      const { status, text } = await respond(request.url ?? "", body);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(text);
    });
    host = `127.0.0.1:${server.port}`;
  });

  beforeEach(() => forgetDeployments(project));

  after(async () => {
    await server.close();
    await node.close();
  });

  function expectNoSecret({ output, errors }: Ended): void {
    for (const secret of SECRETS) expect(output + errors).not.to.contain(secret);
  }

  const status = (url: string) =>
    runTask(
      { project, env: { MAINNET_RPC_URL: url, MAINNET_SECOND_RPC_URL: node.url } },
      ...["ticket", "status", "--network", "mainnet"],
    );

  for (const [what, answer] of [
    ["an error that repeats the URL", () => errorOf(`quota of ${plainUrl()} is used up`)],
    ["an error that repeats a URL with a query alone", () => errorOf(`see "${queryUrl()}".`)],
    [
      "an error that repeats a URL with a password",
      () => errorOf(`no route to https://user:${PASSWORD}@${host}`),
    ],
    [
      "an error that repeats the URL of its socket",
      () => errorOf(`upstream wss://${host}/ws/${PATH_KEY}?apikey=${QUERY_KEY} is gone`),
    ],
    ["401 with the URL", () => async () => ({ status: 401, text: `No: ${plainUrl()}` })],
    ["403 with the URL", () => async () => ({ status: 403, text: `No: ${queryUrl()}` })],
    ["500 and an answer that is not JSON", () => async () => ({ status: 500, text: "<html>" })],
    ["200 and an answer that is not JSON", () => async () => ({ status: 200, text: plainUrl() })],
  ] as const) {
    it(`is not printed when the endpoint answers ${what}`, async () => {
      respond = answer();
      for (const url of [plainUrl(), queryUrl()]) {
        const ended = await status(url);
        expect(ended.code).to.equal(1);
        expect(ended.errors).to.match(/^Error: .+\n$/);
        expectNoSecret(ended);
      }
    });
  }

  it("is masked so that the host still shows which endpoint it was", async () => {
    respond = errorOf(`quota of ${plainUrl()} is used up`);
    expect((await status(plainUrl())).errors).to.contain(`quota of http://${host}/… is used up`);
    respond = errorOf(`no route to https://user:${PASSWORD}@${host}, sorry`);
    expect((await status(plainUrl())).errors).to.contain(`no route to https://${host}, sorry`);
  });

  it("is not printed when a verification service repeats its URL", async () => {
    const env = { REHEARSAL_RPC_URL: node.url };
    const deployed = await runTask(
      { project, env },
      ...["ticket", "deploy", "--network", "rehearsal"],
    );
    expect(deployed.code, deployed.errors).to.equal(0);
    respond = async (url) => ({
      status: 200,
      text: JSON.stringify({ status: "0", result: `Invalid key: http://${host}${url}` }),
    });
    const services = {
      SOURCIFY_API_URL: "http://127.0.0.1:9",
      ETHERSCAN_API_URL: `http://${host}/api`,
      ETHERSCAN_API_KEY: QUERY_KEY,
    };
    const ended = await runTask(
      { project, env: { ...env, ...services } },
      ...["ticket", "verify", "--network", "rehearsal"],
    );
    expect(ended.errors).to.match(
      /^Error: Nothing was verified\. .+ Etherscan: Ticket: Invalid key/,
    );
    expectNoSecret(ended);
  });

  it("is not printed when nothing answers there", async () => {
    for (const url of [
      `http://127.0.0.1:9/v2/${PATH_KEY}?apikey=${QUERY_KEY}`,
      `http://127.0.0.1:9?apikey=${QUERY_KEY}`,
      `http://user:${PASSWORD}@127.0.0.1:9/`,
      `not a url ${QUERY_KEY}`,
    ]) {
      const ended = await status(url);
      expect(ended.code).to.equal(1);
      expect(ended.errors).to.match(/^Error: .+\n$/);
      expectNoSecret(ended);
    }
  });

  it("is not printed by the preflight, whatever the second endpoint says or if there is none", async () => {
    const preflight = (second: string) =>
      runTask(
        {
          project,
          env: {
            MAINNET_RPC_URL: node.url,
            MAINNET_SECOND_RPC_URL: second,
            DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
          },
        },
        ...[
          "ticket",
          "deploy",
          "--network",
          "mainnet",
          "--price",
          typed(PRICE),
          "--royalty-bps",
          "500",
        ],
        ...["--owner", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
        ...["--royalty-receiver", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
      );
    const line = ({ output }: Ended) => /^\w+ +endpoints .+$/m.exec(output)?.[0];

    respond = async (_, body) => {
      const found = await fetch(node.url, { method: "POST", body });
      return { status: 200, text: await found.text() };
    };
    const agrees = await preflight(plainUrl());
    expect(line(agrees)).to.match(new RegExp(`^pass +endpoints .+ agree with ${host}$`));
    expectNoSecret(agrees);

    respond = async (_, body) => ({
      status: 200,
      text: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        result: JSON.parse(body).method === "eth_chainId" ? "0x2" : { hash: "0x00" },
      }),
    });
    const differs = await preflight(queryUrl());
    expect(line(differs)).to.match(new RegExp(`^fail +endpoints +${host} serves chain 2 `));
    expectNoSecret(differs);

    respond = errorOf(plainUrl());
    const fails = await preflight(plainUrl());
    expect(line(fails)).to.match(/^warn +endpoints .+; no second endpoint answers\./);
    expectNoSecret(fails);

    const alone = await preflight("none");
    expect(line(alone)).to.match(
      /^warn +endpoints +chain id 1; MAINNET_SECOND_RPC_URL is none\. Set /,
    );
  });
});
