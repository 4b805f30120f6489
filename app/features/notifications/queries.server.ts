import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, prepared } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { cursorText, type NotificationCursor } from "./cursor.ts";
import { type NoticeRow, presentNotice } from "./present.server.ts";
import type { NoticeListQuery } from "./schema.ts";
import type { NoticeList } from "./view.ts";

export const NOTICES_AT_ONCE = 20;

/** Converts microseconds since 1970 to a timestamp of the database. */
export const momentOf = (micros: number) =>
  sql<Date>`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;

const beyond = (sign: "<" | ">", { micros, id }: NotificationCursor) =>
  sql<boolean>`(created_at, id) ${sql.raw(sign)} (${momentOf(micros)}, ${id}::uuid)`;

function rowsOf(viewer: Viewer, { show }: Pick<NoticeListQuery, "show">, most = NOTICES_AT_ONCE + 1) {
  const all = db()
    .selectFrom("notifications")
    .select([
      "id",
      "user_id",
      "kind",
      "content",
      "search_query",
      "image_url",
      "path",
      "created_at",
      "read_at",
    ])
    .select(sql<number>`(extract(epoch from created_at) * 1000000)::bigint`.as("micros"))
    .where("user_id", "=", viewer.id)
    .where("in_app", "=", true)
    // One row more than a page has shows whether another page follows.
    .limit(most);
  return show === "unread" ? all.where("read_at", "is", null) : all;
}

/**
 * Returns one page of the viewer's notifications, newest first:
 * with `before`, the page that follows this position (older notifications);
 * with `after`, the page that precedes it (newer ones), or the first page if less than that precedes it;
 * without a cursor, the first page.
 */
export async function notices(viewer: Viewer, query: NoticeListQuery = {}): Promise<NoticeList> {
  // Read the time first: a notification that arrives during the queries below must not count as seen.
  const now = await stateOf(viewer);
  const { before, after } = query;
  if (after && !before) {
    const newer: NoticeRow[] = await rowsOf(viewer, query)
      .where(beyond(">", after))
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    if (newer.length > NOTICES_AT_ONCE)
      return listOf(newer.slice(0, NOTICES_AT_ONCE).reverse(), { newer: true, older: true }, now);
  }
  const rows = await noticesBefore(viewer, query);
  const more = { newer: before !== undefined, older: rows.length > NOTICES_AT_ONCE };
  return listOf(rows.slice(0, NOTICES_AT_ONCE), more, now);
}

/** The viewer's notifications, newest first, of which the first follows the position `before`. */
export async function noticesBefore(
  viewer: Viewer,
  { before, show }: Pick<NoticeListQuery, "before" | "show">,
  most?: number,
): Promise<NoticeRow[]> {
  const all = rowsOf(viewer, { show }, most);
  const rows = before ? all.where(beyond("<", before)) : all;
  return rows.orderBy("created_at", "desc").orderBy("id", "desc").execute();
}

/** One of the viewer's notifications. @throws Refused "notices_gone" */
export async function noticeWith(viewer: Viewer, id: string): Promise<NoticeRow> {
  const row = await rowsOf(viewer, {}).where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refused("notices_gone");
  return row;
}

async function stateOf(viewer: Viewer): Promise<Pick<NoticeList, "asOf" | "anyUnread">> {
  const [state] = await prepared<{ asOf: number; anyUnread: boolean }>(sql`
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as "asOf",
      exists (select from notifications where user_id = ${viewer.id} and read_at is null and in_app) as "anyUnread"
  `);
  if (!state) throw new Error("A select without a table has one row.");
  return state;
}

function listOf(
  rows: readonly NoticeRow[],
  more: { newer: boolean; older: boolean },
  { asOf, anyUnread }: Pick<NoticeList, "asOf" | "anyUnread">,
): NoticeList {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    notices: rows.map(presentNotice),
    newer: more.newer && first ? cursorText(first) : null,
    older: more.older && last ? cursorText(last) : null,
    asOf,
    anyUnread,
  };
}
