import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/support/browser.ts";
import { startServer, type TestServer } from "#tests/support/server.ts";

const PASSWORD = "correct horse battery";

let server: TestServer;
let browser: Browser;
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function newContext(options: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  contexts.push(context);
  return context;
}

/** Opens an account page and waits until its scripts run: the button that shows the password is theirs. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: "Show password" }).first().waitFor();
}

async function fillSignUp(page: Page, username: string, confirm = PASSWORD): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email", { exact: true }).fill(`${username.toLowerCase()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(confirm);
}

async function fillSignIn(page: Page, identifier: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email or username").fill(identifier);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Follows the link of the newest mail, as the person who reads it at /dev/mailbox. */
async function verifyNewest(page: Page): Promise<void> {
  await page.goto("/dev/mailbox");
  await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
  await page.frameLocator("iframe").getByRole("link").first().click();
  await page.waitForURL(`${server.url}/`);
}

async function newPerson(username: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await newContext();
  const page = await context.newPage();
  await open(page, "/auth?mode=signup");
  await fillSignUp(page, username);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Please check your email to verify your account.").waitFor();
  await verifyNewest(page);
  return { context, page };
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute("name"));
}

test("the tabs are links, and the second is an address of its own [A2.3 A2.50]", async () => {
  const page = await (await newContext()).newPage();
  await open(page, "/auth");
  await page.getByRole("link", { name: "Create Account" }).click();
  await page.waitForURL("**/auth?mode=signup");
  await page.getByLabel("Confirm password").waitFor();
  await page.getByRole("link", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Email or username").waitFor();
});

test("faults stand at their fields, the first has the focus, and they go as one types", async () => {
  const page = await (await newContext()).newPage();
  await open(page, "/auth?mode=signup");
  await fillSignUp(page, "A", "another horse battery");
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Username must be at least 2 characters").waitFor();
  await page.getByText("Passwords do not match.").waitFor();
  expect(await focusedName(page)).toBe("username");
  expect(await page.getByLabel("Username").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Username").fill("Ab");
  await page.getByText("Username must be at least 2 characters").waitFor({ state: "detached" });
});

test("what the server finds wrong stands at its field too, and nothing typed is lost [A8.19]", async () => {
  const page = await (await newContext()).newPage();
  await open(page, "/auth");
  await fillSignIn(page, "Nobody At All");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText("Username not found").waitFor();
  expect(await focusedName(page)).toBe("identifier");
  expect(await page.getByLabel("Email or username").inputValue()).toBe("Nobody At All");
});

test.each([
  ["/auth", "Sign In", "Signing in..."],
  ["/auth?mode=signup", "Create Account", "Creating account..."],
])("on %s the button %s reads %s while busy [A2.54]", async (path, idle, busy) => {
  const page = await (await newContext()).newPage();
  await open(page, path);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/auth\.data/, async (route) => {
    await held;
    await route.continue();
  });
  if (path === "/auth") await fillSignIn(page, "Nobody");
  else await fillSignUp(page, "Busy");
  await page.getByRole("button", { name: idle }).click();
  const button = page.getByRole("button", { name: busy });
  await button.waitFor();
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  release();
  await button.waitFor({ state: "detached" });
});

test("a reload and Back keep what was typed to sign up, but no password; an account forgets it", async () => {
  const page = await (await newContext()).newPage();
  await open(page, "/auth?mode=signup");
  await fillSignUp(page, "Wanda");
  const typed = async () => [
    await page.getByLabel("Username").inputValue(),
    await page.getByLabel("Email", { exact: true }).inputValue(),
    await page.getByLabel("Password", { exact: true }).inputValue(),
  ];
  const kept = ["Wanda", "wanda@example.com", ""];
  await page.reload();
  await expect.poll(typed).toEqual(kept);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(PASSWORD);
  await page.getByRole("link", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Email or username").waitFor();
  await page.goBack();
  await expect.poll(typed).toEqual(kept);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Please check your email to verify your account.").waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("sign-up"))).toBeNull();
});

test("after signing up one is told to look at one's mail, and the link in it signs in with a welcome", async () => {
  const { page } = await newPerson("Ulla");
  await page.getByText("Welcome, Ulla!").waitFor();
  await page.getByRole("button", { name: /Ulla/ }).waitFor();
});

test("a password can be looked at", async () => {
  const page = await (await newContext()).newPage();
  await open(page, "/auth");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect.poll(() => page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
});

test("a session that appears in one tab takes the others from /auth to /, and its end is seen there too [A2.53 A4.1 A4.24 A7.2 A8.35]", async () => {
  const { context } = await newPerson("Tabea");
  await context.clearCookies();
  const [waiting, working] = [await context.newPage(), await context.newPage()];
  await open(waiting, "/auth");
  await open(working, "/auth");
  await fillSignIn(working, "tabea");
  await working.getByRole("button", { name: "Sign In" }).click();
  await working.getByText("Welcome back!").waitFor();
  await working.getByText("Successfully signed in.").waitFor();
  await waiting.waitForURL(`${server.url}/`);

  await working.getByRole("button", { name: /Tabea/ }).click();
  await working.getByRole("menuitem", { name: "Log out" }).click();
  await waiting.getByRole("link", { name: "Sign in / Sign up" }).waitFor();
});

test("a forgotten password is replaced by way of the mailbox [A7.6 A8.34]", async () => {
  const { context } = await newPerson("Vera");
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await page.getByLabel("Email", { exact: true }).fill("vera@example.com");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await page.getByText("Password reset email sent. Please check your inbox.").waitFor();
  const mail = page.getByRole("link", { name: /Choose a new password.*vera@example.com/ });
  // A job sends it.
  await expect.poll(() => page.goto("/dev/mailbox").then(() => mail.count())).toBe(1);
  await mail.click();
  await page.frameLocator("iframe").getByRole("link").first().click();
  await page.waitForURL("**/auth/reset?token=*");
  await page.getByLabel("New password").fill("a brand new password");
  await page.getByLabel("Confirm password").fill("a brand new password");
  await page.getByRole("button", { name: "Save new password" }).click();
  await page.waitForURL("**/auth");
  await page.getByText("Password changed").waitFor();
  await fillSignIn(page, "vera@example.com", "a brand new password");
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`${server.url}/`);
});

test("all of it works without JavaScript, in another language, and leads to where one was going", async () => {
  await newPerson("Wim");
  const page = await (await newContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/nl/auth?next=%2Frackets");
  await fillSignInDutch(page, "a wrong password");
  await page.getByText("Onjuiste gebruikersnaam of wachtwoord").waitFor();
  expect(await page.getByLabel("E-mailadres of gebruikersnaam").inputValue()).toBe("Wim");
  expect(await page.getByLabel("Wachtwoord", { exact: true }).inputValue()).toBe("");
  await fillSignInDutch(page, PASSWORD);
  await page.waitForURL((url) => url.pathname === "/nl/rackets");
});

async function fillSignInDutch(page: Page, password: string): Promise<void> {
  await page.getByLabel("E-mailadres of gebruikersnaam").fill("Wim");
  await page.getByLabel("Wachtwoord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Inloggen" }).click();
}
