import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, launchBrowser, openTab, signUp, type Tab, toast } from "#tests/support/browser.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";
import { totp } from "#tests/support/totp.ts";

const PASSWORD = "correct horse battery";

let server: TestServer;
let browser: Browser;
let tabs: Tab[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterEach(async () => {
  await Promise.all(tabs.map(({ context }) => context.close()));
  tabs = [];
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(device?: Parameters<typeof openTab>[2]): Promise<Tab> {
  const tab = await openTab(browser, server.url, device);
  tabs.push(tab);
  return tab;
}

/** The first six digits of the newest mail, or text message, as the person who reads it. */
async function newestCode(): Promise<string> {
  const { page } = await open();
  await page.goto("/dev/mailbox");
  const subject = await page.getByRole("main").getByRole("listitem").first().textContent();
  return subject?.match(/\d{6}/)?.[0] ?? "";
}

async function enrol(page: Page): Promise<{ uri: string; codes: string[] }> {
  await page.goto("/profile/security");
  await page.getByRole("link", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  const uri =
    (await page.getByRole("link", { name: "Open the app on this device" }).getAttribute("href")) ?? "";
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await page.getByLabel("Six-digit code").fill(totp(uri));
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Two-step verification is on").waitFor();
  const codes = await page
    .locator("main li")
    .filter({ hasText: /^\w{5}-\w{5}$/ })
    .allTextContents();
  return { uri, codes };
}

async function signOut(page: Page, username: string): Promise<void> {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: username }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("link", { name: "Sign in / Sign up" }).waitFor();
}

async function byPassword(page: Page, username: string, path = "/auth"): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await page.getByLabel("Email or username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("a second factor is set up, asked for, replaced by a backup code, and left out on a trusted device [A7.19]", async () => {
  const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await signUp(page, "Fenna");
  const { uri, codes } = await enrol(page);
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

  await signOut(page, "Fenna");
  await byPassword(page, "Fenna", "/auth?next=%2Ffavorites");
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("This code is wrong, or was used already.").waitFor();
  await page.getByLabel("Six-digit code").fill(totp(uri));
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`${server.url}/favorites`);
  await toast(page, "Welcome back!").waitFor();

  await signOut(page, "Fenna");
  await byPassword(page, "Fenna");
  await page.getByRole("link", { name: "Use a backup code instead" }).click();
  await page.getByLabel("Backup code").fill(codes[0] ?? "");
  await page.getByLabel("Trust this device for 30 days").check();
  await page.getByRole("button", { name: "Sign In" }).click();
  await toast(page, "Backup codes left: 9").waitFor();

  await signOut(page, "Fenna");
  await byPassword(page, "Fenna", "/auth?next=%2Fprofile%2Fsecurity%2Ftwo-factor");
  await page.getByRole("button", { name: "Switch off" }).click();
  await toast(page, "Two-step verification is off").waitFor();
});

test("without JavaScript, in German, a code that is mailed signs in, with the second step, to where one was going [A7.11]", async () => {
  const setUp = await open();
  await signUp(setUp.page, "Gesa");
  const { uri } = await enrol(setUp.page);

  const { page } = await open({ javaScriptEnabled: false });
  await page.goto("/de/auth?next=%2Frackets");
  await page.getByRole("link", { name: "Lieber mit einem Code anmelden" }).click();
  await page.getByLabel("E-Mail oder Telefonnummer").fill("gesa@example.com");
  await page.getByRole("button", { name: "Code schicken" }).click();
  await page.getByText("Wenn gesa@example.com zu einem Konto gehört").waitFor();
  const code = page.locator("input[name=code]");
  expect([await code.getAttribute("autocomplete"), await code.getAttribute("inputmode")]).toEqual([
    "one-time-code",
    "numeric",
  ]);
  await code.fill("000000");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByText("Dieser Code stimmt nicht oder gilt nicht mehr.").waitFor();
  await page.getByRole("button", { name: "Neuen Code schicken" }).click();
  await page.getByText("Nur der neueste gilt.").waitFor();
  await code.fill(await newestCode());
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByRole("heading", { name: "Noch ein Schritt" }).waitFor();
  await page.getByLabel("Diesem Gerät 30 Tage lang vertrauen").waitFor();
  await code.fill(totp(uri));
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.waitForURL(`${server.url}/de/rackets`);
});

test("without JavaScript, switching it on shows the backup codes and keeps one signed in", async () => {
  const setUp = await open();
  await signUp(setUp.page, "Ilse");
  const { page } = await open({
    javaScriptEnabled: false,
    storageState: await setUp.page.context().storageState(),
  });
  const { codes } = await enrol(page);
  expect(codes).toHaveLength(10);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await page.getByText("On. Backup codes left: 10").waitFor();
});

test("on a phone, a number is added and signs in, and nothing is unreadable or too wide", async () => {
  const { page } = await open("phone");
  await signUp(page, "Hilde");
  await page.goto("/profile/security/phone");
  await hydrated(page);
  await page.getByLabel("Phone number").fill("06 1234 5678");
  await page.getByRole("button", { name: "Send a code" }).click();
  await page.getByText("A code is on its way to +31 6 12345678.").waitFor();
  await page.getByLabel("Six-digit code").fill(await newestCode());
  await page.getByRole("button", { name: "Confirm number" }).click();
  await page.getByText("+31 6 12345678 – you can sign in with a code that we send there.").waitFor();
  await enrol(page);
  await expectNoFaults(page);
  await page.context().clearCookies();

  await page.goto("/auth/code");
  await hydrated(page);
  await expectNoFaults(page);
  await page.getByLabel("Email or phone number").fill("06 1234 5678");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByText("If +31 6 12345678 belongs to an account").waitFor();
  await expectNoFaults(page);
  await page.getByLabel("Six-digit code").fill(await newestCode());
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await expectNoFaults(page);
});
