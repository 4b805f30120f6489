import { type Insertable, sql, type Transaction } from "kysely";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { mailLocale } from "#app/features/accounts/mail-template.server.ts";
import { userById } from "#app/features/accounts/queries.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB, Reports } from "#app/platform/db-types.ts";
import { env } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { newCaseMail, type Reporter, receiptMail } from "./mails.server.ts";
import type { Subject } from "./queries.server.ts";
import { REASONS, type Severity } from "./rules.ts";
import type { ReportInput } from "./schema.ts";

/**
 * Stores a report and mails a receipt. The report is added to the open case of its subject, or opens a case. Each
 * person can report an open case once: the function returns false for their second report.
 * @param pictures keys of photos that the reporter added
 * @throws Refused "too_often", "report_own" (the viewer's own content)
 */
export async function report(
  request: Request,
  viewer: Viewer | null,
  subject: Subject,
  input: ReportInput,
  pictures: readonly string[] = [],
): Promise<boolean> {
  const { email } = input;
  if (viewer) await limit("report", viewer.id);
  else {
    await limit("report_client", clientAddress(request));
    await limit("report_to", email ?? "");
  }
  if (!can(viewer, "report", { kind: "person", userId: subject.personId })) throw new Refused("report_own");
  return db()
    .transaction()
    .execute(async (trx) => {
      const added = await addReport(trx, subject, REASONS[input.reason], {
        reporter_id: viewer?.id ?? null,
        email: viewer ? null : (email ?? null),
        language: getLocale(),
        reason: input.reason,
        words: input.words,
        proof: input.proof,
        pictures: [...pictures],
      });
      if (!added) return false;
      await mailReceipt(trx, viewer, subject, input);
      const { supportEmail } = env();
      // A signal, which mails nobody, may have opened the case.
      if (supportEmail && (await reportsByPeople(trx, subject)) === 1)
        await sendMail(newCaseMail(supportEmail, subject, input.reason), trx);
      return true;
    });
}

type NewReport = Omit<Insertable<Reports>, "case_id" | "evidence">;

/**
 * Adds a report to the open case of its subject, which becomes at least as urgent as the report.
 * @returns false when it was not stored, because the same reporter has reported this case before
 */
export async function addReport(
  trx: Transaction<DB>,
  subject: Subject,
  severity: Severity,
  report: NewReport,
): Promise<boolean> {
  const id = await openCase(trx, subject, severity);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("reports")
    .values({ ...report, case_id: id, evidence: JSON.stringify(subject.evidence) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  await trx
    .updateTable("cases")
    .set({ severity: sql`greatest(severity, ${severity})` })
    .where("id", "=", id)
    .execute();
  return true;
}

/** How many reports by people, not signals, the open case of a subject has. */
async function reportsByPeople(trx: Transaction<DB>, { kind, id }: Subject): Promise<number> {
  const { n } = await trx
    .selectFrom("reports")
    .innerJoin("cases", "cases.id", "case_id")
    .select(({ fn }) => fn.countAll<string>().as("n"))
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("state", "=", "open")
    .where("signal", "is", null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns the open case of a subject, or opens one. It stays locked until the transaction ends. */
async function openCase(
  trx: Transaction<DB>,
  { kind, id, listingType, personId }: Subject,
  severity: Severity,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into cases (subject_kind, subject_id, listing_type, person_id, severity)
    values (${kind}, ${id}, ${listingType}, ${personId}, ${severity})
    on conflict (subject_kind, subject_id) where state = 'open' do update set severity = cases.severity
    returning id
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("A case was neither found nor opened.");
  return row.id;
}

/** Mails the receipt of a report to the verified email address of the account, or to the one that a visitor typed. */
async function mailReceipt(
  trx: Transaction<DB>,
  viewer: Viewer | null,
  subject: Subject,
  { reason, email }: ReportInput,
): Promise<void> {
  const user = viewer && (await userById(viewer.id, trx));
  const reporter: Reporter | null = user
    ? user.verified
      ? user
      : null
    : email === undefined
      ? null
      : { email, username: null };
  const words = user ? mailLocale(user) : { locale: getLocale() };
  if (reporter) await sendMail(receiptMail(reporter, subject, reason, words), trx);
}
