import { expect, test } from "vitest";
import { newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { toast } from "#tests/support/browser.ts";
import { openShop } from "#tests/support/shop.ts";
import { signedInAs } from "#tests/support/signed-in.ts";
import { totp } from "#tests/support/totp.ts";

const shop = openShop();

test("a second factor is set up, its backup codes are copied and downloaded, and it is asked for at the next sign-in [A7.19]", async () => {
  const { page, context, faults } = await shop.as(null, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await signedInAs(context, shop.server.url, await newPerson("Fenna"));
  await page.goto("/profile/security");
  await page.getByRole("link", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const app = page.getByRole("link", { name: "Open the app on this device" });
  const uri = (await app.getAttribute("href")) ?? "";
  await page.getByLabel("Six-digit code").fill(totp(uri));
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Two-step verification is on").waitFor();
  const codes = await page
    .locator("main li")
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("second-serve-backup-codes.txt");
  for (const code of codes) expect(copied).toContain(code);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await page.getByText("On. Backup codes left: 10").waitFor();
  expect(faults).toEqual([]);

  await context.clearCookies();
  await page.goto("/auth?next=%2Ffavorites");
  await page.getByLabel("Email or username").fill("Fenna");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("This code is wrong, or was used already.").waitFor();
  await page.getByLabel("Six-digit code").fill(totp(uri, 1));
  await page.getByRole("button", { name: "Sign In" }).click();
  await toast(page, "Welcome back!").waitFor();
  expect(new URL(page.url()).pathname).toBe("/favorites");
});
