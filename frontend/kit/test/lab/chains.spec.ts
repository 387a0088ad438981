import { PROJECT_ID } from "../../../../test/e2e/support/mainnet-build.ts";
import { expect, test } from "../support/kit-lab-fixtures.ts";

test("[K-23] uses the kit's own adapter for each kind of chain without a configured one", async ({
  lab: { page },
}) => {
  await page.evaluate((projectId) => {
    window.appKit = window.kitLab.connectOnTwoChains(projectId);
  }, PROJECT_ID);
  const chains = await page.evaluate(() => [
    ...window.kitLab.controllers.ChainController.state.chains.keys(),
  ]);
  expect(chains).toEqual(["eip155", "solana"]);
  const networks = () =>
    page.evaluate(() => window.appKit.getCaipNetworks("solana").map(({ name }) => name));
  expect(await networks()).toEqual(["Solana"]);

  await page.evaluate(() => {
    const { solanaDevnet } = window.kitLab.networks;
    type Network = Parameters<typeof window.appKit.addNetwork>[1];
    window.appKit.addNetwork("solana", solanaDevnet as Network);
  });
  expect(await networks()).toEqual(["Solana", "Solana Devnet"]);
});
