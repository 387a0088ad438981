import { expect } from "chai";
import { type HttpServer, startHttpServer } from "../../support/http-server.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { useDeployments } from "../support/deployments.ts";

const PATH_KEY = "pathSecret1";
const QUERY_KEY = "querySecret2";
const PASSWORD = "wordSecret3";

type Answer = (url: string, body: string) => Promise<{ status: number; text: string }>;

describe("A key in an endpoint's URL", () => {
  const on = useDeployments();
  let server: HttpServer;
  let host: string;
  let respond: Answer;

  const plainUrl = () => `http://${host}/v2/${PATH_KEY}?apikey=${QUERY_KEY}#${QUERY_KEY}`;
  const queryUrl = () => `http://${host}?apikey=${QUERY_KEY}`;
  const always =
    (status: number, text: string): Answer =>
    async () => ({ status, text });
  const json = (answer: (method: string) => object) => async (_: string, body: string) => {
    const { id, method } = JSON.parse(body);
    return { status: 200, text: JSON.stringify({ jsonrpc: "2.0", id, ...answer(method) }) };
  };
  const errorOf = (message: string) => json(() => ({ error: { code: -32000, message } }));

  before(async () => {
    server = await startHttpServer(async (request, response, body) => {
      const { status, text } = await respond(request.url ?? "", body);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(text);
    });
    host = `127.0.0.1:${server.port}`;
  });

  after(() => server.close());

  function expectNoSecret({ output, errors }: Ended): void {
    for (const secret of [PATH_KEY, QUERY_KEY, PASSWORD]) {
      expect(output + errors).not.to.contain(secret);
    }
  }

  async function expectNoSecretAt(url: string): Promise<string> {
    const ended = await on.live({ MAINNET_RPC_URL: url }, "ticket", "status");
    expect(ended.code).to.equal(1);
    expect(ended.errors).to.match(/^Error: .+\n$/);
    expectNoSecret(ended);
    return ended.errors;
  }

  const answers: readonly (readonly [what: string, answer: () => Answer, shown?: () => string])[] =
    [
      [
        "an error that repeats the URL",
        () => errorOf(`quota of ${plainUrl()} is used up`),
        () => `quota of http://${host}/… is used up`,
      ],
      ["an error that repeats a URL with only a query", () => errorOf(`see "${queryUrl()}".`)],
      ["401 with the URL", () => always(401, `No: ${plainUrl()}`)],
      ["500 and an answer that is not JSON", () => always(500, "<html>")],
      ["200 and an answer that is not JSON", () => always(200, plainUrl())],
    ];
  for (const [what, answer, shown = () => "Error: "] of answers) {
    it(`is not printed when the endpoint answers ${what}`, async () => {
      respond = answer();
      for (const url of [plainUrl(), queryUrl()]) {
        expect(await expectNoSecretAt(url)).to.contain(shown());
      }
    });
  }

  it("is not printed when a verification service repeats its URL", async () => {
    const deployed = await on.rehearse("ticket", "deploy");
    expect(deployed.code, deployed.errors).to.equal(0);
    respond = async (url) => ({
      status: 200,
      text: JSON.stringify({ status: "0", result: `Invalid key: http://${host}${url}` }),
    });
    const env = {
      REHEARSAL_RPC_URL: on.node.url,
      SOURCIFY_API_URL: "http://127.0.0.1:9",
      ETHERSCAN_API_URL: `http://${host}/api`,
      ETHERSCAN_API_KEY: QUERY_KEY,
    };
    const words = ["ticket", "verify", "--network", "rehearsal"];
    const ended = await runTask({ project: on.project, env }, ...words);
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
      await expectNoSecretAt(url);
    }
  });

  it("is not printed by the preflight, whatever the second endpoint says or if there is none", async () => {
    const forward: Answer = async (_, body) => {
      const found = await fetch(on.node.url, { method: "POST", body });
      return { status: 200, text: await found.text() };
    };
    const other = json((method) => ({ result: method === "eth_chainId" ? "0x2" : { hash: "0x" } }));
    for (const [second, answer, line] of [
      [plainUrl(), forward, `pass +endpoints .+ agree with ${host}$`],
      [queryUrl(), other, `fail +endpoints +${host} serves chain 2 `],
      [plainUrl(), errorOf(plainUrl()), "warn +endpoints .+; no second endpoint answers\\."],
      ["none", forward, "warn +endpoints +chain id 1; MAINNET_SECOND_RPC_URL is none\\. Set "],
    ] as const) {
      respond = answer;
      const ended = await on.deploy({ MAINNET_SECOND_RPC_URL: second });
      expect(ended.output).to.match(new RegExp(`^${line}`, "m"));
      expectNoSecret(ended);
    }
  });
});
