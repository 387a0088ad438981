import { expect, test } from "./support/session-fixtures.ts";

test("[K-32] reports that a telephone's wallet approved one chain and can't switch", async ({
  openSession,
}) => {
  const { wallet, provider } = await openSession({
    methods: ["personal_sign", "eth_sendTransaction"],
  });
  const switchTo = (chainId: string) =>
    provider.evaluate(
      (page, id) =>
        page
          .request({ method: "wallet_switchEthereumChain", params: [{ chainId: id }] }, "eip155:1")
          .then(() => "switched", String),
      chainId,
    );

  expect(await switchTo("0x1")).toBe("switched");
  expect(await switchTo("0x89")).toContain("Failed to switch to chain 'eip155:137'");
  expect(wallet.requests).toEqual([]);
});
