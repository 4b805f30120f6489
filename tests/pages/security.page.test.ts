import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { unsubscribeLink } from "#app/features/accounts/mail-preferences.server.ts";
import { SESSION_SECONDS } from "#app/platform/auth.server.ts";
import { db } from "#app/platform/db.server.ts";
import { newestMail, newPerson, PASSWORD } from "#tests/support/accounts.ts";
import type { FetchedPage } from "#tests/support/no-script-browser.ts";
import { person } from "#tests/support/people.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = openShop();
const NEW = "a brand new password";
const button = (page: FetchedPage, name: string) => page.main.getByRole("button", { name });

test("signing out everywhere asks for a confirmation on the page without JavaScript", async () => {
  const browser = shop.withoutScripts(await person("asked-plainly"));
  const question = await browser.follow(
    (await browser.open("/profile/security")).getByRole("link", { name: "Sign out everywhere" }),
  );
  question.getByRole("region", { name: "Sign out on every device?" });
  const back = await browser.follow(question.main.getByRole("link", { name: "Cancel" }));
  const again = await browser.follow(back.getByRole("link", { name: "Sign out everywhere" }));
  await browser.submit(button(again, "Sign out everywhere"));
  browser.page.getAllByRole("link", { name: "Sign in / Sign up" });
  expect((await browser.open("/profile/security")).url.pathname).toBe("/auth");
});

test("a first password is set without JavaScript, including the confirmation by mail", async () => {
  const anna = await person("plain");
  const browser = shop.withoutScripts(anna);
  await db()
    .updateTable("sessions")
    .set({ confirmed_at: new Date(0) })
    .where("user_id", "=", anna.viewer.id)
    .execute();
  const page = await browser.open("/profile/security");
  const asks = await browser.follow(page.getByRole("link", { name: "Set a password" }));
  const mailed = await browser.submit(button(asks, "Email me a code"));
  const code = /\b\d{6}\b/.exec((await newestMail(anna.viewer.email))?.text ?? "")?.[0] ?? "";
  const form = await browser.submit(button(mailed, "Confirm"), { code });
  const changed = await browser.submit(button(form, "Save new password"), { password: NEW, confirm: NEW });
  expect(changed.url.pathname).toBe("/profile/security");
  changed.getByRole("link", { name: "Change password" });
});

test("mail about new sign-ins is switched off on the security page without JavaScript, and by a mail's link without signing in", async () => {
  const who = await person("quiet");
  const { id } = who.viewer;
  const off = async () => {
    const choices = db().selectFrom("notification_choices").select("kind").where("user_id", "=", id);
    return (await choices.where("mail", "=", "off").execute()).length > 0;
  };
  const browser = shop.withoutScripts(who);
  const page = await browser.open("/profile/security");
  const card = page.getByRole("region", { name: "Emails about new sign-ins" });
  const switched = await browser.submit(card.querySelector("button") ?? card);
  expect(switched.getByRole("region", { name: "Emails about new sign-ins" }).textContent).toContain(
    "These emails are off",
  );
  const messages = [...switched.document.querySelectorAll("noscript")].map(({ textContent }) => textContent);
  expect(messages.join(" ")).toContain("Your choice has been saved.");
  expect(await off()).toBe(true);

  const stranger = shop.withoutScripts(null);
  const link = await stranger.open(unsubscribeLink({ userId: id, topic: "account" }, "en-GB"));
  const says = (page: FetchedPage) => page.main.getByRole("status").textContent;
  expect(says(link)).toMatch(/^You no longer get emails about this/);
  const on = await stranger.submit(button(link, "Turn these emails back on"));
  expect(says(on)).toMatch(/^You get emails about this/);
  expect(await off()).toBe(false);
  const again = await stranger.submit(button(on, "Turn off these emails"));
  expect(says(again)).toMatch(/^You no longer get emails about this/);
  expect(await off()).toBe(true);
});

test("a sign-in from a new browser is mailed once, with a link that switches such mails off and on", async () => {
  await newPerson("Walker");
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  // No mail is sent about the first browser of an account.
  for (const agent of ["curl/8.16.0", firefox]) {
    const browser = shop.withoutScripts(null, { "user-agent": agent });
    const form = await browser.open("/auth");
    await browser.submit(button(form, "Sign In"), { identifier: "Walker", password: PASSWORD });
    expect(browser.page.url.pathname).toBe("/");
  }
  const subject = async () => (await newestMail("walker@example.com"))?.subject;
  await expect.poll(subject).toContain("New sign-in to your account");
  const stranger = shop.withoutScripts(null);
  const mailbox = await stranger.open("/dev/mailbox");
  const sent = mailbox.main
    .getAllByRole("listitem")
    .filter(({ textContent }) => textContent.includes("walker@example.com"));
  expect(sent.filter(({ textContent }) => textContent.includes("New sign-in to your account"))).toHaveLength(
    1,
  );
  const read = await stranger.follow(sent[0]?.querySelector("a") as Element);
  const mail = new JSDOM(read.document.querySelector("iframe")?.srcdoc).window.document;
  expect(mail.body.textContent).toContain("Firefox on Linux");
  const link = [...mail.querySelectorAll("a")].find(
    (one) => one.textContent === "Unsubscribe from these emails",
  );
  const page = await stranger.open(link?.href ?? "");
  page.getByText(/^You get emails about this/);
  const off = await stranger.submit(button(page, "Turn off these emails"));
  off.getByText(/^You no longer get emails about this/);
  const on = await stranger.submit(button(off, "Turn these emails back on"));
  on.getByText(/^You get emails about this/);
});

test("/dev/mailbox shows a mail in light, dark, as wide as a phone and as plain text, each at its own URL", async () => {
  await newPerson("Reader");
  const browser = shop.withoutScripts(null);
  const light = await browser.open(`/dev/mailbox/${(await newestMail("reader@example.com"))?.id}`);
  const frame = () => browser.page.document.querySelector("iframe");
  expect(frame()?.style.colorScheme).toBe("light");
  expect(frame()?.srcdoc).toContain("@media not all");
  const dark = await browser.follow(light.getByRole("link", { name: "Dark" }));
  expect(dark.url.search).toBe("?as=dark");
  expect(frame()?.style.colorScheme).toBe("dark");
  expect(frame()?.srcdoc).toContain("@media all");
  await browser.open(`${light.url.pathname}?as=phone`);
  // The class of an element that is 320 px wide.
  expect(frame()?.classList).toContain("max-w-80");
  const text = await browser.open(`${light.url.pathname}?as=text`);
  text.getByText(/Hello Reader,/);
  expect(frame()).toBeNull();
});

const form = { method: "POST", body: new URLSearchParams({ intent: "unknown" }) };

test.each<[string, RequestInit]>([
  ["/profile", {}],
  ["/chat/rooms", {}],
  ["/auth/session", {}],
  ["/events", {}],
  ["/profile", form],
  ["/profile.data", form],
])("a request to %s that extends the session extends its cookie too [A4.2 A7.9]", async (path, init) => {
  const anna = await person("stays");
  await db()
    .updateTable("sessions")
    .set({ expires_at: new Date(Date.now() + 3 * 86_400_000) })
    .where("user_id", "=", anna.viewer.id)
    .execute();
  const headers = { cookie: anna.cookie, origin: shop.server.url };
  const ask = async () => {
    const answer = await fetch(shop.server.url + path, { ...init, headers, redirect: "manual" });
    await answer.body?.cancel();
    return answer.headers.getSetCookie().filter((cookie) => cookie.startsWith(anna.cookie));
  };
  expect(await ask()).toEqual([`${anna.cookie}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax`]);
  expect(await ask()).toEqual([]);
});
