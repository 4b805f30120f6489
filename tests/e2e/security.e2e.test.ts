import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { newPerson, PASSWORD, signInFields } from "#tests/support/accounts.ts";
import { signIn, type Tab, toast } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { findRow, findRows, insertRow, insertRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";
import { signedInAs } from "#tests/support/signed-in.ts";
import { Visitor } from "#tests/support/visitor.ts";

const NEW = "a brand new password";

const shop = openShop();

async function tabOf(visitor: Visitor, device: "desktop" | "phone" = "desktop"): Promise<Tab> {
  const tab = await shop.openAs(null, device);
  await signedInAs(tab.context, shop.server.url, visitor);
  return tab;
}

async function typePasswords(page: Page, current = PASSWORD): Promise<void> {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password").fill(NEW);
  await page.getByLabel("Confirm password").fill(NEW);
}
const savePassword = (page: Page) => page.getByRole("button", { name: "Save new password" }).click();

const signedOut = (page: Page) => page.getByRole("link", { name: "Sign in / Sign up" }).first();
const menu = (page: Page) => page.getByRole("button", { name: /your menu/ });

test("a person signs another device out, from the list of devices or by a new password; that device says so, and the first device stays signed in", async () => {
  const { page: desktop } = await tabOf(await newPerson("Changer"));
  const elsewhere = new Visitor();
  await elsewhere.submit(auth, "/auth", signInFields("Changer"));
  const { page: phone } = await tabOf(elsewhere, "phone");
  await phone.goto("/help");
  const idle = await desktop.context().newPage();
  await idle.goto("/help");

  await desktop.goto("/profile/security");
  expect(await desktop.getByText("This device", { exact: false }).count()).toBe(1);
  // The toast disappears soon, so the test starts to wait before the click.
  await Promise.all([
    toast(phone, "You were signed out").waitFor(),
    toast(desktop, "Device signed out.").waitFor(),
    desktop.getByRole("button", { name: /^Sign out: / }).click(),
  ]);
  await expect.poll(() => desktop.getByRole("button", { name: /^Sign out: / }).count()).toBe(0);
  // The phone's page is public, so the phone stays on it, signed out.
  await signedOut(phone).waitFor();
  expect(new URL(phone.url()).pathname).toBe("/help");
  await menu(desktop).waitFor();

  await signIn(phone, "Changer");
  await phone.goto("/profile/security");
  await desktop.getByRole("link", { name: "Change password" }).click();
  await typePasswords(desktop, "not this one");
  await savePassword(desktop);
  await desktop.getByRole("link", { name: "Incorrect password." }).waitFor();
  await typePasswords(desktop);
  await Promise.all([
    phone.waitForURL((url) => url.pathname === "/auth"),
    toast(desktop, "Password changed").waitFor(),
    savePassword(desktop),
  ]);
  // The first device continues with a new cookie, in all its tabs.
  for (const page of [desktop, idle]) {
    await page.reload();
    await menu(page).waitFor();
  }
  await phone.getByLabel("Email or username").fill("Changer");
  await phone.getByLabel("Password", { exact: true }).fill(NEW);
  await phone.getByRole("button", { name: "Sign In" }).click();
  await phone.waitForURL((url) => url.pathname === "/profile/security");
});

test("the password form keeps its input when the session ends, whether or not a live event tells the page, and is sent after signing in again", async () => {
  const typist = await newPerson("Typist");
  const { page, context } = await tabOf(typist);
  await page.goto("/profile/security/password");
  await typePasswords(page);
  const other = await context.newPage();
  await other.goto("/help");
  await menu(other).click();
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await signedOut(other).waitFor();
  await page.getByRole("alert").getByText("You were signed out").waitFor();
  await signedOut(page).waitFor();
  expect(await page.getByLabel("New password").inputValue()).toBe(NEW);
  await signIn(other, "Typist");
  await menu(page).waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  expect(await page.getByLabel("New password").inputValue()).toBe(NEW);
  await other.close();

  await db().deleteFrom("sessions").execute();
  await savePassword(page);
  await page.getByText("You were signed out").first().waitFor();
  expect(await page.getByLabel("Current password").inputValue()).toBe(PASSWORD);
  expect(await page.getByLabel("New password").inputValue()).toBe(NEW);
  const [again] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Sign in again in a new tab" }).first().click(),
  ]);
  await signIn(again, "Typist");
  await savePassword(page);
  await toast(page, "Password changed").waitFor();
});

test("signing out everywhere asks first, and another browser keeps its unsaved profile; the security page sends a reset mail [A2.58]", async () => {
  const anna = await person("profile");
  const { page, context } = await shop.openAs(anna);
  await page.goto("/profile");
  await page.getByLabel("Full name").fill("Anna de Vries");
  const { page: elsewhere } = await shop.openAs(anna);
  await elsewhere.goto("/profile/security");
  await elsewhere.getByRole("button", { name: "Send reset email" }).click();
  await toast(elsewhere, "Password reset email sent. Please check your inbox.").waitFor();
  const link = elsewhere.getByRole("link", { name: "Sign out everywhere" });
  await link.click();
  await elsewhere.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await elsewhere.getByRole("alertdialog").waitFor({ state: "detached" });
  await elsewhere.reload();
  await link.click();
  const question = elsewhere.getByRole("alertdialog", { name: "Sign out on every device?" });
  await question.getByRole("button", { name: "Sign out everywhere" }).click();
  await signedOut(elsewhere).waitFor();
  await page.getByRole("alert").getByText("You were signed out").waitFor();
  expect(await page.getByLabel("Full name").inputValue()).toBe("Anna de Vries");

  await insertRows("sessions", {
    user_id: anna.viewer.id,
    token: anna.session,
    expires_at: new Date(Date.now() + 86_400_000 * 29.5),
  });
  await signedInAs(context, shop.server.url, anna);
  await page.getByRole("button", { name: "Save" }).first().click();
  await toast(page, "Your profile has been updated.").waitFor();
  const { full_name } = await findRow("profiles", { id: anna.viewer.id });
  expect(full_name).toBe("Anna de Vries");
});

test("a message that is sent after the session ended is kept, and its author can retry it after signing in", async () => {
  const [seller, buyer] = [await person("seller"), await person("buyer")];
  const { id } = await insertRow("chat_rooms", {
    seller_id: seller.viewer.id,
    buyer_id: buyer.viewer.id,
    listing_type: "racket",
    listing_id: randomUUID(),
    listing_name: "Blade 98",
  });
  const { page, context } = await shop.openAs(buyer);
  await page.goto(`/messages/${id}`);
  await page.getByLabel("Message", { exact: true }).fill("Is it still there?");
  await context.clearCookies();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await signedInAs(context, shop.server.url, buyer);
  await page.goto(`/messages/${id}`);
  await page.getByRole("button", { name: "Retry" }).click();
  const sent = () => findRows("chat_messages", { chat_room_id: id }, ["message"]);
  await expect.poll(sent).toEqual([{ message: "Is it still there?" }]);
});

test("a session is refreshed by a timer, and when the session has ended the page redirects to /auth [A4.3]", async () => {
  const anna = await person("timer");
  const { page } = await shop.openAs(anna);
  await page.clock.install();
  await page.goto("/profile");
  await menu(page).waitFor();
  let status: number | undefined;
  page.on("response", (response) => {
    if (response.url().endsWith("/auth/session")) status = response.status();
  });
  // The code that refreshes the session is loaded after the page, so the clock may have to be advanced several times.
  const later = () => page.clock.runFor("11:00");
  await expect.poll(() => later().then(() => status)).toBe(200);
  await menu(page).waitFor();
  await db().deleteFrom("sessions").where("token", "=", anna.session).execute();
  await expect.poll(() => later().then(() => new URL(page.url()).pathname)).toBe("/auth");
});
