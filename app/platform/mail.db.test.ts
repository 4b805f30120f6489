import { SMTPServer } from "smtp-server";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { db } from "./db.server.ts";
import { configure, env } from "./env.server.ts";
import { startJobs, stopJobs } from "./jobs.server.ts";
import { mailJobs, sendMail } from "./mail.server.ts";

const MAIL = {
  to: "anna@example.com",
  subject: "Grüße · 你好",
  text: "Open http://shop.example/x?a=1&b=2",
  html: '<p>Open <a href="http://shop.example/x?a=1&amp;b=2">it</a></p>',
};

let url: string;
let servers: SMTPServer[] = [];

beforeAll(async () => {
  ({ url } = await testDatabase());
});
beforeEach(async () => {
  await db().deleteFrom("mails").execute();
});
afterEach(async () => {
  await stopJobs();
  configure({ ...env(), smtpUrl: undefined });
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.close(done))));
  servers = [];
});

/** A mail server on loopback that notes what it is given, and turns away the first `failures` mails. */
async function mailServer(
  failures = 0,
): Promise<{ url: string; received: { to: string[]; raw: string }[]; tries: () => number }> {
  const received: { to: string[]; raw: string }[] = [];
  let tries = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        tries += 1;
        if (tries <= failures)
          return done(Object.assign(new Error("come back later"), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, received, tries: () => tries };
}

test("without SMTP_URL a mail is kept", async () => {
  await sendMail(MAIL);
  const kept = await db().selectFrom("mails").select(["recipient", "subject", "text", "html"]).execute();
  const { to: recipient, ...rest } = MAIL;
  expect(kept).toEqual([{ recipient, ...rest }]);
});

test("with SMTP_URL it is sent, with both texts, and not kept", async () => {
  const { url: smtpUrl, received } = await mailServer();
  configure({ ...env(), smtpUrl });
  await startJobs(url, mailJobs);
  await sendMail(MAIL);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 });
  expect(received[0]?.to).toEqual(["anna@example.com"]);
  expect(received[0]?.raw).toMatch(/^From: Second Serve <no-reply@/m);
  expect(received[0]?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(received[0]?.raw).toMatch(/Content-Type: text\/plain/);
  expect(received[0]?.raw).toMatch(/Content-Type: text\/html/);
  expect(await db().selectFrom("mails").select("id").execute()).toEqual([]);
});

test("a mail server that is busy gets it later", { timeout: 60_000 }, async () => {
  const { url: smtpUrl, received, tries } = await mailServer(1);
  configure({ ...env(), smtpUrl });
  await startJobs(url, mailJobs);
  await sendMail(MAIL);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 45_000, interval: 200 });
  expect(tries()).toBe(2);
});

test("in a transaction that is undone no mail goes", async () => {
  const undone = db()
    .transaction()
    .execute(async (trx) => {
      await sendMail(MAIL, trx);
      throw new Error("undone");
    });
  await expect(undone).rejects.toThrow("undone");
  expect(await db().selectFrom("mails").select("id").execute()).toEqual([]);
});
