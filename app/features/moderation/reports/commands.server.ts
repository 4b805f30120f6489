import { sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import type { LocaleOption } from "#app/features/accounts/mail-content.server.ts";
import { userById } from "#app/features/accounts/queries.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { env } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { newCaseMail, type Reporter, receiptMail } from "./mails.server.ts";
import type { Subject } from "./queries.server.ts";
import { mayReport, REASONS } from "./rules.ts";
import type { ReportInput } from "./schema.ts";

/**
 * Stores a report, which joins the open case of its subject or opens one, and mails a receipt. The first report of each
 * person about an open case is kept. Returns false for a later one.
 * @throws Refused "too_often", "report_own" (it is theirs)
 */
export async function report(
  request: Request,
  viewer: Viewer | null,
  subject: Subject,
  input: ReportInput,
): Promise<boolean> {
  const { email } = input;
  if (viewer) await limit("report", viewer.id);
  else {
    await limit("report_client", clientAddress(request));
    await limit("report_to", email ?? "");
  }
  if (!mayReport(viewer, subject.personId)) throw new Refused("report_own");
  return db()
    .transaction()
    .execute(async (trx) => {
      const { id, isNew: opened } = await openCase(trx, subject, input);
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("reports")
        .values({
          case_id: id,
          reporter_id: viewer?.id ?? null,
          email: viewer ? null : (email ?? null),
          language: getLocale(),
          reason: input.reason,
          words: input.words,
          proof: input.proof,
          evidence: JSON.stringify(subject.evidence),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return false;
      await trx
        .updateTable("cases")
        .set({ severity: sql`greatest(severity, ${REASONS[input.reason]})` })
        .where("id", "=", id)
        .execute();
      await mailReceipt(trx, viewer, subject, input);
      const { supportEmail } = env();
      if (opened && supportEmail) await sendMail(newCaseMail(supportEmail, subject, input.reason), trx);
      return true;
    });
}

/** The open case of a subject, locked until the transaction ends; it is opened if there is none. */
async function openCase(
  trx: Transaction<DB>,
  { kind, id, listingType, personId }: Subject,
  { reason }: ReportInput,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into cases (subject_kind, subject_id, listing_type, person_id, severity)
    values (${kind}, ${id}, ${listingType}, ${personId}, ${REASONS[reason]})
    on conflict (subject_kind, subject_id) where state = 'open' do update set severity = cases.severity
    returning id, xmax = 0 as "isNew"
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("A case was neither found nor opened.");
  return row;
}

/** People with an account get the receipt at their verified address. */
async function mailReceipt(
  trx: Transaction<DB>,
  viewer: Viewer | null,
  subject: Subject,
  { reason, email }: ReportInput,
): Promise<void> {
  const words: LocaleOption = { locale: getLocale() };
  const user = viewer && (await userById(viewer.id, trx));
  const reporter: Reporter | null = user
    ? user.verified
      ? user
      : null
    : email === undefined
      ? null
      : { email, username: null };
  if (reporter) await sendMail(receiptMail(reporter, subject, reason, words), trx);
}
