import { WalletRefusal } from "../../../../test/doubles/wallets/injected-wallet.ts";
import { expect, test } from "../support/kit-lab-fixtures.ts";

test.describe("[K-32] the kit's controllers report", () => {
  test("that there is no adapter for a chain", async ({ lab }) => {
    const { page } = lab;
    await lab.create();
    const refusal = page.evaluate(() => {
      const { ConnectionController } = window.kitLab.controllers;
      return ConnectionController.connectExternal(
        { id: "any", type: "INJECTED", chain: "solana" } as never,
        "solana",
      );
    });
    await expect(refusal).rejects.toThrow("Adapter not found");
  });

  test("that an adapter has no WalletConnect", async ({ lab: { page } }) => {
    const refusal = page.evaluate(() => new window.kitLab.EthersAdapter().connectWalletConnect(1));
    await expect(refusal).rejects.toThrow("WalletConnectConnector not found");
  });

  test("that no wallet is connected to write a contract", async ({ lab }) => {
    const { page } = lab;
    await lab.create();
    const refusal = page.evaluate(() =>
      window.kitLab.controllers.ConnectionController.writeContract({} as never),
    );
    await expect(refusal).rejects.toThrow("CaipNetwork or CaipAddress is undefined");
  });

  test("that a chain is unknown", async ({ lab }) => {
    const { page } = lab;
    await lab.create();
    const refusal = page.evaluate(() => {
      const { networks, controllers } = window.kitLab;
      return controllers.ChainController.switchActiveNetwork(networks.solana as never);
    });
    await expect(refusal).rejects.toThrow("Chain adapter not found");
  });

  test("that an account needs a chain", async ({ lab: { page } }) => {
    const refusal = page.evaluate(() =>
      window.kitLab.controllers.AccountController.setBalance("1", "ETH", "" as never),
    );
    await expect(refusal).rejects.toThrow("Chain is required to update chain account data");
  });

  test("that no clients are set", async ({ lab: { page } }) => {
    const refusal = page.evaluate(() => {
      const { createAppKit, networks } = window.kitLab;
      const options = { networks: [networks.mainnet], projectId: "0" };
      const kit = createAppKit(options as never) as unknown as {
        connectionControllerClient: unknown;
        initControllers(given: unknown): void;
      };
      kit.connectionControllerClient = undefined;
      kit.initControllers(options);
    });
    await expect(refusal).rejects.toThrow(
      "ConnectionControllerClient and NetworkControllerClient must be set",
    );
  });

  test("that a wallet does not support a chain", async ({ lab }) => {
    const { page } = lab;
    const wallet = await lab.connectInjected({ networks: ["mainnet", "polygon"] });
    const refuse = (code: number) => {
      wallet.override = ({ method }) => {
        if (method === "wallet_switchEthereumChain") {
          throw new WalletRefusal({ code, message: "Not this one" });
        }
        if (method === "wallet_addEthereumChain") {
          throw new WalletRefusal({ code: 4001, message: "Not added" });
        }
      };
    };
    const switchNetwork = () =>
      page.evaluate(() => window.appKit.switchNetwork(window.kitLab.networks.polygon));

    refuse(4001);
    await expect(switchNetwork()).rejects.toThrow("Chain is not supported");
    expect(wallet.sent("wallet_addEthereumChain")).toHaveLength(0);

    refuse(4902);
    await expect(switchNetwork()).rejects.toThrow("Chain is not supported");
    expect(wallet.sent("wallet_addEthereumChain")).toHaveLength(1);
  });

  test("that there is no network to restore a connection on", async ({ lab }) => {
    const { page } = lab;
    await lab.connectInjected();
    await page.reload();
    const reported = page.waitForEvent("console", (message) =>
      message.text().startsWith("AppKit couldn't sync existing connection"),
    );
    // The deployer later moves to another chain.
    await lab.create({ networks: ["solana"] });
    expect((await reported).text()).toContain("CaipNetwork not found");
    expect(await page.evaluate(() => window.appKit.getIsConnectedState())).toBe(false);
  });

  test("each chain that failed to disconnect, in one message", async ({ lab, embedded }) => {
    const { page } = lab;
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await lab.createSignedIn();
    embedded.faults.set("SIGN_OUT", { error: "The frame is busy" });
    const event = await page.evaluate(async () => {
      const { controllers, networks } = window.kitLab;
      controllers.ChainController.addAdapter(
        { namespace: "solana" } as never,
        {
          networkControllerClient: {} as never,
          connectionControllerClient: {
            disconnect: () => Promise.reject(new Error("The wallet is gone")),
          } as never,
        },
        [{ ...networks.solana } as never],
      );
      controllers.AccountController.setCaipAddress("solana:1:someone" as never, "solana");
      await window.appKit.disconnect();
      return controllers.EventsController.state.data;
    });
    const message =
      "Failed to disconnect chain eip155: The frame is busy, " +
      "Failed to disconnect chain solana: The wallet is gone";
    expect(errors).toContain(message);
    expect(event).toMatchObject({ event: "DISCONNECT_ERROR", properties: { message } });
  });

  test("that disconnecting failed if a sign-in can't be deleted", async ({ lab }) => {
    const { page } = lab;
    await lab.create({ signIn: { required: true } });
    const refusal = page.evaluate(() => {
      const { siwx } = window.kitLab.controllers.OptionsController.state;
      if (siwx === undefined) throw new Error("No sign-in");
      siwx.setSessions = () => Promise.reject(new Error("The storage is full"));
      return window.appKit.disconnect();
    });
    await expect(refusal).rejects.toThrow("Failed to disconnect");
  });
});

test("[K-20] the protocol's client says that the answered sign-in is not pending", async ({
  lab,
}) => {
  const { page } = lab;
  await lab.create();
  const answers = await page.evaluate(async () => {
    const provider = await window.appKit.getUniversalProvider();
    if (provider === undefined) throw new Error("No client");
    window.kitLab.mendRelay(provider as unknown as Parameters<typeof window.kitLab.mendRelay>[0]);
    const { client } = provider;
    const words = (answer: Promise<unknown>) => answer.then(() => "answered", String);
    return [
      await words(client.approveSessionAuthenticate({ id: 12, auths: [] })),
      await words(client.rejectSessionAuthenticate({ id: 13, reason: { code: 1, message: "" } })),
    ];
  });
  expect(answers).toEqual([
    "Error: Could not find pending auth request with id 12",
    "Error: Could not find pending auth request with id 13",
  ]);
});
