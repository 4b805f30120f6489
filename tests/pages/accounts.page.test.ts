import { beforeAll, expect, test } from "vitest";
import { mailReset } from "#app/features/accounts/commands.server.ts";
import { newestLink, newestMail, newPerson, PASSWORD } from "#tests/support/accounts.ts";
import type { FetchedPage, NoScriptBrowser } from "#tests/support/no-script-browser.ts";
import { openShop } from "#tests/support/shop.ts";
import { totp } from "#tests/support/totp.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const shop = openShop();
let wim: Visitor;

beforeAll(async () => {
  wim = await newPerson("Wim");
});

const button = (page: FetchedPage, name: string) => page.main.getByRole("button", { name });
const link = (page: FetchedPage, name: string) => page.main.getByRole("link", { name });
const value = (page: FetchedPage, label: string) => page.main.getByLabelText<HTMLInputElement>(label).value;
const codeIn = async (recipient: string) =>
  /\b\d{6}\b/.exec((await newestMail(recipient))?.text ?? "")?.[0] ?? "";

function signedInAs(visitor: Visitor): NoScriptBrowser {
  const browser = shop.withoutScripts(null);
  for (const [name, cookie] of visitor.cookies) browser.cookies.set(name, cookie);
  return browser;
}

/** Enables the second factor on its pages. `uri` is the `otpauth:` URI, and `on` the page that confirms it. */
async function enrol(browser: NoScriptBrowser): Promise<{ uri: string; on: FetchedPage }> {
  const page = await browser.open("/profile/security");
  const begins = await browser.follow(link(page, "Set up"));
  const started = await browser.submit(button(begins, "Start"));
  started.main.getByRole("img", { name: "QR code for your authenticator app" });
  const uri = link(started, "Open the app on this device").getAttribute("href") ?? "";
  return { uri, on: await browser.submit(button(started, "Turn on"), { code: totp(uri) }) };
}

test("the tabs of the sign-in page are links, and Create Account has its own URL [A2.3 A2.50]", async () => {
  const browser = shop.withoutScripts(null);
  const signUp = await browser.follow(link(await browser.open("/auth"), "Create Account"));
  expect(signUp.url.pathname + signUp.url.search).toBe("/auth?mode=signup");
  signUp.main.getByLabelText("Confirm password");
  const signIn = await browser.follow(link(signUp, "Sign In"));
  expect(signIn.url.pathname + signIn.url.search).toBe("/auth");
  signIn.main.getByLabelText("Email or username");
});

test("an answer is shown in its own tab, whatever tab the address names", async () => {
  const post = async (address: string, fields: Record<string, string>) => {
    const browser = shop.withoutScripts(null);
    const form = await browser.open("/auth");
    const target = form.document.querySelector<HTMLFormElement>("form:has([name=identifier])");
    target?.setAttribute("action", address);
    for (const [name, value] of Object.entries(fields)) {
      if (target?.elements.namedItem(name)) continue;
      const input = form.document.createElement("input");
      Object.assign(input, { type: "hidden", name, value });
      target?.append(input);
    }
    return browser.submit(button(form, "Sign In"), fields);
  };
  const typed = { identifier: "nobody-at-all", password: "a wrong password" };
  for (const address of ["/auth", "/auth?mode=signup", "/auth?mode=forgot", "/auth?mode=nonsense"]) {
    const page = await post(address, typed);
    page.main.getByRole("link", { name: "Username not found" });
    expect(value(page, "Email or username")).toBe("nobody-at-all");
  }
  const weak = await post("/auth", {
    intent: "sign-up",
    username: "Newbie",
    email: "new",
    password: "x",
    confirm: "y",
  });
  expect(value(weak, "Username")).toBe("Newbie");
  weak.main.getByRole("link", { name: "Enter a valid email address." });
  const forgot = await post("/auth?mode=signup", { intent: "forgot", email: "no address" });
  forgot.main.getByRole("button", { name: "Send reset link" });
  const unknown = await post("/auth?mode=signup", { intent: "" });
  unknown.main.getByLabelText("Confirm password");
  expect(unknown.main.getByText("This form could not be read. Please try again.")).toBeTruthy();
});

test("a newcomer who wanted to chat reads why and signs up first; a known browser signs in first", async () => {
  const next = encodeURIComponent("/rackets/01890000-0000-7000-8000-000000000001?chat=open");
  const newcomer = shop.withoutScripts(null);
  const signUp = await newcomer.open(`/auth?next=${next}`);
  signUp.main.getByText(/^You need an account to message the seller\./);
  signUp.main.getByLabelText("Confirm password");
  const signIn = await newcomer.follow(link(signUp, "Sign In"));
  signIn.main.getByText(/^You need an account to message the seller\./);
  signIn.main.getByLabelText("Email or username");
  const known = shop.withoutScripts(null);
  known.cookies.set("second-serve.device", wim.cookies.get("second-serve.device") ?? "");
  (await known.open(`/auth?next=${next}`)).main.getByLabelText("Email or username");
  // The providers that are not set up come after the form.
  const providers = signUp.main.getByRole("button", { name: "Continue with Google" });
  const create = button(signUp, "Create Account");
  expect(
    create.compareDocumentPosition(providers) & signUp.window.Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
});

test("a password manager finds the page that sets a password, and the account's name in each form that does", async () => {
  const changing = signedInAs(wim);
  const form = await changing.open("/.well-known/change-password");
  expect(form.url.pathname).toBe("/profile/security/password");
  const signedOut = await shop.withoutScripts(null).open("/.well-known/change-password");
  expect(signedOut.url.pathname + signedOut.url.search).toBe("/auth?next=%2Fprofile%2Fsecurity%2Fpassword");
  await mailReset({ email: "wim@example.com", locale: "en-GB" });
  const resetting = await shop.withoutScripts(null).open(await newestLink("wim@example.com"));
  const signingUp = await shop.withoutScripts(null).open("/auth?mode=signup");
  for (const [page, name] of [
    [form, "Wim"],
    [resetting, "Wim"],
    [signingUp, ""],
  ] as const) {
    const password = page.document.querySelector<HTMLInputElement>("input[autocomplete=new-password]");
    const names = [
      ...(password?.form?.querySelectorAll<HTMLInputElement>("input[autocomplete=username]") ?? []),
    ];
    expect(names.map((input) => input.value)).toEqual([name]);
  }
});

test("signing in works without JavaScript and in Dutch, and then shows the page that was requested first", async () => {
  const browser = shop.withoutScripts(null);
  const page = await browser.open("/nl/auth?next=%2Frackets");
  const typed = { identifier: "Wim", password: "a wrong password" };
  const wrong = await browser.submit(button(page, "Inloggen"), typed);
  wrong.main.getByRole("link", { name: "Gebruikersnaam of wachtwoord klopt niet" });
  expect(value(wrong, "E-mailadres of gebruikersnaam")).toBe("Wim");
  expect(value(wrong, "Wachtwoord")).toBe("");
  const signedIn = await browser.submit(button(wrong, "Inloggen"), { ...typed, password: PASSWORD });
  expect(signedIn.url.pathname).toBe("/nl/rackets");
});

test("a forgotten password is replaced by the link of a mail [A7.6 A8.34]", async () => {
  await newPerson("Vera");
  const browser = shop.withoutScripts(null);
  const asks = await browser.follow(link(await browser.open("/auth"), "Forgotten your password?"));
  const sent = await browser.submit(button(asks, "Send reset link"), { email: "vera@example.com" });
  sent.getByText(/^Password reset email sent\. Please check your inbox/);
  // A job sends the mail, so it may arrive later.
  await expect.poll(() => newestLink("vera@example.com")).toContain("/auth/reset?token=");
  const form = await browser.open(await newestLink("vera@example.com"));
  const [password, confirm] = ["a brand new password", "a brand new password"];
  const changed = await browser.submit(button(form, "Save new password"), { password, confirm });
  expect(changed.url.pathname).toBe("/auth");
  const home = await browser.submit(button(changed, "Sign In"), { identifier: "vera@example.com", password });
  expect(home.url.pathname).toBe("/");
  home.getByLabelText("Vera: your menu");
});

test("in German, a person signs in with a mailed code and a second factor, and then sees the page that was requested first [A7.11]", async () => {
  const { uri } = await enrol(signedInAs(await newPerson("Gesa")));
  const browser = shop.withoutScripts(null);
  const page = await browser.open("/de/auth?next=%2Frackets");
  const asks = await browser.follow(link(page, "Stattdessen mit einem Code anmelden"));
  const typing = await browser.submit(button(asks, "Code senden"), { to: "gesa@example.com" });
  typing.main.getByText(/^Wenn gesa@example.com zu einem Konto gehört/);
  const field = typing.document.querySelector("input[name=code]");
  expect([field?.getAttribute("autocomplete"), field?.getAttribute("inputmode")]).toEqual([
    "one-time-code",
    "numeric",
  ]);
  const wrong = await browser.submit(button(typing, "Anmelden"), { code: "000000" });
  expect(wrong.document.body.textContent).toContain("Der Code ist falsch oder abgelaufen.");
  const again = await browser.submit(button(wrong, "Neuen Code senden"));
  again.main.getByText(/Nur der neueste gilt\./);
  const code = await codeIn("gesa@example.com");
  const step = await browser.submit(button(again, "Anmelden"), { code });
  step.main.getByRole("heading", { name: "Noch ein Schritt" });
  step.main.getByLabelText("Diesem Gerät 30 Tage lang vertrauen");
  const signedIn = await browser.submit(button(step, "Anmelden"), { code: totp(uri, 1) });
  expect(signedIn.url.pathname).toBe("/de/rackets");
});
