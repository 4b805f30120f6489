import type { NoticeFacts, NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Queries } from "./db.server.ts";
import { enqueue, enqueueAll } from "./jobs.server.ts";

export type Notice<K extends NoticeKind = NoticeKind> = {
  [Kind in K]: {
    readonly kind: Kind;
    /** Identifies the event within its kind: a user is notified of it only once. */
    readonly eventKey: string;
    /** Without the person who caused the event. */
    readonly userIds: readonly string[];
    readonly facts: NoticeFacts[Kind];
    /** The path of the linked page, without a language: "/rackets/0198…". */
    readonly path?: string;
    /** The query of the saved search that matched. */
    readonly searchQuery?: string;
    readonly imageUrl?: string;
    /** The user whom `facts` mention. Their account deletion deletes the notification. */
    readonly aboutId?: string;
  };
}[K];

export const NOTIFY_JOB = "notify";

/** Queues a notice for the job of features/notifications. It is delivered only if the transaction commits. */
export async function notify(notice: Notice, queries: Queries): Promise<void> {
  if (notice.userIds.length > 0) await enqueue(NOTIFY_JOB, notice, { db: queries });
}

/** `notify` for many notices, in few statements. */
export async function notifyAll(notices: readonly Notice[], queries: Queries): Promise<void> {
  const addressed = notices.filter(({ userIds }) => userIds.length > 0);
  if (addressed.length > 0) await enqueueAll(NOTIFY_JOB, addressed, queries);
}
