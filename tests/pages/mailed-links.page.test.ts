import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { NoticeFacts } from "#app/domain/notification-kinds.ts";
import { mailReset } from "#app/features/accounts/commands.server.ts";
import * as accountMails from "#app/features/accounts/mails.server.ts";
import { followEmailLink, startEmailChange } from "#app/features/accounts/profile/email-change.server.ts";
import { askFactorReset } from "#app/features/accounts/security/factor-resets.server.ts";
import { sendContact } from "#app/features/help/contact.server.ts";
import { notifyComplaintDecided } from "#app/features/moderation/cases/outcomes.server.ts";
import { reportsBy } from "#app/features/moderation/cases/sent-reports.server.ts";
import { notifyAppealDecided, notifyDecided } from "#app/features/moderation/cases/statements.server.ts";
import { tellOfViews } from "#app/features/moderation/conversations/tell.server.ts";
import { askQuestion } from "#app/features/moderation/questions/commands.server.ts";
import { digestMail, type MailedKind, noticeMail } from "#app/features/notifications/mails.server.ts";
import { openRoom } from "#app/features/rooms/commands.server.ts";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { askMail, hiddenMail } from "#app/features/silent-sellers/mails.server.ts";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { sendMails } from "#app/platform/mail.server.ts";
import type { Notice } from "#app/platform/notify.server.ts";
import { action as auth } from "#app/routes/accounts/auth.route.tsx";
import { newestLink, newestMail, PASSWORD, signUpFields } from "#tests/support/accounts.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { openShop } from "#tests/support/shop.ts";
import { Visitor } from "#tests/support/visitor.ts";

const shop = openShop();
let anna: Person;
let bystander: Person;
/** The absolute URL of each link of each mail. */
let links: readonly string[];
let subjects: readonly string[];

const AT = new Date("2026-11-20T15:04:05Z");
const DONE = { at: AT, device: "Firefox, Linux", address: "203.0.113.7" };

const tokenOf = (link: string) => new URL(link, shop.server.url).searchParams.get("token") ?? "";

/** Mails with a link that does something for whoever presses its button, made by the commands that send them. */
async function mailLiveLinks(): Promise<void> {
  await new Visitor().submit(auth, "/auth?next=%2Fsell", signUpFields("Waiting", "waiting@example.com"));
  await new Visitor().submit(auth, "/auth", signUpFields("Known", anna.viewer.email));
  await mailReset({ email: anna.viewer.email, locale: "en-GB" });
  await startEmailChange(anna.viewer, "anna.new@example.com");
  const mover = await person("mover");
  await startEmailChange(mover.viewer, "mover.new@example.com");
  const approval = tokenOf(await newestLink(mover.viewer.email));
  await followEmailLink(mover.visitor.request("/"), mover.viewer, approval);
  const moderator = await staffPerson("moderator");
  const racket = await racketOf(anna);
  const caseId = await caseAbout("listing", racket.id, { by: bystander });
  await askQuestion({ ...moderator.viewer, role: "moderator" }, caseId, {
    to: "member",
    question: "Is it yours?",
  });
  const decision = await warningIn(caseId, anna, moderator);
  await inTransaction(async (trx) => {
    await notifyDecided(trx, decision);
    await notifyAppealDecided(trx, decision, false);
    for (const report of await reportsBy(bystander.viewer.id, 1))
      await notifyComplaintDecided(trx, report, { reversed: false, answer: "It is as it was." });
  });
  await insertRows("silent_sellers", { user_id: anna.viewer.id });
  await updateRows("users", { id: anna.viewer.id }, { two_factor_enabled: true });
  await inTransaction((trx) =>
    askFactorReset(trx, {
      userId: anna.viewer.id,
      askedBy: moderator.viewer.id,
      reason: "lost",
      words: "Seen.",
    }),
  );
  await updateRows("users", { id: anna.viewer.id }, { two_factor_enabled: false });
  const room = await openRoom(bystander.viewer, racket);
  const view = { case_id: caseId, room_id: room, reason: "fraud", words: "What was said." };
  await insertRows("conversation_views", { ...view, opened_at: new Date(Date.now() - 31 * 86_400_000) });
  await tellOfViews();
}

const FACTS: Pick<NoticeFacts, MailedKind> = {
  message: { username: "Bert", listing: "Blade 98" },
  saved_search: { search: "blade 98", listing: "Wilson Blade 98 v8", more: 0 },
  price_drop: { listing: "Blade 98", wasCents: 12_950, nowCents: 9_900 },
  sold: { listing: "Blade 98" },
  back: { listing: "Blade 98" },
  review: { username: "Bert", rating: 4 },
  deal: { event: "reserved", username: "Bert", listing: "Blade 98" },
  offer: { event: "made", username: "Bert", listing: "Blade 98", priceCents: 9_900 },
};

/** All other mails, made by the functions that write them. */
async function mailTheRest(): Promise<void> {
  const owner = { ...anna.viewer, language: null };
  const contact = { name: "Anna", email: owner.email, topic: "other", message: "Hello." } as const;
  configure({ ...env(), supportEmail: "support@example.com" });
  await sendContact(anna.visitor.request("/"), contact, anna.viewer);
  const code = (purpose: "sign-in" | "confirm" | "address") =>
    accountMails.codeMail(owner, { code: "123456", purpose, minutes: 10 });
  const changed = { oldEmail: owner.email, newEmail: "new@example.com", at: AT };
  const digested = [{ kind: "message", content: "Bert wrote", path: "/messages" }];
  const notices = Object.entries(FACTS).map(([kind, facts]) => {
    const notice = { kind, eventKey: "1", userIds: [], facts, path: "/messages" } as unknown;
    return noticeMail(owner, notice as Notice<MailedKind>);
  });
  const mails = [
    ...(["sign-in", "confirm", "address"] as const).map(code),
    accountMails.addressInUseMail(owner),
    accountMails.passwordChangedMail(owner, DONE),
    accountMails.newDeviceMail(owner, DONE),
    accountMails.factorChangedMail(owner, { ...DONE, on: true }),
    accountMails.factorChangedMail(owner, { ...DONE, on: false }),
    accountMails.keyMail(owner, { ...DONE, name: "Stock", scopes: ["listings:write"] }),
    accountMails.deletedMail(owner, DONE),
    accountMails.signInMethodMail(owner, { ...DONE, change: "added", provider: "Google" }),
    accountMails.signInMethodMail(owner, { ...DONE, change: "removed", provider: "Google" }),
    accountMails.phoneMail(owner, { ...DONE, change: "added", number: "+31 6 12345678" }),
    accountMails.emailChangedMail(owner, { ...changed, sentTo: "old" }),
    accountMails.emailChangedMail(owner, { ...changed, sentTo: "new" }),
    askMail(owner),
    hiddenMail(owner),
    ...notices,
    digestMail(owner, digested, 1),
    digestMail(owner, digested, 7),
  ];
  await sendMails(mails, db());
}

beforeAll(async () => {
  // Commands queue jobs; the server does them.
  await startJobs(shop.server.databaseUrl, {});
  anna = await person("anna");
  bystander = await person("bystander");
  await mailLiveLinks();
  await mailTheRest();
  // The job of the next minute would change tables that are compared.
  await updateDictionary();
  // The notices of what was done above.
  const waiting = sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job where state in ('created', 'retry', 'active')`;
  await vi.waitUntil(async () => (await waiting.execute(db())).rows[0]?.count === 0, { timeout: 20_000 });
  const mails = await db().selectFrom("mails").selectAll().execute();
  subjects = mails.map(({ subject }) => subject);
  const found = mails.flatMap(({ text, html, unsubscribe }) => [
    ...(text.match(/https?:\/\/\S+/g) ?? []),
    ...[...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&")),
    ...(unsubscribe === null ? [] : [unsubscribe]),
  ]);
  links = [...new Set(found)];
});

/** Every row of the shop's tables; not those of jobs, which run meanwhile. */
async function everyRow(): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1
  `.execute(db());
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*)::integer as rows, md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as content
      from ${sql.table(name)} one
    `.execute(db());
    found[name] = rows[0];
  }
  return found;
}

const setCookies = (answer: Response) =>
  answer.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf("=")));

describe("the links of all mails", () => {
  test("are those of every mail that the shop can send, and of this shop", () => {
    const texts: Record<string, string> = JSON.parse(readFileSync("messages/en-GB.json", "utf8"));
    const wanted = Object.entries(texts).filter(([key]) =>
      /^(mail|silent|notification_digest)_(.*_)?subject(_one)?$/.test(key),
    );
    expect(wanted.length).toBeGreaterThan(25);
    const missing = wanted.filter(([, text]) => {
      const [pattern = ""] = [text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, ".+")];
      return !subjects.some((subject) => new RegExp(`^${pattern}$`).test(subject));
    });
    expect(missing.map(([key]) => key)).toEqual([]);
    expect(links.filter((link) => new URL(link).origin !== shop.server.url)).toEqual([]);
    const paths = new Set(links.map((link) => new URL(link).pathname.replace(/[0-9a-f-]{36}/, ":id")));
    expect([...paths]).toEqual(
      expect.arrayContaining([
        "/auth/verify",
        "/auth/reset",
        "/profile/email/link",
        "/mail/unsubscribe",
        "/questions/:id",
        "/reports/:id",
        "/statements/:id",
        "/my-listings/still-for-sale",
      ]),
    );
  });

  test("change nothing and sign nobody in when they are fetched by HEAD or GET, or opened in a browser that presses nothing [V3.5.3 V7.6.2]", async () => {
    const before = await everyRow();
    for (const link of links) {
      for (const method of ["HEAD", "GET"]) {
        const answer = await fetch(link, { method, redirect: "manual" });
        expect(answer.status, `${method} ${link}`).toBeLessThan(400);
        expect(setCookies(answer).filter((name) => name !== "flash")).toEqual([]);
      }
      const browser = shop.withoutScripts(null);
      await browser.open(link);
      expect(
        [...browser.cookies.keys()].filter((name) => name !== "flash"),
        link,
      ).toEqual([]);
    }
    expect(await everyRow()).toEqual(before);
  });

  test("leave the session of another person who opens them as it is", async () => {
    const browser = shop.withoutScripts(bystander);
    const { recently_viewed: _, ...before } = await everyRow();
    for (const link of links) await browser.request(link);
    expect(browser.cookies.get(sessionCookieName())).toBe(bystander.cookie.split("=")[1]);
    expect(await everyRow()).toMatchObject(before);
  });
});

test("without JavaScript, a newcomer presses the button of the mailed link, and is signed in on the page that they wanted", async () => {
  const browser = shop.withoutScripts(null);
  const form = await browser.open("/auth?mode=signup&next=%2Frackets");
  const typed = {
    username: "Newcomer",
    email: "newcomer@example.com",
    password: PASSWORD,
    confirm: PASSWORD,
  };
  await browser.submit(form.main.getByRole("button", { name: "Create Account" }), typed);
  expect((await newestMail(typed.email))?.subject).toBe("Verify your email address");
  const asks = await browser.open(await newestLink(typed.email));
  asks.main.getByText("Press the button to verify newcomer@example.com for the account “Newcomer”.");
  const there = await browser.submit(asks.main.getByRole("button", { name: "Verify email address" }));
  expect(there.url.pathname).toBe("/rackets");
  there.getByLabelText("Newcomer: your menu");
  const used = await browser.open(await newestLink(typed.email));
  expect(used.url.pathname).toBe("/rackets");
});
