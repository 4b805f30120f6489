import type { NoticeFacts, NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Queries } from "./db.server.ts";
import { enqueue, enqueueAll } from "./jobs.server.ts";

/** One event, and whom to tell of it. */
export type Notice<K extends NoticeKind = NoticeKind> = {
  [Kind in K]: {
    readonly kind: Kind;
    /** Names the event within its kind: whoever was told of it is not told again. */
    readonly eventKey: string;
    /** Never the event's author. */
    readonly userIds: readonly string[];
    readonly facts: NoticeFacts[Kind];
    /** Where it leads, without a language: "/rackets/0198…". */
    readonly path?: string;
    /** The words of the search that found it (A3.3). */
    readonly searchQuery?: string;
    /** The address of a picture of what it is about. */
    readonly imageUrl?: string;
    /** The person that `facts` names, if any: a notice about who left is gone with them. */
    readonly aboutId?: string;
  };
}[K];

export const NOTIFY_JOB = "notify";

/** Has people told of an event by the job of features/notifications, exactly if this transaction commits. */
export async function notify(notice: Notice, queries: Queries): Promise<void> {
  if (notice.userIds.length > 0) await enqueue(NOTIFY_JOB, notice, { db: queries });
}

/** The same of many events, in one statement. */
export async function notifyAll(notices: readonly Notice[], queries: Queries): Promise<void> {
  const addressed = notices.filter(({ userIds }) => userIds.length > 0);
  if (addressed.length > 0) await enqueueAll(NOTIFY_JOB, addressed, queries);
}
