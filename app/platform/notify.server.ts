import type { NoticeFacts, NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Queries } from "./db.server.ts";
import { enqueue, enqueueAll } from "./jobs.server.ts";

/** One event, and the users to notify of it. */
export type Notice<K extends NoticeKind = NoticeKind> = {
  [Kind in K]: {
    readonly kind: Kind;
    /** Identifies the event within its kind: a user is notified of it only once. */
    readonly eventKey: string;
    /** Never the event's author. */
    readonly userIds: readonly string[];
    readonly facts: NoticeFacts[Kind];
    /** The page to link to, without a language: "/rackets/0198…". */
    readonly path?: string;
    /** The words of the saved search that matched (A3.3). */
    readonly searchQuery?: string;
    readonly imageUrl?: string;
    /** The user that `facts` names, if any. Notifications that name a user are deleted with that user's account. */
    readonly aboutId?: string;
  };
}[K];

export const NOTIFY_JOB = "notify";

/** Notifies users of an event, by the job of features/notifications, only if this transaction commits. */
export async function notify(notice: Notice, queries: Queries): Promise<void> {
  if (notice.userIds.length > 0) await enqueue(NOTIFY_JOB, notice, { db: queries });
}

/** Notifies users of many events, in one statement. */
export async function notifyAll(notices: readonly Notice[], queries: Queries): Promise<void> {
  const addressed = notices.filter(({ userIds }) => userIds.length > 0);
  if (addressed.length > 0) await enqueueAll(NOTIFY_JOB, addressed, queries);
}
