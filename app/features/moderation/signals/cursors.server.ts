import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";

/** An id that is smaller than every other id. */
export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** The last row that the search for signals has checked. */
export interface Cursor {
  /** The time of the row, as text, because a Date has no microseconds. */
  readonly at: string;
  readonly id: string;
}

/** What is searched for signals. Each part has its own last checked row. */
export type Part = "listings" | "messages" | "people";

/** Returns the last row that was checked. */
export async function cursorOf(part: Part): Promise<Cursor> {
  const { rows } = await sql<Cursor>`select at::text, id from signal_marks where what = ${part}`.execute(
    db(),
  );
  return rows[0] ?? { at: new Date().toISOString(), id: LOWEST_ID };
}

/** Stores the last row that was checked. */
export async function moveCursor(part: Part, { at, id }: Cursor): Promise<void> {
  await sql`
    insert into signal_marks (what, at, id) values (${part}, ${at}, ${id})
    on conflict (what) do update set at = excluded.at, id = excluded.id
  `.execute(db());
}
