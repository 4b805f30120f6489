import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import { db } from "#app/platform/db.server.ts";
import { publish, publishingTransaction } from "#app/platform/events.server.ts";
import type { Person } from "./people.ts";

type NoticeFields = {
  kind?: NoticeKind;
  searchQuery?: string;
  imageUrl?: string;
  path?: string;
  createdAt?: Date;
  read?: boolean;
  inApp?: boolean;
};

/** Stores a notification, and its live event unless `inApp` is false. */
export function noticeFor(
  { viewer }: Person,
  content: string,
  {
    kind = "price_drop",
    searchQuery,
    imageUrl,
    path,
    createdAt,
    read = false,
    inApp = true,
  }: NoticeFields = {},
): Promise<string> {
  return publishingTransaction(async (trx) => {
    const { id } = await trx
      .insertInto("notifications")
      .values({
        user_id: viewer.id,
        kind,
        content,
        search_query: searchQuery ?? null,
        image_url: imageUrl ?? null,
        path: path ?? null,
        in_app: inApp,
        ...(createdAt && { created_at: createdAt }),
        ...(read && { read_at: new Date() }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (inApp) await publish(trx, [viewer.id], "notification.new", { ids: [id] });
    return id;
  });
}

/** The texts of the notifications that this person has read, the oldest first. */
export async function readBy({ viewer }: Person): Promise<string[]> {
  const rows = await db()
    .selectFrom("notifications")
    .select("content")
    .where("user_id", "=", viewer.id)
    .where("read_at", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ content }) => content);
}
