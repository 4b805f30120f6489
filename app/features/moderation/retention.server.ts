import { type RawBuilder, sql, type Transaction } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { invalidateListingPages } from "#app/features/listings/commands.server.ts";
import { deleteRemovedListing } from "#app/features/listings/writes.server.ts";
import { detachRemovedPhoto } from "#app/features/photos/moderated.server.ts";
import { deleteRemovedReview } from "#app/features/reviews/commands.server.ts";
import { emptyRemovedMessage } from "#app/features/rooms/moderated.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { CASE_DAYS, CASE_TEXT_DAYS, REMOVED_DAYS, REPORTER_DAYS } from "./cases/rules.ts";
import type { SubjectKind } from "./reports/rules.ts";

/** How many rows one run deletes at most of each kind of data. The next run, a day later, deletes more. */
const AT_ONCE = 1_000;
const TYPES = CATEGORIES.map(({ type }) => type);
/** Replaces a deleted text, because the columns refuse an empty one. */
export const DELETED_TEXT = "–";

const olderThan = (moment: RawBuilder<unknown>, days: number) =>
  sql<boolean>`${moment} < now() - make_interval(days => ${days})`;

/** SQL: whether an appeal or a complaint in a case waits for its answer. For a query that reads `cases`. */
export const isAppealed = sql<boolean>`(
  exists (
    select from decisions join appeals on decision_id = decisions.id
    where case_id = cases.id and appeals.decided_at is null
  ) or exists (
    select from reports join complaints on report_id = reports.id
    where case_id = cases.id and complaints.decided_at is null
  )
)`;
/** SQL: whether a suspension that was decided in a case still lasts. */
const isSuspending = sql<boolean>`exists (
  select from decisions
  where case_id = cases.id and decisions.person_id is not null and until > now() and reversed_at is null
)`;
const isDone = sql<boolean>`not ${isAppealed} and not ${isSuspending}`;

/**
 * Deletes what is not needed any more (docs/decisions/0091-decisions.md): removed content when nobody can
 * appeal any more, email addresses of reporters, and texts of closed cases. Very old cases are deleted as a whole.
 */
export async function deleteOldCases(signal?: AbortSignal): Promise<void> {
  await deleteRemoved(signal);
  await forgetReporters();
  await clearTexts(sql<boolean>`${olderThan(sql`closed_at`, CASE_TEXT_DAYS)} and ${isDone}`, db());
  await sql`
    delete from cases where id in (
      select id from cases
      where state = 'closed' and ${olderThan(sql`closed_at`, CASE_DAYS)} and ${isDone} limit ${AT_ONCE}
    )
  `.execute(db());
}

/** Deletes the email addresses of signed-out reporters, which are needed only for the answer. */
async function forgetReporters(): Promise<void> {
  await sql`
    update reports set email = '' where id in (
      select id from reports left join complaints on report_id = id
      where email <> '' and (report_id is null or decided_at is not null)
        and ${olderThan(sql`greatest(told_at, decided_at)`, REPORTER_DAYS)} and told_at is not null
      limit ${AT_ONCE}
    )
  `.execute(db());
}

/**
 * Deletes notes and questions of closed cases, and empties the reports, decisions, appeals and complaints. The decision, its
 * reason and its time stay.
 */
export async function clearTexts(which: RawBuilder<boolean>, queries: Queries): Promise<void> {
  await sql`
    with old as materialized (
      select id from cases where state = 'closed' and not cleared and ${which} limit ${AT_ONCE} for update
    ),
    cleared_reports as (
      update reports set words = '', proof = '', pictures = '{}',
        evidence = '{"name": "", "text": "", "by": null, "photos": []}'
      where case_id in (select id from old)
    ),
    cleared_views as (
      update conversation_views set words = '' where case_id in (select id from old)
    ),
    cleared_decisions as (
      update decisions set words = ${DELETED_TEXT} where case_id in (select id from old) returning id
    ),
    cleared_appeals as (
      update appeals set words = '', answer = case when answer is null then null else ${DELETED_TEXT} end
      where decision_id in (select id from cleared_decisions)
    ),
    cleared_complaints as (
      update complaints set words = '', answer = case when answer is null then null else ${DELETED_TEXT} end
      from reports where reports.id = report_id and case_id in (select id from old)
    )
    update cases set cleared = true where id in (select id from old)
  `.execute(queries);
  for (const table of ["case_notes", "case_questions"])
    await sql`
      delete from ${sql.table(table)} where case_id in (select id from cases where cleared)
    `.execute(queries);
}

type Delete = (trx: Transaction<DB>, id: string) => Promise<void>;

const DELETE: Readonly<Record<Exclude<SubjectKind, "person">, Delete>> = {
  listing: deleteRemovedListing,
  message: (trx, id) => emptyRemovedMessage(trx, id, DELETED_TEXT),
  review: deleteRemovedReview,
  photo: detachRemovedPhoto,
};

/** Deletes content that was removed so long ago that no appeal is possible or waits. */
async function deleteRemoved(signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ kind: Exclude<SubjectKind, "person">; id: string }>`
    select subject_kind as kind, subject_id as id
    from decisions join cases on cases.id = case_id
    where subject_kind = any(${Object.keys(DELETE)}) and action = 'remove'
      and in_force_at is not null and reversed_at is null and deleted_at is null
      and not exists (select from appeals where decision_id = decisions.id and appeals.decided_at is null)
    group by subject_kind, subject_id
    having ${olderThan(sql`max(in_force_at)`, REMOVED_DAYS)}
    limit ${AT_ONCE}
  `.execute(db());
  for (const { kind, id } of rows) {
    if (signal?.aborted) return;
    await db()
      .transaction()
      .execute(async (trx) => {
        await DELETE[kind](trx, id);
        await sql`
          update decisions set deleted_at = now() from cases
          where cases.id = case_id and subject_id = ${id} and action = 'remove' and deleted_at is null
        `.execute(trx);
      });
  }
  if (rows.length === 0) return;
  invalidateListingPages(TYPES);
  pageCache.invalidate("reviews");
}
