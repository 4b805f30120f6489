import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { NOTIFY_JOB } from "#app/platform/notify.server.ts";
import { deleteExpiredNotifications } from "./cleanup.server.ts";
import { deliverNotice } from "./deliver.server.ts";
import { DIGEST_CRON, sendDigests } from "./digest.server.ts";
import { noticeSchema } from "./notice-schema.ts";

export const notificationJobs: JobHandlers = {
  // During an update, a newer version of the app may write notices that this one cannot read. They are retried for a
  // while, so that the newer version delivers them.
  [NOTIFY_JOB]: {
    work: (data, signal) => deliverNotice(noticeSchema.parse(data), signal),
    concurrency: 2,
    retries: 8,
    timeoutSeconds: 900,
  },
  "notification-digest": {
    work: (_, signal) => sendDigests(new Date(), signal),
    cron: DIGEST_CRON,
    timeoutSeconds: 3_600,
  },
  "notifications-sweep": { work: deleteExpiredNotifications, cron: "53 3 * * *", timeoutSeconds: 900 },
};
