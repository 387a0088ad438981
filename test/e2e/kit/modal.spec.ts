import { checkAccessibility } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";
import { MintPageObject } from "../support/page.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`leaves the page accessible behind the kit's dialog, ${colorScheme}`, async ({
    page,
    mainnet: { url },
  }, testInfo) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(url);
    await new MintPageObject(page).connect.click();
    await expect(page.getByText("All Wallets")).toBeVisible();

    const ours = await checkAccessibility(page, { exclude: ["w3m-modal"] });
    expect(ours.violations).toEqual([]);

    // The dialog is the kit's: its violations are reported, but fail no test.
    const kits = await checkAccessibility(page, { include: ["w3m-modal"] });
    for (const { id, impact, nodes, help } of kits.violations) {
      testInfo.annotations.push({
        type: "kit accessibility",
        description: `${id} (${impact}, ${nodes.length} times): ${help}`,
      });
    }
    expect(kits.passes.length, "rules that the dialog was checked against").toBeGreaterThan(0);
  });
}
