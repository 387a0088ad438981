import type { Page } from "@playwright/test";
import { MintPageObject } from "../../../test/e2e/support/page.ts";
import { EMAIL } from "./support/embedded-login.ts";
import { expect, test } from "./support/embedded-wallet-fixtures.ts";

function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(`@appkit-wallet/${name}`), key);
}

test.describe("[K-06] email", () => {
  test("signs in with the code that was sent, and refuses another", async ({
    page,
    embedded,
    openLogin,
  }) => {
    const login = await openLogin();
    await login.submitEmail(EMAIL);
    await expect(page.getByText("Enter the code we sent to")).toBeVisible();
    await expect(page.getByText(EMAIL)).toBeVisible();

    await login.enterCode("11111");
    expect(embedded.asked).not.toContain("CONNECT_OTP");
    await page.keyboard.type("1");
    await expect(page.getByText("Invalid code. Try Again")).toBeVisible();
    expect(embedded.asked).not.toContain("GET_USER");

    await login.clearCode();
    await login.enterCode(embedded.otp);
    await expect(page.getByText(embedded.signer.address)).toBeVisible();
    await expect(new MintPageObject(page).mint).toBeVisible();
    expect(embedded.events.filter(({ name }) => name === "CONNECT_OTP")).toEqual([
      expect.objectContaining({ payload: { otp: "111111" } }),
      expect.objectContaining({ payload: { otp: embedded.otp } }),
    ]);
  });

  test("waits for a new device to be approved by the link in the email", async ({
    page,
    embedded,
    openLogin,
  }) => {
    embedded.emailAction = "VERIFY_DEVICE";
    const login = await openLogin();
    await login.submitEmail(EMAIL);
    await expect(page.getByText("Approve the login link we sent to")).toBeVisible();
    await embedded.received("CONNECT_DEVICE");

    embedded.approveDevice();
    await expect(page.getByText("Enter the code we sent to")).toBeVisible();
    await login.enterCode(embedded.otp);
    await expect(page.getByText(embedded.signer.address)).toBeVisible();
  });

  test("connects at once if the wallet knows the visitor", async ({
    page,
    embedded,
    openLogin,
  }) => {
    embedded.emailAction = "CONNECT";
    const login = await openLogin();
    await login.submitEmail(EMAIL);
    await expect(page.getByText(embedded.signer.address)).toBeVisible();
    expect(embedded.asked).not.toContain("CONNECT_OTP");
  });

  test("does not send an invalid email address", async ({ page, embedded, openLogin }) => {
    const login = await openLogin();
    for (const text of ["ada@", "ada example.org", "@example.org"]) {
      await login.submitEmail(text);
      await expect(page.getByText("Invalid email. Try again.")).toBeVisible();
      await login.email.fill("");
      await expect(page.getByText("Invalid email. Try again.")).toBeHidden();
    }
    expect(embedded.asked).not.toContain("CONNECT_EMAIL");
  });

  test("is remembered across a reload, and forgotten on disconnecting", async ({
    page,
    embedded,
    signIn,
  }) => {
    const login = await signIn();
    expect(await stored(page, "EMAIL")).toBe(EMAIL);
    expect(await stored(page, "EMAIL_LOGIN_USED_KEY")).toBe("true");
    expect(await stored(page, "LAST_USED_CHAIN_KEY")).toBe("1");

    await page.reload();
    await expect(page.getByText(embedded.signer.address)).toBeVisible();
    expect(embedded.asked).toContain("IS_CONNECTED");

    await login.openSettings();
    await page.getByText("Disconnect", { exact: true }).click();
    await expect(new MintPageObject(page).connect).toBeVisible();
    expect(embedded.asked).toContain("SIGN_OUT");
    for (const key of ["EMAIL", "EMAIL_LOGIN_USED_KEY", "LAST_USED_CHAIN_KEY"]) {
      expect(await stored(page, key), key).toBeNull();
    }
  });

  test("is forgotten if the wallet reports on a later visit that no user is signed in", async ({
    page,
    embedded,
    signIn,
  }) => {
    await signIn();

    embedded.forget();
    await page.reload();
    await embedded.received("IS_CONNECTED");
    await expect(new MintPageObject(page).connect).toBeVisible();
    await expect.poll(() => stored(page, "EMAIL_LOGIN_USED_KEY")).toBeNull();
    expect(await stored(page, "EMAIL")).toBeNull();
  });
});

test("[K-07] refuses to send another email within 30 seconds", async ({
  page,
  embedded,
  openLogin,
}) => {
  const start = Date.parse("2026-01-01T00:00:00Z");
  const emails = () => embedded.asked.filter((name) => name === "CONNECT_EMAIL").length;
  await page.clock.setFixedTime(start);
  const login = await openLogin();
  await login.submitEmail(EMAIL);
  await expect(page.getByText("Enter the code we sent to")).toBeVisible();
  await expect(page.getByText("Resend in 30s")).toBeVisible();
  await login.back();

  for (const [elapsed, seconds] of [
    [0, 30],
    [10_000, 20],
    [29_001, 1],
  ] as const) {
    await page.clock.setFixedTime(start + elapsed);
    await login.submitEmail(EMAIL);
    await expect(page.getByText(`Please try again after ${seconds} seconds`)).toBeVisible();
  }
  expect(emails()).toBe(1);

  await page.clock.setFixedTime(start + 30_000);
  await login.submitEmail(EMAIL);
  await expect(page.getByText("Enter the code we sent to")).toBeVisible();
  expect(emails()).toBe(2);
});

test.describe("[K-08] a new email address", () => {
  const NEW_EMAIL = "grace@example.org";

  test("is stored after both the old and the new address are verified", async ({
    page,
    embedded,
    restoreLogin,
  }) => {
    const login = await restoreLogin();
    await login.openSettings();
    await page.getByText(EMAIL).click();
    await login.email.fill(NEW_EMAIL);
    await page.getByRole("button", { name: "Save" }).click();

    await expect(page.getByText(EMAIL)).toBeVisible();
    await login.enterCode(embedded.otp);
    await expect(page.getByText(NEW_EMAIL)).toBeVisible();
    expect(await stored(page, "EMAIL")).toBe(EMAIL);
    await login.enterCode(embedded.otp);
    await expect(page.getByText("Invalid code. Try Again")).toBeVisible();
    expect(await stored(page, "EMAIL")).toBe(EMAIL);

    await login.clearCode();
    await login.enterCode(embedded.secondOtp);
    await expect.poll(() => stored(page, "EMAIL")).toBe(NEW_EMAIL);
    expect(await stored(page, "EMAIL_LOGIN_USED_KEY")).toBe("true");
    expect(embedded.asked.filter((name) => name.startsWith("UPDATE_EMAIL"))).toEqual([
      "UPDATE_EMAIL",
      "UPDATE_EMAIL_PRIMARY_OTP",
      "UPDATE_EMAIL_SECONDARY_OTP",
      "UPDATE_EMAIL_SECONDARY_OTP",
    ]);
  });

  test("verifies only the new address if the wallet says so", async ({
    page,
    embedded,
    restoreLogin,
  }) => {
    embedded.updateAction = "VERIFY_SECONDARY_OTP";
    const login = await restoreLogin();
    await login.openSettings();
    await page.getByText(EMAIL).click();
    await login.email.fill(NEW_EMAIL);
    await page.getByRole("button", { name: "Save" }).click();

    await expect(page.getByText("Enter the code we sent to")).toBeVisible();
    await expect(page.getByText(NEW_EMAIL)).toBeVisible();
    await login.enterCode(embedded.secondOtp);
    await expect.poll(() => stored(page, "EMAIL")).toBe(NEW_EMAIL);
    expect(embedded.asked).not.toContain("UPDATE_EMAIL_PRIMARY_OTP");
  });
});
