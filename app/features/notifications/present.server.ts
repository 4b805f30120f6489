import { safeNext } from "#app/domain/local-path.ts";
import { NOTICE_KINDS, type NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Presenters } from "#app/platform/event-contents.server.ts";
import { unreadOf } from "#app/platform/unread.server.ts";
import type { NoticeView } from "./view.ts";

export interface NoticeRow {
  readonly id: string;
  readonly user_id: string;
  readonly kind: string;
  readonly content: string;
  readonly search_query: string | null;
  readonly image_url: string | null;
  readonly path: string | null;
  readonly created_at: Date;
  /** `created_at` in microseconds since 1970. A Date has only milliseconds. */
  readonly micros: number;
  readonly read_at: Date | null;
}

export function presentNotice(row: NoticeRow): NoticeView {
  return {
    id: row.id,
    kind: isKind(row.kind) ? row.kind : "account",
    content: row.content,
    searchQuery: row.search_query,
    imageUrl: row.image_url,
    // A path that could lead to another site is dropped.
    path: row.path !== null && safeNext(row.path) === row.path ? row.path : null,
    createdAt: row.created_at.toISOString(),
    read: row.read_at !== null,
  };
}

function isKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(NOTICE_KINDS, kind);
}

export const notificationEvents: Presenters = {
  "notification.new": presentUnread,
  "notification.read": presentUnread,
};

async function presentUnread(events: readonly { userId: string }[]) {
  const unread = await unreadOf([...new Set(events.map(({ userId }) => userId))]);
  return events.map(({ userId }) => ({ unread: unread.get(userId) ?? 0 }));
}
