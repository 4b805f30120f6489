import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";

export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** The last database row that the search for signals has checked. */
export interface SignalCursor {
  /** The time of the row, as text, because a Date has no microseconds. */
  readonly at: string;
  readonly id: string;
}

/** What is searched for signals. Each of these parts has its own cursor. */
export type SignalPart = "listings" | "messages" | "people";

/** Returns the cursor of a part. If none is stored yet, it is at the current time: older rows are never checked. */
export async function cursorOf(part: SignalPart): Promise<SignalCursor> {
  const { rows } =
    await sql<SignalCursor>`select at::text, id from signal_marks where what = ${part}`.execute(db());
  return rows[0] ?? { at: new Date().toISOString(), id: LOWEST_ID };
}

export async function moveCursor(part: SignalPart, { at, id }: SignalCursor): Promise<void> {
  await sql`
    insert into signal_marks (what, at, id) values (${part}, ${at}, ${id})
    on conflict (what) do update set at = excluded.at, id = excluded.id
  `.execute(db());
}
