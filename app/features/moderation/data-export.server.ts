import { sql } from "kysely";
import { exportedPhotoName } from "#app/features/accounts/data-export/exported-photo.ts";
import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

/** Exports what the user reported, what was decided about them, and their role as a member of staff. */
export function exportModeration(userId: string) {
  return { reports: reports(userId), decisions: decisions(userId), staff: role(userId) };
}

async function* reports(userId: string): AsyncGenerator<object> {
  const rows = paginate((after: { id: string; pictures: string[] } | null) =>
    db()
      .selectFrom("reports")
      .innerJoin("cases", "cases.id", "case_id")
      .select([
        "reports.id",
        "subject_kind as kind",
        "subject_id as of",
        "reason",
        "words",
        "proof",
        "reports.created_at as reportedAt",
        // The ids of the pictures, of which their file names are made. The files are among the user's photos.
        sql<string[]>`array(
          select photos.id from photos where photos.user_id = reporter_id and photos.key = any(pictures) order by photos.id
        )`.as("pictures"),
      ])
      .where("reporter_id", "=", userId)
      .$if(after !== null, (query) => query.where("reports.id", ">", after?.id ?? ""))
      .orderBy("reports.id")
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const row of rows) yield { ...row, pictures: row.pictures.map(exportedPhotoName) };
}

function decisions(userId: string) {
  return paginate((after: { id: string } | null) =>
    db()
      .selectFrom("decisions")
      .innerJoin("cases", "cases.id", "case_id")
      .leftJoin("appeals", "appeals.decision_id", "decisions.id")
      .select([
        "decisions.id",
        "subject_kind as kind",
        "subject_id as of",
        "action",
        "rule",
        "decisions.words",
        sql<Date | null>`nullif(until, 'infinity')`.as("until"),
        "in_force_at as decidedAt",
        "reversed_at as reversedAt",
        "appeals.words as appeal",
        "appeals.created_at as appealedAt",
        "answer",
      ])
      .where("decisions.person_id", "=", userId)
      // A decision that waits for a second moderator may never come into force.
      .where("in_force_at", "is not", null)
      .where("action", "<>", "dismiss")
      .$if(after !== null, (query) => query.where("decisions.id", ">", after?.id ?? ""))
      .orderBy("decisions.id")
      .limit(PAGE_ROWS)
      .execute(),
  );
}

async function* role(userId: string): AsyncGenerator<object> {
  yield* await db()
    .selectFrom("staff")
    .select(["role", "granted_at as grantedAt"])
    .where("user_id", "=", userId)
    .execute();
}
