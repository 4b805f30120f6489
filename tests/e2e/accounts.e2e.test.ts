import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newestLink, newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { toast } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";
import { signedInAs } from "#tests/support/signed-in.ts";
import { totp } from "#tests/support/totp.ts";

const shop = openShop();

describe("signing up and in", () => {
  async function fillSignUp(page: Page, username: string, confirm = PASSWORD): Promise<void> {
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email", { exact: true }).fill(`${username.toLowerCase()}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(confirm);
  }

  async function fillSignIn(page: Page, identifier: string): Promise<void> {
    await page.getByLabel("Email or username").fill(identifier);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  }

  const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

  /**
   * Presses a submit button, delays the request of its form, and waits until the button is busy. Returns a function
   * that sends the request.
   */
  async function pressHeld(page: Page, idle: string, busy: string): Promise<() => Promise<void>> {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      /\/auth\.data/,
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: idle }).click();
    const button = page.getByRole("button", { name: busy });
    await button.waitFor();
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    return async () => {
      release();
      await button.waitFor({ state: "detached" });
    };
  }

  test("sign-up shows faults at their fields until they are corrected, keeps the input except passwords after a reload and Back, has a busy button, and is completed by the mail's link with a welcome [A2.54 W4.1.3]", async () => {
    const { page } = await shop.openAs(null);
    await page.goto("/auth?mode=signup");
    await fillSignUp(page, "A", "another horse battery");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByRole("link", { name: "Username must be at least 2 characters" }).waitFor();
    await page.getByRole("link", { name: "Passwords do not match." }).waitFor();
    await expect.poll(() => focusedName(page)).toBe("username");
    await expect.poll(() => page.getByLabel("Username").getAttribute("aria-invalid")).toBe("true");
    expect(await page.title()).toMatch(/^Error: /);
    // The focus is in the invalid field already, so only a new alert makes a screen reader read the errors again.
    const read = await page.getByRole("alert").elementHandle();
    await page.keyboard.press("Enter");
    await expect.poll(() => read?.evaluate((alert) => alert.isConnected)).toBe(false);
    await page.getByRole("alert").getByRole("link", { name: "Passwords do not match." }).click();
    await expect.poll(() => focusedName(page)).toBe("confirm");
    await page.getByLabel("Username").fill("Ab");
    await page
      .getByRole("link", { name: "Username must be at least 2 characters" })
      .waitFor({ state: "detached" });

    await fillSignUp(page, "Wanda");
    const typed = async () => [
      await page.getByLabel("Username").inputValue(),
      await page.getByLabel("Email", { exact: true }).inputValue(),
      await page.getByLabel("Password", { exact: true }).inputValue(),
    ];
    const expected = ["Wanda", "wanda@example.com", ""];
    await page.reload();
    await expect.poll(typed).toEqual(expected);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(PASSWORD);
    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    await page.getByLabel("Email or username").waitFor();
    await page.goBack();
    await expect.poll(typed).toEqual(expected);

    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    // The form is longer than a phone's screen, and the confirmation appears far above its button.
    await page.setViewportSize({ width: 360, height: 640 });
    const letGo = await pressHeld(page, "Create Account", "Creating account...");
    await letGo();
    const confirmation = page.getByText("Please check your email to verify your account.");
    await confirmation.waitFor();
    const isInView = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    await expect.poll(() => confirmation.evaluate(isInView)).toBe(true);
    // The draft is deleted once the account exists.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("sign-up"))).toBeNull();
    await page.goto(await newestLink("wanda@example.com"));
    await page.getByRole("button", { name: "Verify email address" }).click();
    await page.getByText("Welcome, Wanda!").waitFor();
    await page.getByRole("link", { name: "Me", exact: true }).waitFor();
  });

  test("sign-in can show the password, has a busy button, and shows the server's faults at their fields with the input kept [A2.54 A8.19]", async () => {
    const { page } = await shop.openAs(null);
    await page.goto("/auth");
    await fillSignIn(page, "Nobody At All");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect.poll(() => page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    const letGo = await pressHeld(page, "Sign In", "Signing in...");
    await letGo();
    await page.getByRole("link", { name: "Username not found" }).waitFor();
    await expect.poll(() => focusedName(page)).toBe("identifier");
    expect(await page.getByLabel("Email or username").inputValue()).toBe("Nobody At All");
  });

  test("signing in leads the browser's other tabs from /auth to /, and signing out signs them out too [A2.53 A4.1 A4.24 A7.2]", async () => {
    await newPerson("Tabea");
    const { page: working, context } = await shop.openAs(null);
    const waiting = await context.newPage();
    for (const page of [waiting, working]) await page.goto("/auth");
    await fillSignIn(working, "tabea");
    await Promise.all([
      toast(working, "Welcome back!").getByText("Successfully signed in.").waitFor(),
      waiting.waitForURL(`${shop.server.url}/`),
      working.getByRole("button", { name: "Sign In" }).click(),
    ]);
    await waiting.getByRole("button", { name: /Tabea/ }).waitFor();
    await working.getByRole("button", { name: /Tabea/ }).click();
    await working.getByRole("menuitem", { name: "Log out" }).click();
    await waiting.getByRole("link", { name: "Sign in / Sign up" }).waitFor();
  });
});

describe("the Back button of the browser", () => {
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  async function fillIn(page: Page, username: string): Promise<void> {
    await page.getByLabel("Email or username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
  }

  test("skips the sign-in page after signing in, and leads to it after signing out on a protected page", async () => {
    await newPerson("back_out");
    const { page } = await shop.openAs(null);
    await page.goto("/help");
    await page.getByRole("contentinfo").getByRole("link", { name: "Rackets", exact: true }).click();
    await page.waitForURL("**/rackets");
    const favourites = page.getByRole("banner").getByRole("link", { name: "Favorites", exact: true });
    await favourites.click();
    await page.waitForURL("**/auth?next=%2Ffavorites");
    await fillIn(page, "back_out");
    await page.waitForURL("**/favorites");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe("/help");
    await page.goForward();
    await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
    await favourites.click();
    await page.waitForURL("**/favorites");
    await page.getByRole("button", { name: /^back_out/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goBack();
    await page.waitForURL("**/auth?next=%2Ffavorites");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
    await page.goForward();
    await page.waitForURL("**/auth?next=%2Ffavorites");
    await fillIn(page, "back_out");
    await page.waitForURL("**/favorites");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Rackets" }).waitFor();
  });

  test("shows nothing of a person who signed out without JavaScript [V14.3.1]", async () => {
    const { page } = await shop.openAs(await person("anna"), { javaScriptEnabled: false });
    await page.goto("/my-listings");
    const menu = page.locator("summary[aria-label*='anna']");
    await menu.click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${shop.server.url}/`);
    await page.goBack();
    expect(await menu.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/auth");
  });
});

describe("a second factor", () => {
  test("is enabled, has its backup codes copied and downloaded, and is asked for at the next sign-in [A7.19]", async () => {
    const { page, context, faults } = await shop.openAs(null, {
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
    await page.getByRole("button", { name: "Turn on" }).click();
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
    const saved = await readFile(await file.path(), "utf8");
    for (const code of codes) {
      expect(copied).toContain(code);
      expect(saved).toContain(code);
    }
    await page.getByRole("link", { name: "I have saved them" }).click();
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
    await page.getByRole("link", { name: "This code is wrong or has already been used." }).waitFor();
    await page.getByLabel("Six-digit code").fill(totp(uri, 1));
    await page.getByRole("button", { name: "Sign In" }).click();
    await toast(page, "Welcome back!").waitFor();
    expect(new URL(page.url()).pathname).toBe("/favorites");
  });
});
