import { sql, type Transaction } from "kysely";
import { setHidden } from "#app/features/moderation/cases/effects.server.ts";
import { openCaseAbout } from "#app/features/moderation/cases/queries.server.ts";
import { addReport } from "#app/features/moderation/reports/commands.server.ts";
import { subjectForShop } from "#app/features/moderation/reports/queries.server.ts";
import { REASONS, type ReportReason, type SubjectKind } from "#app/features/moderation/reports/rules.ts";
import { SIGNALS, type Signal } from "#app/features/moderation/signals/definitions.ts";
import { baseLocale } from "#app/paraglide/runtime.js";
import type { DB } from "#app/platform/db-types.ts";
import { caseWork, reports, staff } from "./data.ts";
import { ago, DAY, HOUR, type Listings, required } from "./load-activity.ts";

type Ids = ReadonlyMap<string, string>;

/** The reporter in `cases.csv` of a signal. */
const BY_PROGRAM = "signal";

/**
 * The id of the reported thing. `of` is the name of a listing, a username, `listing>buyer>number` for a message, or
 * `writer>person` for a review.
 */
async function idOf(
  trx: Transaction<DB>,
  { kind, of }: { kind: SubjectKind; of: string },
  people: Ids,
  listings: Listings,
): Promise<string> {
  const [first = "", second = "", nth = "1"] = of.split(">");
  switch (kind) {
    case "listing":
      return required(listings, of).id;
    case "person":
      return required(people, of);
    case "photo": {
      const { id: listing } = required(listings, of);
      const photos = trx.selectFrom("photos").select("id").where("listing_id", "=", listing);
      return (await photos.orderBy("position").executeTakeFirstOrThrow()).id;
    }
    case "review": {
      const written = trx
        .selectFrom("user_reviews")
        .select("id")
        .where("reviewer_id", "=", required(people, first));
      const about = written.where("reviewed_user_id", "=", required(people, second));
      return (await about.executeTakeFirstOrThrow()).id;
    }
    case "message": {
      const messages = trx
        .selectFrom("chat_messages")
        .innerJoin("chat_rooms", "chat_rooms.id", "chat_room_id")
        .select("chat_messages.id")
        .where("listing_id", "=", required(listings, first).id)
        .where("buyer_id", "=", required(people, second));
      return (await messages.where("chat_messages.seq", "=", Number(nth)).executeTakeFirstOrThrow()).id;
    }
  }
}

function reporterOf(reporter: string, reason: string, people: Ids) {
  if (reporter === BY_PROGRAM) return { signal: reason, reason: "other" };
  return reporter.includes("@")
    ? { email: reporter, reason }
    : { reporter_id: required(people, reporter), reason };
}

const SUSPENDED_DAYS = 30;

/** Lets the operator decide the case of a report, an hour after it. The reporter may complain an hour later. */
async function insertDecision(
  trx: Transaction<DB>,
  caseId: string,
  { decision, answer, complaint }: { decision: string; answer: string; complaint: string },
  { at, decider }: { at: Date; decider: string },
): Promise<void> {
  const [action = "", rule = null] = decision.split(":");
  const [decided, complained] = [new Date(at.getTime() + HOUR), new Date(at.getTime() + 2 * HOUR)];
  const until = action === "suspend" ? new Date(decided.getTime() + SUSPENDED_DAYS * DAY) : null;
  await sql`update cases set state = 'closed', closed_at = ${decided} where id = ${caseId}`.execute(trx);
  await sql`update reports set told_at = ${decided} where case_id = ${caseId}`.execute(trx);
  await sql`
    with decided as (
      insert into decisions (case_id, person_id, action, rule, words, until, decided_by, decided_at, in_force_at)
      select id, person_id, ${action}, ${rule}, ${answer}, ${until}::timestamptz, ${decider}, closed_at, closed_at
      from cases where id = ${caseId}
      returning id
    )
    insert into complaints (report_id, decision_id, words, created_at)
    select reports.id, decided.id, ${complaint}, ${complained} from reports cross join decided
    where case_id = ${caseId} and ${complaint} <> ''
  `.execute(trx);
  // The demo person has no listings to hide, and never had a session.
  if (until)
    await sql`
      update profiles set suspended_until = ${until} from cases
      where cases.id = ${caseId} and profiles.id = person_id
    `.execute(trx);
}

/** Inserts reports and signals of the last days. Nobody gets a mail. */
export async function insertCases(
  trx: Transaction<DB>,
  now: Date,
  people: Ids,
  listings: Listings,
): Promise<void> {
  const operator = staff().find(({ role }) => role === "operator")?.username ?? "";
  for (const { kind, of, reporter, reason, hoursAgo, words, proof, ...decision } of reports()) {
    const subject = await subjectForShop(kind, await idOf(trx, { kind, of }, people, listings), trx);
    if (!subject) throw new Error(`The demo shop shows no ${kind} ${of}.`);
    const severity =
      reporter === BY_PROGRAM ? SIGNALS[reason as Signal].severity : REASONS[reason as ReportReason];
    const at = ago(now, hoursAgo * HOUR);
    await addReport(trx, subject, severity, {
      ...reporterOf(reporter, reason, people),
      language: baseLocale,
      words,
      proof,
      created_at: at,
    });
    await trx
      .updateTable("cases")
      .set({ opened_at: sql<Date>`least(opened_at, ${at})` })
      .where("subject_id", "=", subject.id)
      .execute();
    if (decision.decision === "") continue;
    const { id } = await trx
      .selectFrom("cases")
      .select("id")
      .where("subject_id", "=", subject.id)
      .executeTakeFirstOrThrow();
    await insertDecision(trx, id, decision, { at, decider: required(people, operator) });
  }
}

/** Inserts a note, a question with its answer, and a decision of the first demo moderator. Nobody gets a mail. */
export async function insertCaseWork(
  trx: Transaction<DB>,
  now: Date,
  people: Ids,
  listings: Listings,
): Promise<void> {
  const by = required(people, staff()[0]?.username ?? "");
  for (const { what, kind, of, hoursAgo, words, answer } of caseWork()) {
    const id = await idOf(trx, { kind, of }, people, listings);
    const caseId = await openCaseAbout({ kind, id }, trx);
    if (caseId === undefined) throw new Error(`The demo shop has no case about the ${kind} ${of}.`);
    const at = ago(now, hoursAgo * HOUR);
    if (what === "note") {
      await trx
        .insertInto("case_notes")
        .values({ case_id: caseId, author_id: by, words, written_at: at })
        .execute();
    } else if (what === "question") {
      const asked = { case_id: caseId, words, asked_by: by, asked_at: at };
      await trx
        .insertInto("case_questions")
        .values({ ...asked, answer, answered_at: now })
        .execute();
    } else {
      const { person_id } = await trx
        .selectFrom("cases")
        .select("person_id")
        .where("id", "=", caseId)
        .executeTakeFirstOrThrow();
      await setHidden(trx, { kind, id }, "hidden");
      const measures = { action: "hide", also: "warn", rule: "fraud" };
      const made = { decided_by: by, decided_at: at, in_force_at: at };
      await trx
        .insertInto("decisions")
        .values({ case_id: caseId, person_id, ...measures, words, ...made })
        .execute();
      await trx
        .updateTable("cases")
        .set({ state: "closed", closed_at: at })
        .where("id", "=", caseId)
        .execute();
    }
  }
}
