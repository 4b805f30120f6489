import { sql } from "kysely";
import { paged, ROWS_AT_ONCE } from "#app/features/accounts/leave/paged.ts";
import { db } from "#app/platform/db.server.ts";

/** Somebody's files of stock for their download: what became of each, and the rows that failed. */
export function uploadsTaken(userId: string) {
  return {
    uploads: paged((after: { id: string } | null) =>
      db()
        .selectFrom("uploads")
        .select(["id", "file_name as fileName", "state", "bytes", "rows", "read"])
        .select(["created", "updated", "kept", "failed", "created_at as sentAt", "finished_at as finishedAt"])
        .where("user_id", "=", userId)
        .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
        .orderBy("id")
        .limit(ROWS_AT_ONCE)
        .execute(),
    ),
    failedRows: paged(async (after: { upload: string; row: number } | null) => {
      const { rows } = await sql<{ upload: string; row: number; cells: Record<string, string> }>`
        select upload_id as upload, number as row, cells from upload_rows
        join uploads on uploads.id = upload_id
        where user_id = ${userId}
          and ${after ? sql`(upload_id, number) > (${after.upload}, ${after.row})` : sql`true`}
        order by upload_id, number limit ${ROWS_AT_ONCE}
      `.execute(db());
      return rows;
    }),
  };
}
