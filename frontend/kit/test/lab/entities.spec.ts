import { expect, test } from "../support/cloud-fixtures.ts";

test.describe("[K-33] the kit's", () => {
  test("account carries its fields, and loses them on disconnecting", async ({
    lab,
    cloud,
    embedded,
  }) => {
    const { page } = lab;
    cloud.state.balances = [
      {
        name: "Ether",
        symbol: "ETH",
        chainId: "eip155:1",
        value: 2,
        price: 1_000,
        quantity: { decimals: "18", numeric: "0.002" },
        iconUrl: "https://example.org/eth.png",
      },
    ];
    cloud.state.identity = { name: "ada.eth", avatar: "https://example.org/ada.png" };
    await lab.createSignedIn();
    await page.evaluate(async () => {
      const { AccountController } = window.kitLab.controllers;
      AccountController.setAddressExplorerUrl("https://etherscan.io/address/0x", "eip155");
      AccountController.addAddressLabel("0xabc", "Savings", "eip155");
      AccountController.setCurrentTab(2);
      AccountController.setSocialProvider("farcaster", "eip155");
      AccountController.setSocialWindow({ closed: false } as Window, "eip155");
      AccountController.setFarcasterUrl("https://farcaster.example/code", "eip155");
      await AccountController.fetchTokenBalance();
    });
    const read = () =>
      page.evaluate(() => {
        const { accountState } = window.kitLab.controllers.ChainController.state.chains.get(
          "eip155",
        ) ?? { accountState: undefined };
        return JSON.parse(
          JSON.stringify({
            ...accountState,
            addressLabels: [...(accountState?.addressLabels ?? [])],
          }),
        );
      });
    await expect.poll(async () => (await read()).profileName).toBe("ada.eth");
    await expect.poll(async () => (await read()).balance).toBeDefined();

    const { address } = embedded.signer;
    expect(await read()).toMatchObject({
      caipAddress: `eip155:1:${address}`,
      address,
      balance: expect.stringMatching(/^\d+\.\d+$/),
      balanceSymbol: "ETH",
      profileName: "ada.eth",
      profileImage: "https://example.org/ada.png",
      addressExplorerUrl: "https://etherscan.io/address/0x",
      connectedWalletInfo: { name: "AUTH", type: "AUTH" },
      preferredAccountTypes: { eip155: "eoa" },
      allAccounts: [{ namespace: "eip155", address, type: "eoa" }],
      user: { email: "ada@example.org", address, chainId: 1, preferredAccountType: "eoa" },
      smartAccountDeployed: false,
      currentTab: 2,
      addressLabels: [["0xabc", "Savings"]],
      socialProvider: "farcaster",
      socialWindow: { closed: false },
      farcasterUrl: "https://farcaster.example/code",
      status: "connected",
    });
    expect((await read()).tokenBalance).toEqual(cloud.state.balances);

    await page.evaluate(() => window.appKit.disconnect());
    expect(await read()).toEqual(
      expect.objectContaining({
        status: "disconnected",
        currentTab: 0,
        tokenBalance: [],
        allAccounts: [],
        smartAccountDeployed: false,
      }),
    );
    for (const field of ["caipAddress", "address", "balance", "profileName", "user"]) {
      expect(await read(), field).not.toHaveProperty(field);
    }
  });

  test("network carries its fields", async ({ lab, cloud: _ }) => {
    const { page } = lab;
    const chainImages = { 1: "https://example.org/ethereum.png" };
    await lab.create({ networks: ["mainnet", "solana"], options: { chainImages } });
    const [network, solana] = await page.evaluate(() => window.appKit.getCaipNetworks());
    expect(network).toMatchObject({
      id: 1,
      caipNetworkId: "eip155:1",
      chainNamespace: "eip155",
      name: "Ethereum",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: {
        default: { http: [lab.chain.url, expect.stringContaining("rpc.walletconnect.org/v1/")] },
        chainDefault: { http: expect.arrayContaining([lab.chain.url]) },
      },
      blockExplorers: { default: { url: "https://etherscan.io" } },
      assets: { imageId: expect.any(String), imageUrl: chainImages[1] },
    });
    expect(solana).toMatchObject({
      chainNamespace: "solana",
      nativeCurrency: { name: "Solana", symbol: "SOL", decimals: 9 },
      testnet: false,
    });

    const state = await page.evaluate(() => {
      const { networkState } = window.kitLab.controllers.ChainController.state.chains.get(
        "eip155",
      ) ?? { networkState: undefined };
      return JSON.parse(JSON.stringify(networkState));
    });
    expect(state).toMatchObject({
      caipNetwork: { caipNetworkId: "eip155:1" },
      requestedCaipNetworks: [{ caipNetworkId: "eip155:1" }],
      supportsAllNetworks: true,
      smartAccountEnabledNetworks: [],
    });
  });

  test("sign-in session carries its fields", async ({ lab }) => {
    const { page } = lab;
    await lab.create({ signIn: { required: true } });
    const [cacao, stored] = await page.evaluate(async () => {
      const { OptionsController, SIWXUtil } = window.kitLab.controllers;
      const { siwx } = OptionsController.state;
      if (siwx === undefined) throw new Error("No sign-in");
      const kept: unknown[] = [];
      siwx.setSessions = async (sessions) => void kept.push(...sessions);
      const given = {
        h: { t: "caip122" },
        p: { iss: "did:pkh:eip155:1:0xabc", aud: "https://example.org", domain: "example.org" },
        s: { t: "eip191", s: "0x5161" },
      };
      const universalProvider = {
        authenticate: async () => ({
          session: { peer: { metadata: { name: "Pocket", icons: [] } } },
          auths: [given],
        }),
        client: { formatAuthMessage: () => "The message" },
      };
      await SIWXUtil.universalProviderAuthenticate({
        universalProvider: universalProvider as never,
        chains: ["eip155:1"],
        methods: [],
      });
      return [given, kept] as const;
    });
    expect(stored).toEqual([
      {
        data: expect.objectContaining({
          accountAddress: "0xabc",
          chainId: "eip155:1",
          uri: "https://example.org",
          domain: "example.org",
        }),
        message: "The message",
        signature: "0x5161",
        cacao,
      },
    ]);
  });

  test("sending carries its fields until it is reset", async ({ lab: { page } }) => {
    const states = await page.evaluate(() => {
      const { SendController } = window.kitLab.controllers;
      const copy = () => JSON.parse(JSON.stringify(SendController.state));
      const token = {
        name: "Ether",
        symbol: "ETH",
        chainId: "eip155:1",
        price: 1,
        quantity: { decimals: "18", numeric: "1" },
        iconUrl: "",
      };
      SendController.setToken(token);
      SendController.setTokenAmount(0.5);
      SendController.setReceiverAddress("0xabc");
      SendController.setReceiverProfileName("ada.eth");
      SendController.setReceiverProfileImageUrl("https://example.org/ada.png");
      SendController.setNetworkBalanceInUsd("1.00");
      SendController.setLoading(true);
      const filled = copy();
      SendController.resetSend();
      return { token, filled, reset: copy() };
    });
    expect(states.filled).toMatchObject({
      token: states.token,
      sendTokenAmount: 0.5,
      receiverAddress: "0xabc",
      receiverProfileName: "ada.eth",
      receiverProfileImageUrl: "https://example.org/ada.png",
      networkBalanceInUSD: "1.00",
      loading: true,
    });
    expect(states.reset).toEqual({
      tokenBalances: [],
      networkBalanceInUSD: "1.00",
      loading: false,
    });
  });

  test("quote for buying carries its fields", async ({ lab, cloud: _ }) => {
    const { page } = lab;
    await lab.create({ features: { onramp: true } });
    const quote = await page.evaluate(async () => {
      const { OnRampController } = window.kitLab.controllers;
      await OnRampController.getAvailableCurrencies();
      OnRampController.setPaymentAmount(10);
      return await OnRampController.getQuote();
    });
    expect(quote).toEqual({
      coinbaseFee: { amount: expect.any(String), currency: expect.any(String) },
      networkFee: { amount: expect.any(String), currency: expect.any(String) },
      paymentSubtotal: { amount: expect.any(String), currency: expect.any(String) },
      paymentTotal: { amount: expect.any(String), currency: expect.any(String) },
      purchaseAmount: { amount: expect.any(String), currency: expect.any(String) },
      quoteId: expect.any(String),
    });
  });

  test("theme and the app's description reach the frame", async ({ lab, embedded }) => {
    const { page } = lab;
    await lab.createSignedIn();
    await page.evaluate(() => {
      window.appKit.setThemeMode("dark");
      window.appKit.setThemeVariables({ "--w3m-accent": "#20553f" });
      return window.appKit.open({ view: "ApproveTransaction" });
    });
    await expect
      .poll(() => embedded.events.filter(({ name }) => name === "SYNC_THEME").at(-1)?.payload)
      .toMatchObject({ themeVariables: { "--w3m-accent": "#20553f" } });
    expect(await page.evaluate(() => window.appKit.getThemeMode())).toBe("dark");

    const described = embedded.events.filter(({ name }) => name === "SYNC_DAPP_DATA").at(-1);
    expect(described?.payload).toEqual({
      metadata: {
        name: "Kit lab",
        description: "",
        url: new URL(page.url()).origin,
        icons: [expect.stringContaining("/icon.svg")],
      },
      projectId: expect.any(String),
      sdkVersion: "html-ethers-1.7.4",
      sdkType: "appkit",
    });
  });

  test("wallet carries name, icon and rdns, and its kind of connector", async ({ lab }) => {
    const { page } = lab;
    const wallet = await lab.connectInjected();
    expect(await page.evaluate(() => window.appKit.getWalletInfo())).toMatchObject({
      name: wallet.name,
      icon: expect.stringMatching(/^data:image/),
      rdns: "test.careful-wallet",
      type: "ANNOUNCED",
    });
  });

  test("connectors are distinguished by their kind", async ({ lab }) => {
    const { page } = lab;
    await lab.announceInjected();
    await page.evaluate(() => {
      Object.assign(window, { ethereum: { request: () => Promise.resolve([]) } });
    });
    await lab.create({ features: { email: true } });
    await expect
      .poll(() =>
        page.evaluate(() => {
          const connectors = window.kitLab.controllers.ConnectorController.state.allConnectors;
          return connectors.map(({ type }) => type).sort();
        }),
      )
      .toEqual(["ANNOUNCED", "AUTH", "INJECTED", "WALLET_CONNECT"]);
    const merged = await page.evaluate(() => {
      const { ConnectorController } = window.kitLab.controllers;
      const twin = { name: "Twin", type: "ANNOUNCED", chain: "eip155", id: "twin" } as const;
      return ConnectorController.mergeMultiChainConnectors([
        twin,
        { ...twin, chain: "solana" },
      ]).map(({ type }) => type);
    });
    expect(merged).toEqual(["MULTI_CHAIN"]);
  });
});
