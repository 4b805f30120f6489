import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { hydrated, signIn, signUp, toast } from "#tests/support/browser.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const PASSWORD = "correct horse battery";
const NEW = "a brand new password";

const shop = openShop();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function typePasswords(page: Page, current = PASSWORD, password = NEW): Promise<void> {
  await page.getByLabel("Current password").fill(current);
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Confirm password").fill(password);
}

const signedOut = (page: Page) => page.getByRole("link", { name: "Sign in / Sign up" }).first();
const menu = (page: Page) => page.getByRole("button", { name: /your menu/ });

describe("one person with two browsers", () => {
  test("changes the password in one; the other is signed out as it stands, and the first is not", async () => {
    const { page: desk } = await shop.as(null);
    const { page: phone } = await shop.as(null, "phone");
    await signUp(desk, "Changer");
    await signIn(phone, "Changer");
    await open(phone, "/profile/security");
    const idle = await desk.context().newPage();
    await open(idle, "/");

    await open(desk, "/profile/security");
    await desk.getByRole("link", { name: "Change password" }).click();
    await typePasswords(desk, "not this one");
    await desk.getByRole("button", { name: "Save new password" }).click();
    await desk.getByText("This is not your password.").waitFor();
    await typePasswords(desk);
    await desk.getByRole("button", { name: "Save new password" }).click();
    await toast(desk, "Password changed").waitFor();

    await phone.waitForURL((url) => url.pathname === "/auth");
    await toast(phone, "You were signed out").waitFor();
    // The first goes on under a new cookie, in all its tabs.
    await desk.reload();
    await menu(desk).waitFor();
    await idle.reload();
    await menu(idle).waitFor();
    await phone.getByLabel("Email or username").fill("Changer");
    await phone.getByLabel("Password", { exact: true }).fill(NEW);
    await phone.getByRole("button", { name: "Sign In" }).click();
    await phone.waitForURL((url) => url.pathname === "/profile/security");
  });

  test("signs the other out from the list of devices", async () => {
    const { page: desk } = await shop.as(null);
    const { page: phone } = await shop.as(null, "phone");
    await signUp(desk, "Revoker");
    await signIn(phone, "Revoker");
    await open(desk, "/profile/security");
    expect(await desk.getByText("This device", { exact: false }).count()).toBe(1);
    await desk.getByRole("button", { name: /^Sign out: / }).click();
    await toast(desk, "Signed out there.").waitFor();
    expect(await desk.getByRole("button", { name: /^Sign out: / }).count()).toBe(0);
    // Its page was anybody's: it stays, as a visitor's.
    await signedOut(phone).waitFor();
    await toast(phone, "You were signed out").waitFor();
    expect(new URL(phone.url()).pathname).toBe("/");
    await menu(desk).waitFor();
  });
});

describe("a session that ends while a form is open", () => {
  test("keeps the form of a password: it is sent once one is signed in again", async () => {
    const { page, context } = await shop.as(null);
    await signUp(page, "Typist");
    await open(page, "/profile/security/password");
    await typePasswords(page);
    await db().deleteFrom("sessions").execute();

    await page.getByRole("button", { name: "Save new password" }).click();
    await page.getByText("You were signed out").first().waitFor();
    expect(await page.getByLabel("Current password").inputValue()).toBe(PASSWORD);
    expect(await page.getByLabel("New password").inputValue()).toBe(NEW);

    const [other] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Sign in again in a new tab" }).first().click(),
    ]);
    await signIn(other, "Typist");
    await page.getByRole("button", { name: "Save new password" }).click();
    await toast(page, "Password changed").waitFor();
  });

  test("keeps it on the page that hears of it too, and the page says so", async () => {
    const { page } = await shop.as(null);
    await signUp(page, "Hearer");
    await open(page, "/profile/security/password");
    await typePasswords(page);
    const other = await page.context().newPage();
    await open(other, "/");
    await menu(other).click();
    await other.getByRole("menuitem", { name: "Log out" }).click();
    await signedOut(other).waitFor();
    await page.getByRole("alert").getByText("You were signed out").waitFor();
    await signedOut(page).waitFor();
    expect(await page.getByLabel("New password").inputValue()).toBe(NEW);
    await signIn(other, "Hearer");
    await menu(page).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByLabel("New password").inputValue()).toBe(NEW);
  });

  test("keeps the profile as it was typed, and saves it later", async () => {
    const anna = await person("profile");
    const { page, context } = await shop.as(anna);
    await open(page, "/profile");
    await page.getByLabel("Full name").fill("Anna de Vries");
    const { page: elsewhere } = await shop.as(anna);
    await open(elsewhere, "/profile/security");
    await elsewhere.getByRole("link", { name: "Sign out everywhere" }).click();
    const question = elsewhere.getByRole("alertdialog", { name: "Sign out on every device?" });
    await question.getByRole("button", { name: "Sign out everywhere" }).click();
    await signedOut(elsewhere).waitFor();
    await page.getByRole("alert").getByText("You were signed out").waitFor();
    expect(await page.getByLabel("Full name").inputValue()).toBe("Anna de Vries");

    await db()
      .insertInto("sessions")
      .values({
        user_id: anna.viewer.id,
        token: anna.session,
        expires_at: new Date(Date.now() + 86_400_000 * 29.5),
      })
      .execute();
    const [name = "", ...value] = anna.cookie.split("=");
    await context.addCookies([{ name, value: value.join("="), url: shop.server.url }]);
    await page.getByRole("button", { name: "Save" }).first().click();
    await toast(page, "Your profile has been updated.").waitFor();
    const { full_name } = await db()
      .selectFrom("profiles")
      .select("full_name")
      .where("id", "=", anna.viewer.id)
      .executeTakeFirstOrThrow();
    expect(full_name).toBe("Anna de Vries");
  });

  test("keeps a message that was typed in a chat, for who typed it", async () => {
    const [seller, buyer] = [await person("seller"), await person("buyer")];
    const { id } = await db()
      .insertInto("chat_rooms")
      .values({
        seller_id: seller.viewer.id,
        buyer_id: buyer.viewer.id,
        listing_type: "racket",
        listing_id: randomUUID(),
        listing_name: "Blade 98",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { page, context } = await shop.as(buyer);
    await open(page, `/messages/${id}`);
    await page.getByLabel("Message", { exact: true }).fill("Is it still there?");
    await context.clearCookies();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    const [name = "", ...value] = buyer.cookie.split("=");
    await context.addCookies([{ name, value: value.join("="), url: shop.server.url }]);
    await open(page, `/messages/${id}`);
    await page.getByRole("button", { name: "Retry" }).click();
    const sent = () =>
      db().selectFrom("chat_messages").select("message").where("chat_room_id", "=", id).execute();
    await expect.poll(sent).toEqual([{ message: "Is it still there?" }]);
  });
});

describe("a session is refreshed", () => {
  test("by a timer, and ends the page when it is gone [A4.3]", async () => {
    const anna = await person("timer");
    const { page } = await shop.as(anna);
    await page.clock.install();
    await open(page, "/profile");
    await menu(page).waitFor();
    let status: number | undefined;
    page.on("response", (response) => {
      if (response.url().endsWith("/auth/session")) status = response.status();
    });
    // More than once: what watches the session is loaded after the page stands.
    const later = () => page.clock.runFor("11:00");
    await expect.poll(() => later().then(() => status)).toBe(200);
    await menu(page).waitFor();
    await db().deleteFrom("sessions").where("token", "=", anna.session).execute();
    await expect.poll(() => later().then(() => new URL(page.url()).pathname)).toBe("/auth");
  });
});

describe("the Security tab", () => {
  test("sends a password reset email, and says so [A2.58]", async () => {
    const { page } = await shop.as(await person("reset"));
    await open(page, "/profile/security");
    await page.getByRole("button", { name: "Send reset email" }).click();
    await toast(page, "Password reset email sent. Please check your inbox.").waitFor();
  });

  test("asks before it signs out everywhere, and a Cancel signs nobody out", async () => {
    const { page } = await shop.as(await person("asked"));
    await open(page, "/profile/security");
    const link = page.getByRole("link", { name: "Sign out everywhere" });
    await link.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.reload();
    await link.waitFor();
  });

  test("asks without JavaScript too, on the page", async () => {
    const { page } = await shop.as(await person("asked-plainly"), { javaScriptEnabled: false });
    await page.goto("/profile/security");
    await page.getByRole("link", { name: "Sign out everywhere" }).click();
    const question = page.getByRole("region", { name: "Sign out on every device?" });
    await question.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Sign out everywhere" }).click();
    await question.getByRole("button", { name: "Sign out everywhere" }).click();
    await signedOut(page).waitFor();
  });

  test("works without JavaScript, confirming included", async () => {
    const anna = await person("plain");
    const { page } = await shop.as(anna, { javaScriptEnabled: false });
    await db()
      .updateTable("sessions")
      .set({ confirmed_at: new Date(0) })
      .execute();
    await page.goto("/profile/security");
    await page.getByRole("link", { name: "Set a password" }).click();
    await page.getByRole("button", { name: "Mail me a code" }).click();
    const mail = await db()
      .selectFrom("mails")
      .select("text")
      .where("recipient", "=", anna.viewer.email)
      .executeTakeFirstOrThrow();
    await page.getByLabel("Six-digit code").fill(mail.text.match(/\b\d{6}\b/)?.[0] ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByLabel("New password").fill(NEW);
    await page.getByLabel("Confirm password").fill(NEW);
    await page.getByRole("button", { name: "Save new password" }).click();
    await page.waitForURL((url) => url.pathname === "/profile/security");
    await page.getByRole("link", { name: "Change password" }).waitFor();
  });

  test("can be used by everybody, light and dark, on a phone and on a desk", async () => {
    const { page, faults } = await shop.as(await person("everybody"));
    for (const path of ["/profile/security", "/profile/security/password"]) {
      await open(page, path);
      await expectNoFaults(page);
    }
    expect(faults).toEqual([]);
  });
});
