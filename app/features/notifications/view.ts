import type { NoticeKind } from "#app/domain/notification-kinds.ts";

export interface NoticeView {
  readonly id: string;
  readonly kind: NoticeKind;
  /** A sentence, in the language that the user had when the notification was written. */
  readonly content: string;
  readonly searchQuery: string | null;
  readonly imageUrl: string | null;
  /** The path of the notification's link, without the language prefix. Null: it has no link. */
  readonly path: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly read: boolean;
}

export interface NoticeList {
  readonly notices: readonly NoticeView[];
  /** The cursor of the page with newer notifications, or null on the first page. */
  readonly newer: string | null;
  /** The cursor of the page with older notifications, or null on the last page. */
  readonly older: string | null;
  /** When the server read the list from the database, in microseconds since 1970. */
  readonly asOf: number;
  /** Whether any notification of the user is unread, on this page of the list or another. */
  readonly anyUnread: boolean;
}
