import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { expectNoSidewaysScroll, hydrated, launchBrowser } from "#tests/support/browser.ts";
import { dropDatabase, newDatabase } from "#tests/support/database.ts";
import { type Providers, startProviders } from "#tests/support/providers.ts";
import { AUTH_SECRET, startServer, type TestServer } from "#tests/support/server.ts";

let providers: Providers;
let database: URL;
let server: TestServer;
let browser: Browser;
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  providers = await startProviders();
  database = await newDatabase(new URL(inject("templateUrl")).pathname.slice(1));
  const env = { ...providers.env, AUTH_SECRET, DATABASE_URL: database.href };
  [server, browser] = await Promise.all([startServer({ env }), launchBrowser()]);
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (database) await dropDatabase(database);
  await providers?.close();
});

/** Opens a browser that reaches the providers through the same proxy as the server. */
async function newPage(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    proxy: { server: providers.proxy, bypass: "127.0.0.1" },
    // The providers of the tests have a self-signed certificate.
    ignoreHTTPSErrors: true,
    ...options,
  });
  context.setDefaultTimeout(30_000);
  contexts.push(context);
  return context.newPage();
}

function addProviderPerson(login: string): void {
  providers.people.set(login, { email: `${login}@example.com`, email_verified: true, name: login });
}

async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByLabel("Login").fill(login);
  await page.getByRole("button", { name: "Sign in" }).click();
}

// Google sends the browser back by a redirect, Apple by a form that the browser posts.
test.each([
  ["Google", "https://accounts.google.com/"],
  ["Apple", "https://appleid.apple.com/"],
] as const)(
  "the button of %s opens the provider's sign-in form, which leads back to the shop, signed in [A7.5 A7.12]",
  async (name, address) => {
    const login = `on${name.replace(" ", "")}`.toLowerCase();
    addProviderPerson(login);
    const page = await newPage();
    await page.goto("/auth?next=%2Frackets");
    await hydrated(page);
    await page.getByRole("button", { name: `Continue with ${name}` }).click();
    await page.getByLabel("Login").waitFor();
    expect(page.url().startsWith(address)).toBe(true);
    await signInAtProvider(page, login);
    await page.waitForURL(`${server.url}/rackets`);
    await page.getByRole("button", { name: new RegExp(login) }).waitFor();
  },
);

// Without scripts, the browser follows the button's redirect, which the content security policy must allow.
test.each(["Apple", "Tennis Club"])(
  "the button of %s signs in without JavaScript and in Dutch [A7.5]",
  async (name) => {
    const login = `plain${name.replace(" ", "")}`.toLowerCase();
    addProviderPerson(login);
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto("/nl/auth?next=%2Frackets");
    await page.getByRole("button", { name: `Doorgaan met ${name}` }).click();
    await signInAtProvider(page, login);
    // Apple's page submits its form by a script; without scripts it has a button.
    if (name === "Apple") await page.getByRole("button").click();
    await page.waitForURL(`${server.url}/nl/rackets`);
    // Only a signed-in person has a menu with this form.
    await page.locator("form[action='/nl/sign-out']").waitFor({ state: "attached" });
  },
);

test("a form that another site sends to Apple's callback URL signs nobody in", async () => {
  const send = (path: string) =>
    fetch(server.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
      body: "code=x&state=y&next=https://evil.example",
    });
  const answer = await send("/api/auth/callback/apple");
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([302, []]);
  expect(answer.headers.get("location")).toMatch(new RegExp(`^${server.url}/api/auth/callback/apple\\?`));
  const redirected = await fetch(answer.headers.get("location") ?? "", { redirect: "manual" });
  expect(redirected.headers.get("location")).toMatch(new RegExp(`^${server.url}/auth\\?error=`));
  for (const path of [
    "/api/auth/callback/google",
    "/nl/api/auth/callback/apple",
    "/auth",
    "/api/auth/sign-in/email",
  ]) {
    expect([path, (await send(path)).status]).toEqual([path, 403]);
  }
});

test("a person adds and removes sign-in methods on a phone", async () => {
  addProviderPerson("two");
  const page = await newPage({ viewport: { width: 360, height: 740 } });
  await page.goto("/auth?next=%2Fprofile%2Fsecurity%2Fidentities");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await signInAtProvider(page, "two");
  await page.getByText("This is your only sign-in method.").waitFor();
  await page.getByRole("button", { name: "Add Tennis Club" }).click();
  await signInAtProvider(page, "two");
  await page.getByText("Tennis Club was added to your sign-in methods.").waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Remove Google" }).click();
  await page.getByText("Google was removed from your sign-in methods.").waitFor();
  await page.getByRole("button", { name: "Add Google" }).waitFor();
  await page.goto("/profile/security");
  await page.getByRole("heading", { name: "Sign-in methods" }).waitFor();
});
