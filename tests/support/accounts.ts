import { sql } from "kysely";
import { mailReset, RESET_JOB } from "#app/features/accounts/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { action } from "#app/routes/accounts/auth.route.tsx";
import { action as verify } from "#app/routes/accounts/verify.route.tsx";
import { type Outcome, Visitor } from "./visitor.ts";

export const PASSWORD = "correct horse battery";

/** Does the work of the jobs that mail password reset links, which do nothing themselves after `captureNotices`. */
async function mailResets(): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('pgboss.job') is not null as there
  `.execute(db());
  if (!rows[0]?.there) return;
  const queued = await sql<{ data: unknown }>`
    delete from pgboss.job where name = ${RESET_JOB} returning data
  `.execute(db());
  for (const { data } of queued.rows) await mailReset(data);
}

/** First sends the password reset links that are due. */
export async function newestMail(recipient: string) {
  await mailResets();
  return db()
    .selectFrom("mails")
    .selectAll()
    .where("recipient", "=", recipient)
    .orderBy("id", "desc")
    .executeTakeFirst();
}

/** The six digits in the newest mail or text message to a recipient. */
export async function newestCode(recipient: string): Promise<string> {
  return (await newestMail(recipient))?.text.match(/\b\d{6}\b/)?.[0] ?? "";
}

/** The path and query of the link in the newest mail to an email address. */
export async function newestLink(recipient: string): Promise<string> {
  const mail = await newestMail(recipient);
  const [link] = mail?.text.match(/https?:\/\/\S+/) ?? [];
  if (!link) throw new Error(`no mail with a link for ${recipient}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

export function signUpFields(username: string, email: string, password = PASSWORD) {
  return { intent: "sign-up", username, email, password, confirm: password };
}

export function signInFields(identifier: string, password = PASSWORD) {
  return { intent: "sign-in", identifier, password };
}

/** Presses the button on the page of a verification link. */
export function pressVerify(visitor: Visitor, link: string): Promise<Outcome> {
  const token = new URL(link, "https://any.example").searchParams.get("token") ?? "";
  return visitor.submit(verify, link, { intent: "verify", token });
}

/** Signs up a person and presses the button of the verification mail's link, which signs the visitor in. */
export async function newPerson(
  username: string,
  email = `${username.toLowerCase()}@example.com`,
): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.submit(action, "/auth?mode=signup", signUpFields(username, email));
  await pressVerify(visitor, await newestLink(email));
  return visitor;
}
