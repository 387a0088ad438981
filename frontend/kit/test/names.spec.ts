import type { Locator } from "@playwright/test";
import { verifyMessage } from "ethers";
import { account } from "../../../test/e2e/support/chain.ts";
import { test as base, expect } from "./support/cloud-fixtures.ts";
import type { EmbeddedLogin } from "./support/embedded-login.ts";

const test = base.extend<{
  readonly openForm: () => Promise<{ readonly login: EmbeddedLogin; readonly name: Locator }>;
}>({
  openForm: async ({ page, restoreLogin }, use) =>
    use(async () => {
      const login = await restoreLogin();
      await login.openSettings();
      await page.getByText("Choose account name").click();
      await page.getByRole("button", { name: "Choose name" }).click();
      return { login, name: page.locator("wui-ens-input input") };
    }),
});

function registered(address: string) {
  const at = new Date(0).toISOString();
  return {
    name: "ada-home.reown.id",
    registered_at: at,
    updated_at: at,
    attributes: {},
    addresses: { "2147483649": { address, created_at: at } },
  };
}

test.describe("[K-18] an account's name", () => {
  test("has at least four letters, digits or hyphens, is signed for and registered", async ({
    page,
    cloud,
    embedded,
    openForm,
  }) => {
    const { login, name } = await openForm();
    await name.fill("ada");
    await expect(page.getByText("Name must be at least 4 characters long")).toBeVisible();
    await name.fill("ada_home");
    await expect(
      page.getByText("Can only contain letters, numbers and - characters"),
    ).toBeVisible();
    await name.press("Enter");
    expect(cloud.to("name suggestions")).toEqual([]);
    expect(embedded.asked).not.toContain("RPC_REQUEST");

    await name.fill("ada-home");
    await expect(page.getByText("Available")).toBeVisible();
    await name.press("Enter");
    await expect(login.frame.getByText("personal_sign")).toBeVisible();
    await login.decide("Approve");

    await expect.poll(() => cloud.to("register name")).toHaveLength(1);
    const [{ body } = { body: null }] = cloud.to("register name");
    const { message, signature, ...rest } = body as Record<string, string>;
    // Chain 1 as a coin type: 2^31 OR 1.
    expect(rest).toEqual({ coin_type: 2 ** 31 + 1, address: embedded.signer.address });
    expect(JSON.parse(message ?? "")).toEqual({
      name: "ada-home.reown.id",
      attributes: {},
      timestamp: expect.any(Number),
    });
    expect(verifyMessage(message ?? "", signature ?? "")).toBe(embedded.signer.address);
    expect(cloud.state.names.has("ada-home.reown.id")).toBe(true);

    await expect(login.dialog.getByText("Account name chosen successfully")).toBeVisible();
    await login.dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(login.dialog.locator("wui-profile-button")).toContainText("ada-home");
  });

  test("that is not signed for returns to the form", async ({ page, cloud, openForm }) => {
    const { login, name } = await openForm();
    await name.fill("ada-home");
    await expect(page.getByText("Available")).toBeVisible();
    await name.press("Enter");
    await login.decide("Decline");

    await expect(page.getByText("Error registering name ada-home.reown.id")).toBeVisible();
    await expect(name).toBeVisible();
    expect(cloud.to("register name")).toEqual([]);
  });

  test("that is refused after the signature returns to the form, with the reason", async ({
    page,
    cloud,
    openForm,
  }) => {
    const { login, name } = await openForm();
    await name.fill("ada-home");
    await expect(page.getByText("Available")).toBeVisible();
    cloud.state.names.set("ada-home.reown.id", registered(account(9).address));
    await name.press("Enter");
    await login.decide("Approve");
    await expect.poll(() => cloud.to("register name")).toHaveLength(1);

    await expect(page.getByText("Error registering name ada-home.reown.id")).toBeVisible();
    await expect(name).toBeVisible();
  });

  test("that is taken is shown as such, and is not signed for", async ({
    page,
    cloud,
    embedded,
    openForm,
  }) => {
    cloud.state.names.set("ada-home.reown.id", registered(account(9).address));
    const { name } = await openForm();
    await name.fill("ada-home");
    await expect(page.getByText("Registered", { exact: true })).toBeVisible();
    await name.press("Enter");
    await name.fill("ada-house");
    await expect(page.getByText("Available").first()).toBeVisible();
    expect(embedded.asked).not.toContain("RPC_REQUEST");
    expect(cloud.to("register name")).toEqual([]);
  });

  test("is confirmed by a view that leads to the account", async ({ lab, cloud: _ }) => {
    const { page } = lab;
    await lab.createSignedIn();
    await page.evaluate(() => window.appKit.open({ view: "RegisterAccountNameSuccess" as never }));
    await expect(page.getByText("Account name chosen successfully")).toBeVisible();
    await page.getByRole("button", { name: "Let's Go!" }).click();
    await expect(page.locator("w3m-account-view")).toBeVisible();
  });
});

test.describe("[K-18] the names' controller", () => {
  test("reports which of its requests failed", async ({ lab, cloud, embedded }) => {
    const { page } = lab;
    for (const endpoint of ["name", "name suggestions", "names of an address"]) {
      cloud.faults.set(endpoint, { status: 500 });
    }
    await lab.createSignedIn();
    const messages = await page.evaluate(async (address) => {
      const { EnsController } = window.kitLab.controllers;
      const asked = [
        EnsController.resolveName("ada-home.reown.id"),
        EnsController.getSuggestions("ada-home"),
        EnsController.getNamesForAddress(address),
      ];
      return await Promise.all(asked.map((answer) => answer.then(() => "answered", String)));
    }, embedded.signer.address);
    expect(messages).toEqual([
      "Error: Error resolving name",
      "Error: Error fetching name suggestions",
      "Error: Error fetching names for address",
    ]);
  });

  test("does not register without an account or without a network", async ({ lab, cloud: _ }) => {
    const { page } = lab;
    await lab.create();
    const register = () =>
      page.evaluate(() =>
        window.kitLab.controllers.EnsController.registerName("ada-home.reown.id").then(
          () => "registered",
          String,
        ),
      );
    expect(await register()).toBe("Error: Address or auth connector not found");
    await page.evaluate(() => {
      const { state } = window.kitLab.controllers.ChainController;
      Object.assign(state, { activeCaipNetwork: undefined });
    });
    expect(await register()).toBe("Error: Network not found");
  });

  test("does not register on a chain with an id too large for a coin type", async ({
    lab,
    cloud,
    embedded,
  }) => {
    const { page } = lab;
    await lab.createSignedIn();
    const outcome = await page.evaluate(() => {
      const { controllers, networks } = window.kitLab;
      const network = { ...networks.mainnet, id: 2 ** 31, caipNetworkId: "eip155:2147483648" };
      Object.assign(controllers.ChainController.state, { activeCaipNetwork: network });
      return controllers.EnsController.registerName("ada-home.reown.id").then(
        () => "registered",
        String,
      );
    });
    expect(outcome).toBe("Error: Invalid chainId");
    expect(cloud.to("register name")).toEqual([]);
    expect(embedded.asked).not.toContain("RPC_REQUEST");
  });

  test("finds names and addresses that are registered", async ({ lab, cloud, embedded }) => {
    const { page } = lab;
    cloud.state.names.set("ada-home.reown.id", registered(embedded.signer.address));
    await lab.createSignedIn();
    const found = await page.evaluate(async (address) => {
      const { EnsController } = window.kitLab.controllers;
      return {
        taken: await EnsController.isNameRegistered("ada-home.reown.id"),
        names: (await EnsController.getNamesForAddress(address)).map(({ name }) => name),
        valid: ["abc", "abcd", "Ab-1", "ab_d", "ab d"].filter(EnsController.validateName),
      };
    }, embedded.signer.address);
    expect(found).toEqual({
      taken: true,
      names: ["ada-home.reown.id"],
      valid: ["abcd", "Ab-1"],
    });
  });
});
