import { expect, test } from "./support/kit-lab-fixtures.ts";

/**
 * AppKit delays only this error, because its dialog opens first. The tests of K-11 check the error
 * in the dialog.
 */

test("[W-17] shows that a request is not allowed 300 ms after refusing it", async ({ lab }) => {
  const { page } = lab;
  await page.clock.install();
  await lab.createSignedIn();
  await page.clock.pauseAt(new Date("2030-06-01T12:00:00Z"));
  const said = await page.evaluateHandle(async () => {
    type Provider = { request(request: { method: string; params: unknown[] }): Promise<unknown> };
    const { SnackController } = window.kitLab.controllers;
    const began = Date.now();
    const words: [string, number][] = [];
    const { showError } = SnackController;
    SnackController.showError = (message: string) => {
      words.push([message, Date.now() - began]);
      showError.call(SnackController, message);
    };
    await window.appKit
      .getProvider<Provider>("eip155")
      ?.request({ method: "eth_sign", params: ["0x", "0x"] })
      .catch(() => undefined);
    return words;
  });
  await page.clock.runFor(1_000);
  expect(await said.jsonValue()).toContainEqual(["Action not allowed", 300]);
});
