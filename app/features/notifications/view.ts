import type { NoticeKind } from "#app/domain/notification-kinds.ts";

/** What somebody was told of (A2.104, A3.3). */
export interface NoticeView {
  readonly id: string;
  readonly kind: NoticeKind;
  /** A sentence, in the language that the person had when they were told. */
  readonly content: string;
  /** The words of the search that found it. */
  readonly searchQuery: string | null;
  readonly imageUrl: string | null;
  /** Where it leads, without a language. */
  readonly path: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly read: boolean;
}

/** A part of what somebody was told, the newest first. */
export interface NoticeList {
  readonly notices: readonly NoticeView[];
  /** The places from which newer and older ones go on, for an address; null: there are none. */
  readonly newer: string | null;
  readonly older: string | null;
  /** When it was read, in microseconds since 1970. */
  readonly asOf: number;
  /** Whether anything is unread, here or in another part. */
  readonly anyUnread: boolean;
}
