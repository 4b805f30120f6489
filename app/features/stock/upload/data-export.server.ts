import { sql } from "kysely";
import type { ExportedFile } from "#app/features/accounts/data-export/archive.server.ts";
import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";
import type { CellFault } from "../csv/check.ts";
import { partsOf } from "./parts.server.ts";

/** The path of an upload's file in the data export. */
const fileOf = sql<
  string | null
>`case when has_file and state <> 'receiving' then 'uploads/' || id || '.csv' end`;

export function exportUploads(userId: string) {
  return {
    uploads: paginate((after: { id: string } | null) =>
      db()
        .selectFrom("uploads")
        .select(["id", "file_name as fileName", "state", "bytes", "rows", "read"])
        .select(["created", "updated", "kept", "failed", "created_at as sentAt", "finished_at as finishedAt"])
        .select(["known", "fault", "columns", fileOf.as("file")])
        .where("user_id", "=", userId)
        .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
        .orderBy("id")
        .limit(PAGE_ROWS)
        .execute(),
    ),
    failedRows: paginate(async (after: { upload: string; row: number } | null) => {
      const { rows } = await sql<{ upload: string; row: number; cells: object; faults: CellFault[] }>`
        select upload_id as upload, number as row, cells, faults from upload_rows
        join uploads on uploads.id = upload_id
        where user_id = ${userId}
          and ${after ? sql`(upload_id, number) > (${after.upload}, ${after.row})` : sql`true`}
        order by upload_id, number limit ${PAGE_ROWS}
      `.execute(db());
      return rows;
    }),
  };
}

export async function* exportUploadFiles(userId: string): AsyncGenerator<ExportedFile> {
  const rows = await db()
    .selectFrom("uploads")
    .select(["id", fileOf.as("name"), "created_at as lastModified"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  for (const { id, name, lastModified } of rows) if (name) yield { name, lastModified, input: partsOf(id) };
}
