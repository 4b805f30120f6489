import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { sendSignInCode } from "#app/features/accounts/codes.server.ts";
import {
  requestOwnReset,
  resendVerification,
  resetPassword,
  signUp,
} from "#app/features/accounts/commands.server.ts";
import { recordSignIn } from "#app/features/accounts/devices.server.ts";
import { followEmailLink, startEmailChange } from "#app/features/accounts/profile/email-change.server.ts";
import { makeApiKey } from "#app/features/accounts/security/api-keys.server.ts";
import { mailConfirmCode } from "#app/features/accounts/security/confirm.server.ts";
import { askFactorReset, resetFactor } from "#app/features/accounts/security/factor-resets.server.ts";
import { identitiesOf, unlink } from "#app/features/accounts/security/identities.server.ts";
import { setPassword } from "#app/features/accounts/security/password.server.ts";
import { removePhone, sendPhoneCode } from "#app/features/accounts/security/phone.server.ts";
import { finishEnrolment, startEnrolment } from "#app/features/accounts/security/two-factor.server.ts";
import { finishSocial, startLinking } from "#app/features/accounts/social-sign-in.server.ts";
import { sendContact } from "#app/features/help/contact.server.ts";
import { answerAppeal, appeal } from "#app/features/moderation/cases/appeals.server.ts";
import { claimCase, decideCase } from "#app/features/moderation/cases/commands.server.ts";
import { answerComplaint } from "#app/features/moderation/cases/complaints.server.ts";
import { decisionById } from "#app/features/moderation/cases/queries.server.ts";
import { tellOfViews } from "#app/features/moderation/conversations/tell.server.ts";
import { askQuestion } from "#app/features/moderation/questions/commands.server.ts";
import { deliverNotice } from "#app/features/notifications/deliver.server.ts";
import { sendDigests } from "#app/features/notifications/digest.server.ts";
import { checkSilentSellers } from "#app/features/silent-sellers/checks.server.ts";
import { failRun, finishImported } from "#app/features/stock/feeds/finish.server.ts";
import { addWebhook } from "#app/features/webhooks/commands.server.ts";
import { deliverTo } from "#app/features/webhooks/deliver.server.ts";
import { baseLocale, type Locale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { resetTokenFor } from "#app/platform/auth.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { files, read } from "#tests/house/source.ts";
import { newestLink, PASSWORD } from "#tests/support/accounts.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { roomAbout } from "#tests/support/marked-deals.ts";
import { noticeFor } from "#tests/support/notices.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { ProviderBrowser } from "#tests/support/provider-browser.ts";
import type { Providers } from "#tests/support/providers.ts";
import { findRow, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { signInWith, testProviders } from "#tests/support/social-sign-in.ts";
import { totp } from "#tests/support/totp.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { foreignWords, linkedLanguages } from "#tests/support/written-language.ts";

// Who is written to reads their own language, whoever caused the mail (docs/decisions/0142). Here, all mails are caused
// on French pages.

const OPERATOR = "help@shop.example";

let providers: Providers;
let moderators: Awaited<ReturnType<typeof moderatorsOf>>;
let to: Person;
let stranger: Person;
let numbers = 0;

const moderatorsOf = async () => [await staffPerson("moderator"), await staffPerson("moderator")] as const;

openDatabase(async (url) => {
  await captureNotices(url);
  providers = await testProviders();
  configure({ ...env(), supportEmail: OPERATOR });
  moderators = await moderatorsOf();
});
beforeEach(async () => {
  for (const table of ["mails", "rate_limits", "auth_rate_limits", "cases", "chat_rooms"] as const)
    await db().deleteFrom(table).execute();
});

const request = (who?: Person) => (who?.visitor ?? new Visitor()).request("/");
const actorOf = ({ viewer }: Person) => ({ ...viewer, role: "moderator" as const });
const unverified = (who: Person) => updateRows("users", { id: who.viewer.id }, { email_verified: false });
async function withPhone(who: Person): Promise<string> {
  const number = `+316123456${String(++numbers).padStart(2, "0")}`;
  await updateRows("users", { id: who.viewer.id }, { phone_number: number, phone_number_verified: true });
  return number;
}
async function decidedAbout(id: string): Promise<void> {
  const [first] = moderators;
  await claimCase(actorOf(first), id);
  await decideCase(actorOf(first), id, { action: "hide", rule: "counterfeit", words: "4711" });
}
async function link(who: Person, provider: "google"): Promise<void> {
  const login = who.viewer.username;
  providers.people.set(login, { email: who.viewer.email, email_verified: true });
  const started = await startLinking(request(who), provider, "/profile/security/identities");
  for (const cookie of started.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    who.visitor.cookies.set(name, value);
  }
  const { url } = await new ProviderBrowser().answer(started.url, { login });
  await finishSocial(who.visitor.request(url), provider);
}
async function comeFromProvider(): Promise<void> {
  providers.people.set("fake", { email: to.viewer.email, email_verified: false, name: "Fake" });
  await signInWith("google", { login: "fake" });
}
async function silentSeller(days: number): Promise<void> {
  const by = sql`make_interval(days => ${days})`;
  await sql`update chat_messages set created_at = created_at - ${by}`.execute(db());
  await sql`update chat_rooms set last_message_at = last_message_at - ${by}`.execute(db());
  await sql`update silent_sellers set asked_at = asked_at - ${by}`.execute(db());
  await checkSilentSellers();
}

/** A feed that has failed once before. */
async function failingFeed({ viewer }: Person): Promise<void> {
  const url = "https://192.0.2.1/4711.csv";
  const { id: feedId } = await insertRow("feeds", { user_id: viewer.id, url, every_hours: 6, failures: 1 });
  const { id: runId } = await insertRow("feed_runs", { feed_id: feedId });
  await failRun({ feedId, runId, state: "fetching" }, "timeout");
}

async function goneFromFeed(owner: Person): Promise<void> {
  const { viewer } = owner;
  const upload = { user_id: viewer.id, client_id: randomUUID(), file_name: "4711.csv", state: "done" };
  const { id: upload_id } = await insertRow("uploads", { ...upload, rows: 1, read: 1, created: 1 });
  const { id: feed_id } = await insertRow("feeds", {
    user_id: viewer.id,
    url: "https://192.0.2.1/4711.csv",
    every_hours: 6,
  });
  const { id: runId } = await insertRow("feed_runs", { feed_id, upload_id, state: "importing" });
  const { type, id } = await racketOf(owner);
  const [first_run_id, run_id] = [randomUUID(), randomUUID()];
  await insertRows("feed_listings", { feed_id, listing_type: type, listing_id: id, first_run_id, run_id });
  await finishImported({ feedId: feed_id, runId });
}

/** A webhook that has taken nothing for a day. */
async function failingWebhook({ viewer }: Person): Promise<void> {
  const webhook = { user_id: viewer.id, url: "https://192.0.2.1/4711", types: ["listing.sold"] };
  const failing = { secret: "unreadable", failing_since: new Date(0) };
  // Its last try.
  const tries = 7;
  const { id: endpoint_id } = await insertRow("webhook_endpoints", { ...webhook, ...failing });
  const event = { type: "listing.sold", thing: randomUUID(), data: JSON.stringify({}) };
  await insertRows("webhook_deliveries", { endpoint_id, ...event, tries });
  await deliverTo(endpoint_id, new AbortController().signal, PUBLIC_HOSTS);
}

/** Writes to `to`; returns the address of the mail if it is another one. */
type Scene = () => Promise<unknown>;

/** By the function that sends, and the mail that it sends. */
const SCENES: Record<string, Scene> = {
  "ask: askingMail": () => goneFromFeed(to),
  "noteResult: failingMail": () => failingFeed(to),
  "release: turnedOffMail": () => failingWebhook(to),
  "tellOfKey: setByKeyMail": async () => {
    const { id } = await insertRow("api_keys", {
      user_id: to.viewer.id,
      name: "4711",
      hash: randomUUID(),
      hint: "x",
      scopes: [],
    });
    await addWebhook(to.viewer, { url: "https://192.0.2.1/4711", types: ["listing.sold"] }, id);
  },
  "createAccount: knownAddressMail": () =>
    signUp(request(), { username: `x${numbers}`, email: to.viewer.email, password: PASSWORD }),
  "sendVerification: verificationMail": async () => {
    await unverified(to);
    await resendVerification(request(), to.viewer.email);
  },
  "mailReset: resetMail": () => requestOwnReset(request(), to.viewer.email),
  "resetPassword: passwordChangedMail": async () => {
    const reset = await resetTokenFor(to.viewer.email);
    await resetPassword(request(), { token: reset?.token ?? "", password: PASSWORD });
  },
  "sendSignInCode: codeMail": () => sendSignInCode(request(), { kind: "email", to: to.viewer.email }),
  "sendSignInCode: codeText": async () => {
    const number = await withPhone(to);
    await sendSignInCode(request(), { kind: "phone", to: number });
    return number;
  },
  "sendPhoneCode: codeText": async () => {
    const number = `+316123456${String(++numbers).padStart(2, "0")}`;
    await sendPhoneCode(request(to), to.viewer, number);
    return number;
  },
  "notifyOwner: phoneMail": async () => {
    await withPhone(to);
    await removePhone(request(to), to.viewer);
  },
  "notifyOwner: factorChangedMail": async () => {
    const started = await startEnrolment(request(to), to.viewer);
    await finishEnrolment(request(to), to.viewer, totp(started?.uri ?? ""));
  },
  "tellOfKey: keyMail": async () => {
    const scopes = ["listings:write", "deals:read"] as const;
    await makeApiKey(request(to), to.viewer, {
      name: "4711",
      scopes: [...scopes],
      lifetime: "90",
      origins: [],
    });
  },
  "changed: passwordChangedMail": () => setPassword(request(to), to.viewer, PASSWORD),
  "mailConfirmCode: codeMail": () => mailConfirmCode(to.viewer),
  "askOld: emailApprovalMail": () => startEmailChange(to.viewer, "new@example.com"),
  "askNew: emailConfirmationMail": async () => {
    await unverified(to);
    await startEmailChange(to.viewer, "new@example.com");
    return "new@example.com";
  },
  "askNew: addressInUseMail": async () => {
    await unverified(stranger);
    await startEmailChange(stranger.viewer, to.viewer.email);
  },
  "change: emailChangedMail": async () => {
    await unverified(to);
    const email = `new-${to.viewer.email}`;
    await startEmailChange(to.viewer, email);
    const token = new URLSearchParams((await newestLink(email)).split("?")[1]).get("token") ?? "";
    await followEmailLink(request(to), to.viewer, token);
  },
  "deleteIn: deletedMail": () => deleteAccount(request(to), to.viewer, []),
  "recordDevice: newDeviceMail": async () => {
    const userId = to.viewer.id;
    await insertRows("known_devices", { user_id: userId, device: "a", place: "a" });
    const headers = new Headers({ "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" });
    await recordSignIn({ userId, device: "b", headers, at: new Date(), language: "fr" });
  },
  "notifyLinked: signInMethodMail": () => link(to, "google"),
  "unlink: signInMethodMail": async () => {
    await setPassword(request(to), to.viewer, PASSWORD);
    await link(to, "google");
    const added = (await identitiesOf(to.viewer.id)).find(({ way }) => way === "google");
    await unlink(request(to), to.viewer.id, added?.id ?? "");
  },
  "mailTo: knownAddressMail": comeFromProvider,
  "mailTo: sendVerification": async () => {
    await unverified(to);
    await comeFromProvider();
  },
  "mailReceipt: receiptMail": async () => {
    await caseAbout("listing", (await racketOf(stranger)).id, { by: to });
  },
  "report: newCaseMail": async () => {
    await caseAbout("listing", (await racketOf(to)).id, { by: stranger });
    return OPERATOR;
  },
  "notifyDecided: statementMail": async () =>
    decidedAbout(await caseAbout("listing", (await racketOf(to)).id, { by: stranger })),
  "notifyReporters: outcomeMail": async () =>
    decidedAbout(await caseAbout("listing", (await racketOf(stranger)).id, { by: to })),
  "notifyAppealDecided: appealMail": async () => {
    const [first, second] = moderators;
    const id = await caseAbout("listing", (await racketOf(to)).id, { by: stranger });
    const warning = await warningIn(id, to, first);
    const decision = await decisionById(warning, db());
    if (decision) await appeal(decision, "4711");
    await answerAppeal(actorOf(second), { decision: warning, outcome: "upheld", answer: "4711" });
  },
  "notifyComplaintDecided: complaintMail": async () => {
    const [first, second] = moderators;
    const caseId = await caseAbout("listing", (await racketOf(stranger)).id, { by: to });
    const decision_id = await warningIn(caseId, stranger, first);
    const { id: report } = await findRow("reports", { case_id: caseId }, ["id"]);
    await insertRows("complaints", { report_id: report, decision_id, words: "4711" });
    await answerComplaint(actorOf(second), { report, outcome: "upheld", answer: "4711" });
  },
  "tell: questionMail": async () => {
    const id = await caseAbout("listing", (await racketOf(to)).id, { by: stranger });
    await askQuestion(actorOf(moderators[0]), id, { to: "member", question: "4711" });
  },
  "tell: viewMail": async () => {
    const listing = await racketOf(to);
    const case_id = await caseAbout("listing", listing.id, { by: stranger });
    const room_id = await roomAbout(stranger, listing);
    const opened_at = new Date("2026-01-01");
    await insertRows("conversation_views", { case_id, room_id, reason: "fraud", words: "4711", opened_at });
    await tellOfViews();
  },
  "askFactorReset: resetAskedMail": () => factorReset(to),
  "resetFactor: factorChangedMail": async () => {
    await factorReset(to);
    await updateRows("factor_resets", { user_id: to.viewer.id }, { due_at: new Date("2026-01-01") });
    await inTransaction((trx) => resetFactor(trx, to.viewer.id));
  },
  "sendContact: supportMail": async () => {
    await contact();
    return OPERATOR;
  },
  "sendContact: receiptMail": () => contact(),
  "askNext: askMail": async () => {
    await roomAbout(stranger, await racketOf(to, { listedAt: new Date("2025-01-01") }));
    await silentSeller(31);
  },
  "hideNext: hiddenMail": async () => {
    await roomAbout(stranger, await racketOf(to, { listedAt: new Date("2025-01-01") }));
    await silentSeller(31);
    await silentSeller(15);
  },
  "deliverBatch: noticeMail": () =>
    deliverNotice({
      kind: "offer",
      eventKey: randomUUID(),
      userIds: [to.viewer.id],
      facts: { event: "made", username: "4711", listing: "4711", priceCents: 129_900 },
    }),
  "sendSome: digestMail": async () => {
    await noticeFor(to, "4711", { createdAt: new Date("2026-01-01") });
    await sql`update notifications set mail = 'daily' where user_id = ${to.viewer.id}`.execute(db());
    await sendDigests(new Date());
  },
};

async function factorReset({ viewer }: Person): Promise<void> {
  await updateRows("users", { id: viewer.id }, { two_factor_enabled: true });
  const asked = {
    userId: viewer.id,
    askedBy: moderators[0].viewer.id,
    reason: "lost",
    words: "4711",
  } as const;
  await inTransaction((trx) => askFactorReset(trx, asked));
}

async function contact(): Promise<void> {
  const { email } = to.viewer;
  const message = { name: "4711", email, topic: "buying", message: "4711" } as const;
  await sendContact(request(to), message, to.viewer);
}

/** The functions of a file, by name. */
function functionsOf(file: string): [name: string, source: string][] {
  const chunks = read(file)
    .split(/^(?:export )?(?:async )?function /m)
    .slice(1);
  return chunks.map((source) => [/^\w+/.exec(source)?.[0] ?? "", source]);
}

/** Every function that sends a mail or a text message, with what it sends: "signUp: knownAddressMail". */
function sendersInCode(): string[] {
  const functions = files
    .filter((file) => /^app\/.*\.server\.ts$/.test(file))
    .flatMap((file) => functionsOf(file));
  const makesMail = ([, source]: [string, string]) => /\): Mail \{\n/.test(source);
  const makers = [...functions.filter(makesMail).map(([name]) => name), "codeText"];
  const senders = functions.filter((one) => !makesMail(one) && one[0] !== "codeText");
  const pairs = senders.flatMap(([name, source]) =>
    makers
      .filter((maker) => new RegExp(`(?<!typeof )\\b${maker}\\b`).test(source))
      .map((maker) => `${name}: ${maker}`),
  );
  return [...new Set(pairs)];
}

test("every function that sends a mail or a text message has a scene here", () => {
  expect(sendersInCode().sort()).toEqual(
    Object.keys(SCENES)
      .filter((scene) => scene !== "mailTo: sendVerification")
      .sort(),
  );
});

async function inFrench(run: Scene): Promise<unknown> {
  overwriteGetLocale(() => "fr");
  try {
    return await run();
  } finally {
    overwriteGetLocale(() => baseLocale);
  }
}

describe.each<{ stored: Locale | null; language: Locale }>([
  { stored: null, language: "en-GB" },
  { stored: "nl", language: "nl" },
])("for a person with the language $stored", ({ stored, language }) => {
  beforeEach(async () => {
    [to, stranger] = [await person("to"), await person("by")];
    if (stored === null) return;
    const row = { user_id: to.viewer.id, language: stored };
    await insertRows("user_preferences", row);
  });

  test.each(Object.keys(SCENES))("%s", async (scene) => {
    const outcome = await inFrench(SCENES[scene] ?? (() => Promise.reject(scene)));
    const address = typeof outcome === "string" ? outcome : to.viewer.email;
    const expected = address === OPERATOR ? baseLocale : language;
    const { text, subject, html } = await db()
      .selectFrom("mails")
      .select(["text", "subject", "html"])
      .where("recipient", "=", address)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const names = [to, stranger].flatMap(({ viewer }) => [viewer.username]);
    expect(foreignWords(`${subject}\n${text}`, expected, [...names, ...NAMES])).toEqual([]);
    if (address.startsWith("+")) return;
    expect(html).toContain(`<html lang="${expected}"`);
    if (address !== OPERATOR)
      expect([...linkedLanguages(text)].filter((one) => one !== language)).toEqual([]);
  });
});

/** The mail to the operator names the language of the page. */
const NAMES = ["Blade", "Firefox", "Linux", "Google", "localhost", "fr"];
