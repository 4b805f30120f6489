import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#tests/support/database.ts";
import { findRow, insertRow } from "#tests/support/rows.ts";
import { type Answer, type SmtpPeer, smtpPeer } from "#tests/support/smtp-peer.ts";
import { db, inTransaction } from "./db.server.ts";
import { configure, env } from "./env.server.ts";
import { startJobs, stopJobs } from "./jobs.server.ts";
import { logger } from "./log.server.ts";
import { mailJobs, sendMail, sendMails } from "./mail.server.ts";

const MAIL = {
  to: "anna@example.com",
  subject: "Grüße · 你好",
  text: "Open http://shop.example/x?a=1&b=2",
  html: '<p>Open <a href="http://shop.example/x?a=1&amp;b=2">it</a></p>',
};

let peers: SmtpPeer[] = [];
let processes: ChildProcess[] = [];

const database = openDatabase();
beforeEach(async () => {
  await db().deleteFrom("mails").execute();
  await db().deleteFrom("outgoing_mails").execute();
});
afterEach(async () => {
  await stopJobs();
  configure({ ...env(), smtpUrl: undefined });
  for (const child of processes) child.kill("SIGKILL");
  await Promise.all(peers.map((peer) => peer.close()));
  peers = [];
  processes = [];
});

async function peer(answers: readonly Answer[], seen?: () => unknown): Promise<SmtpPeer> {
  const server = await smtpPeer(answers, seen);
  peers.push(server);
  configure({ ...env(), smtpUrl: server.url });
  return server;
}

async function otherServer(): Promise<ChildProcess> {
  const child = fork(new URL("../../tests/support/mail-process.ts", import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      SMTP_URL: env().smtpUrl,
      BASE_URL: env().baseUrl,
      AUTH_SECRET: env().authSecret,
      LOG_LEVEL: "silent",
    },
  });
  processes.push(child);
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("the other server did not start"))),
  ]);
  return child;
}

async function waiting(to = MAIL.to): Promise<string> {
  const { to: _, ...rest } = MAIL;
  const { id } = await insertRow("outgoing_mails", { recipient: to, ...rest });
  return id;
}

const soonAgain = { ...mailJobs, mail: { ...mailJobs.mail, firstPauseSeconds: 1 } };

const work = (id: string) => mailJobs.mail.work({ id }, new AbortController().signal);

async function stateOf(id: string) {
  return db()
    .selectFrom("outgoing_mails")
    .select(["outcome", "unanswered", "recipient", "text"])
    .where("id", "=", id)
    .executeTakeFirst();
}

const FORGOTTEN = { recipient: null, text: null };

describe("a mail", () => {
  test("is stored in the mailbox without SMTP_URL", async () => {
    await sendMail({ ...MAIL, unsubscribe: "https://shop.example/x" });
    const stored = await db()
      .selectFrom("mails")
      .select(["recipient", "subject", "text", "html", "unsubscribe"])
      .execute();
    const { to: recipient, ...rest } = MAIL;
    expect(stored).toEqual([{ recipient, ...rest, unsubscribe: "https://shop.example/x" }]);
  });

  test("has no override in its subject, which could be in a stored name", async () => {
    await sendMail({ ...MAIL, subject: "About \u202eedalB\u202c by \u2068مضرب\u2069" });
    const [stored] = await db().selectFrom("mails").select("subject").execute();
    expect(stored).toEqual({ subject: "About edalB by \u2068مضرب\u2069" });
  });

  test("is sent with SMTP_URL, as plain text and as HTML, and its text is then deleted", async () => {
    const { arrived } = await peer(["take"]);
    await startJobs(database.url, mailJobs);
    await sendMail(MAIL);
    await expect.poll(() => arrived).toHaveLength(1);
    const { to, raw, messageId } = arrived[0]!;
    expect(to).toEqual(["anna@example.com"]);
    expect(raw).toMatch(/^From: Second Serve <no-reply@/m);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(raw).toMatch(/Content-Type: text\/plain/);
    expect(raw).toMatch(/Content-Type: text\/html/);
    expect(raw).not.toMatch(/List-Unsubscribe/i);
    expect(await db().selectFrom("mails").select("id").execute()).toEqual([]);
    const sent = db().selectFrom("outgoing_mails").selectAll();
    await expect.poll(() => sent.executeTakeFirst()).toMatchObject({ outcome: "sent", ...FORGOTTEN });
    expect(messageId).toBe(`<${(await sent.executeTakeFirstOrThrow()).id}@127.0.0.1>`);
    const jobs = await sql<{ data: object }>`select data from pgboss.job where name = 'mail'`.execute(db());
    expect(JSON.stringify(jobs.rows)).not.toMatch(/anna|shop\.example/);
  });

  test("expires after a day, or at the time that was given", async () => {
    await startJobs(database.url, {});
    await peer(["take"]);
    const soon = new Date(Date.now() + 600_000);
    await sendMail(MAIL);
    await inTransaction((trx) => sendMails([{ ...MAIL, expiresAt: soon }], trx));
    const waits = await sql<{ day: boolean; soon: boolean }>`
      select expires_at = created_at + interval '1 day' as day, expires_at = ${soon} as soon
      from outgoing_mails order by expires_at`.execute(db());
    expect(waits.rows).toEqual([
      { day: false, soon: true },
      { day: true, soon: false },
    ]);
  });

  test("is retried with growing pauses, for longer than the day after which it expires", async () => {
    await startJobs(database.url, mailJobs);
    // pg-boss doubles the pauses up to a maximum, and shortens each by up to a half.
    const { rows } = await sql<{ hours: number }>`
      select sum(least(retry_delay_max, retry_delay * 2 ^ least(16, attempt) / 2)) / 3600 as hours
      from pgboss.queue, generate_series(0, retry_limit - 1) as attempt
      where name = 'mail' and retry_backoff`.execute(db());
    expect(rows[0]?.hours).toBeGreaterThan(24);
  });

  test("is not sent when its transaction is rolled back", async () => {
    const { tries } = await peer(["take"]);
    await startJobs(database.url, mailJobs);
    const undone = inTransaction(async (trx) => {
      await sendMail(MAIL, trx);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await sendMail({ ...MAIL, to: "bert@example.com" });
    await expect.poll(tries).toBe(1);
    expect(await db().selectFrom("outgoing_mails").select("id").execute()).toHaveLength(1);
  });

  test("is sent with many others, each separately, only if their transaction commits", async () => {
    const { arrived } = await peer(["take", "no-recipient", "take"]);
    await startJobs(database.url, mailJobs);
    const mails = ["a", "b", "c"].map((name) => ({ ...MAIL, to: `${name}@example.com` }));
    const undone = inTransaction(async (trx) => {
      await sendMails(mails, trx);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await inTransaction((trx) => sendMails(mails, trx));
    const outcomes = async () =>
      (await db().selectFrom("outgoing_mails").select("outcome").execute())
        .map(({ outcome }) => outcome)
        .sort();
    await expect.poll(outcomes).toEqual(["refused", "sent", "sent"]);
    expect(new Set(arrived.map(({ to }) => to[0])).size).toBe(2);
  });

  test("with an unsubscribe URL has the headers for unsubscribing with one click", async () => {
    const { arrived } = await peer(["take"]);
    await startJobs(database.url, mailJobs);
    await sendMail({ ...MAIL, unsubscribe: "https://shop.example/mail/unsubscribe?token=a.b.c" });
    await expect.poll(() => arrived).toHaveLength(1);
    const unfolded = arrived[0]?.raw.replace(/\r?\n[ \t]+/g, " ");
    expect(unfolded).toMatch(
      /^List-Unsubscribe: <https:\/\/shop\.example\/mail\/unsubscribe\?token=a\.b\.c>\r?$/m,
    );
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  });

  test("with an email address for replies has it as Reply-To, and the address is deleted after sending", async () => {
    const { arrived } = await peer(["take"]);
    await startJobs(database.url, mailJobs);
    await sendMail({ ...MAIL, replyTo: "visitor@example.com" });
    await expect.poll(() => arrived).toHaveLength(1);
    expect(arrived[0]?.raw).toMatch(/^Reply-To: <?visitor@example\.com>?\r?$/m);
    const stored = db().selectFrom("outgoing_mails").select(["outcome", "reply_to"]);
    await expect.poll(() => stored.executeTakeFirst()).toEqual({ outcome: "sent", reply_to: null });
  });

  test("waits for a server with SMTP_URL where nobody could read it", async () => {
    await startJobs(database.url, mailJobs);
    const { baseUrl } = env();
    configure({ ...env(), baseUrl: "https://shop.example" });
    await sendMail(MAIL);
    await inTransaction((trx) => sendMails([MAIL], trx));
    configure({ ...env(), baseUrl });
    const states = await sql<{ state: string }>`
      select state from pgboss.job where name = 'mail' and state <> 'completed'`.execute(db());
    expect(states.rows).toEqual([{ state: "created" }, { state: "created" }]);
    expect(await db().selectFrom("mails").select("id").execute()).toEqual([]);
    expect(await db().selectFrom("outgoing_mails").select("outcome").execute()).toEqual([
      { outcome: null },
      { outcome: null },
    ]);
  });

  test("that an earlier version of the program queued is sent too", async () => {
    const { arrived } = await peer(["take"]);
    await startJobs(database.url, mailJobs);
    await mailJobs.mail.work(MAIL, new AbortController().signal);
    await expect.poll(() => arrived).toHaveLength(1);
  });
});

describe("a mail server", () => {
  test("that is busy gets the mail later, once", { timeout: 60_000 }, async () => {
    const { arrived, tries } = await peer(["later", "take"]);
    const errors = vi.spyOn(logger, "error");
    await startJobs(database.url, soonAgain);
    await sendMail(MAIL);
    await expect.poll(tries, { timeout: 45_000 }).toBe(2);
    const outcomes = db().selectFrom("outgoing_mails").select(["outcome", "unanswered"]);
    await expect.poll(() => outcomes.execute()).toMatchObject([{ outcome: "sent" }]);
    expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(1);
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  test.each<[Answer, number]>([
    ["no-recipient", 0],
    ["no-text", 1],
    ["never at MAIL", 0],
    ["never at RCPT", 0],
    ["never at DATA", 0],
  ])(
    "that refuses for good (%s) gets no retry, and the log has no email address [V16.2.5]",
    async (answer, texts) => {
      const { arrived, tries } = await peer([answer]);
      const logged = vi.spyOn(logger, "warn");
      const id = await waiting();
      await work(id);
      await work(id);
      expect([tries(), arrived.length]).toEqual([1, texts]);
      expect(await stateOf(id)).toMatchObject({ outcome: "refused", ...FORGOTTEN });
      expect(logged).toHaveBeenCalledOnce();
      expect(logged.mock.calls[0]?.[0]).toMatchObject({
        mail: id,
        responseCode: answer === "no-recipient" ? 550 : 554,
      });
      expect(JSON.stringify(logged.mock.calls)).not.toMatch(/anna|example\.com|unknown here/);
      logged.mockRestore();
    },
  );

  test("that is another machine gets no mail without TLS, unless its URL says so", async () => {
    const { arrived, url } = await peer(["take"]);
    const id = await waiting();
    // Another name of this machine, which the shop does not know.
    const elsewhere = url.replace("127.0.0.1", "127.1");
    configure({ ...env(), smtpUrl: elsewhere });
    await expect(work(id)).rejects.toThrow();
    expect(arrived).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ outcome: null, unanswered: 0 });
    configure({ ...env(), smtpUrl: `${elsewhere}&requireTLS=false` });
    await work(id);
    expect(arrived).toHaveLength(1);
  });

  test("that cannot be reached is tried again, and the log has no email address", async () => {
    const closingPeer = await peer(["take"]);
    await closingPeer.close();
    peers = [];
    const id = await waiting();
    const failure = await work(id).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "MailFailure", message: expect.stringMatching(/^Not sent: E\w+/) });
    expect(JSON.stringify(failure)).not.toContain("anna");
    expect(await stateOf(id)).toMatchObject({ outcome: null, unanswered: 0, recipient: MAIL.to });
    await peer(["take"]);
    await work(id);
    expect(await stateOf(id)).toMatchObject({ outcome: "sent" });
  });

  test.each<Answer>(["silence", "hang-up"])(
    "that answers the whole text with %s gets it once more, with the same Message-ID, and not a third time",
    async (answer) => {
      const { arrived } = await peer([answer]);
      const id = await waiting();
      await expect(work(id)).rejects.toThrow(/^Not sent/);
      expect(await stateOf(id)).toMatchObject({ outcome: null, unanswered: 1 });
      await expect(work(id)).rejects.toThrow(/^Not sent/);
      await work(id);
      await work(id);
      expect(arrived).toHaveLength(2);
      expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(1);
      expect(await stateOf(id)).toMatchObject({ outcome: "unsure", ...FORGOTTEN });
    },
  );

  test("that disconnects during the text gets it a second time, and not a third", async () => {
    const { arrived } = await peer(["hang-up", "take"]);
    const id = await waiting();
    await expect(work(id)).rejects.toThrow(/^Not sent/);
    await work(id);
    await work(id);
    expect(arrived).toHaveLength(2);
    expect(await stateOf(id)).toMatchObject({ outcome: "sent", ...FORGOTTEN });
  });

  test.each<Answer>([
    "later at MAIL",
    "later at RCPT",
    "later at DATA",
    "hang-up at MAIL",
    "hang-up at RCPT",
    "hang-up at DATA",
  ])("that fails before the text (%s) is tried again, and nothing counts as sent", async (answer) => {
    const id = await waiting();
    const marks: unknown[] = [];
    const { arrived } = await peer([answer, answer, answer, answer, "take"], async () => {
      // The mail server waits meanwhile; the text has not been sent.
      for (const _ of [1, 2, 3, 4, 5]) marks.push((await stateOf(id))?.unanswered);
    });
    for (const _ of [1, 2, 3, 4]) {
      await expect(work(id)).rejects.toThrow(answer.startsWith("later") ? / 451 4\.7\.1\.$/ : /^Not sent/);
      expect(await stateOf(id)).toMatchObject({ outcome: null, unanswered: 0, text: MAIL.text });
    }
    expect([new Set(marks), arrived]).toEqual([new Set([0]), []]);
    await work(id);
    expect(arrived).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ outcome: "sent", ...FORGOTTEN });
  });

  test.each<[Answer, string]>([
    ["later", "451"],
    ["closing", "421"],
  ])("that refuses the whole text temporarily (%s) is tried again each time", async (answer, code) => {
    const { arrived } = await peer([answer, answer, answer, "take"]);
    const id = await waiting();
    for (const _ of [1, 2, 3]) await expect(work(id)).rejects.toThrow(code);
    await work(id);
    expect(arrived).toHaveLength(4);
    expect(await stateOf(id)).toMatchObject({ outcome: "sent" });
  });

  test("that refuses temporarily, after leaving a text unanswered, does not reset the count of unanswered texts", async () => {
    const { arrived } = await peer(["hang-up", "later at RCPT", "hang-up", "take"]);
    const id = await waiting();
    for (const _ of [1, 2, 3]) await expect(work(id)).rejects.toThrow(/^Not sent/);
    await work(id);
    expect(arrived).toHaveLength(2);
    expect(await stateOf(id)).toMatchObject({ outcome: "unsure", ...FORGOTTEN });
  });

  test("that defers a mail until it has expired is not tried again, and the log does not say that it was sent", async () => {
    await peer(["later at RCPT"]);
    const logged = vi.spyOn(logger, "error");
    const id = await waiting();
    await expect(work(id)).rejects.toThrow("451");
    await sql`update outgoing_mails set expires_at = now() where id = ${id}`.execute(db());
    await work(id);
    expect(await stateOf(id)).toMatchObject({ outcome: "unsent", unanswered: 0, ...FORGOTTEN });
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ mail: id, responseCode: 451 }), expect.stringMatching(/^mail given up/)],
    ]);
    logged.mockRestore();
  });
});

describe("with several servers", () => {
  test("only one sends a mail that all of them try to send", async () => {
    const { arrived } = await peer(["take"]);
    const id = await waiting();
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => work(id)));
    expect(arrived).toHaveLength(1);
    const failures = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.name] : []));
    expect(new Set([...failures, "MailFailure"])).toEqual(new Set(["MailFailure"]));
    expect(await stateOf(id)).toMatchObject({ outcome: "sent", ...FORGOTTEN });
    await work(id);
    expect(arrived).toHaveLength(1);
  });

  test("each of many mails is sent once", { timeout: 60_000 }, async () => {
    const { arrived } = await peer(["take"]);
    await otherServer();
    await startJobs(database.url, mailJobs);
    const addresses = Array.from({ length: 30 }, (_, number) => `person${number}@example.com`);
    await Promise.all(addresses.map((to) => sendMail({ ...MAIL, to })));
    const open = db().selectFrom("outgoing_mails").select("id").where("outcome", "is", null);
    await expect.poll(() => open.execute(), { timeout: 45_000 }).toEqual([]);
    expect(arrived.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
    expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(30);
  });

  test("one without SMTP_URL leaves all mails to one with it", async () => {
    const { arrived } = await peer(["take"]);
    const { smtpUrl } = env();
    configure({ ...env(), smtpUrl: undefined });
    await startJobs(database.url, mailJobs);
    configure({ ...env(), smtpUrl });
    const addresses = Array.from({ length: 12 }, (_, number) => `person${number}@example.com`);
    for (const to of addresses) await sendMail({ ...MAIL, to });
    await otherServer();
    await expect.poll(() => arrived).toHaveLength(addresses.length);
    expect(arrived.flatMap(({ to }) => to).sort()).toEqual(addresses.sort());
    expect(await db().selectFrom("mails").select("id").execute()).toEqual([]);
  });

  test("a mail is sent once more, unchanged, when its server was killed before recording the delivery", async () => {
    let other: ChildProcess | undefined;
    const { arrived } = await peer(["take"], () => other?.kill("SIGKILL"));
    other = await otherServer();
    await startJobs(database.url, {});
    await sendMail(MAIL);
    await once(other, "exit");
    other = undefined;
    expect(arrived).toHaveLength(1);
    const { id } = await findRow("outgoing_mails", {});
    expect(await stateOf(id)).toMatchObject({ outcome: null, unanswered: 1 });
    // No other server takes this job before its heartbeat is too old.
    const jobs = await sql<{ state: string; seconds: number }>`
      select state, expire_seconds as seconds from pgboss.job where data ->> 'id' = ${id}`.execute(db());
    expect(jobs.rows).toEqual([{ state: "active", seconds: mailJobs.mail.timeoutSeconds }]);
    await work(id);
    await work(id);
    expect(arrived).toHaveLength(2);
    expect(arrived[1]?.messageId).toBe(arrived[0]?.messageId);
    expect(await stateOf(id)).toMatchObject({ outcome: "sent" });
  });
});

describe("a mail's header", () => {
  test.each([
    ["subject", { subject: "Hello\r\nBcc: eve@example.com\r\n\r\nmore" }],
    ["recipient", { to: "anna@example.com\r\nBcc: eve@example.com" }],
    ["list of recipients", { to: "anna@example.com, eve@example.com" }],
    ["link", { unsubscribe: "https://shop.example/>\r\nBcc: eve@example.com" }],
  ])("stays one line with one recipient: %s [V1.3.11]", async (_, part) => {
    const { arrived } = await peer(["take"]);
    await startJobs(database.url, mailJobs);
    await sendMail({ ...MAIL, ...part });
    await sendMail({ ...MAIL, to: "last@example.com" });
    await expect.poll(() => arrived.some(({ to }) => to.includes("last@example.com"))).toBe(true);
    for (const { to, raw } of arrived) {
      expect(to).toHaveLength(1);
      expect(to).not.toContain("eve@example.com");
      expect(raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^(Bcc|Cc):/im);
    }
  });
});

test("mails that ended a month ago, and mails unsent for a week, are deleted", async () => {
  const ids = await Promise.all([waiting(), waiting(), waiting()]);
  await sql`update outgoing_mails set created_at = now() - interval '8 days' where id = ${ids[0]}`.execute(
    db(),
  );
  await peer(["take"]);
  await work(ids[1]!);
  await sql`update outgoing_mails set ended_at = now() - interval '31 days' where id = ${ids[1]}`.execute(
    db(),
  );
  await mailJobs["mail-sweep"].work();
  expect(await db().selectFrom("outgoing_mails").select("id").execute()).toEqual([{ id: ids[2] }]);
});
