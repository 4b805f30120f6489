import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { NOTIFY_JOB } from "#app/platform/notify.server.ts";
import { deleteExpiredNotifications } from "./cleanup.server.ts";
import { deliverNotice } from "./deliver.server.ts";
import { DIGEST_CRON, sendDigests } from "./digest.server.ts";
import { noticeSchema } from "./notice-schema.ts";

export const notificationJobs: JobHandlers = {
  // During an update of the servers, a newer version of the app may queue notices that this version cannot read. Their
  // jobs are retried for a while, until a server with the newer version runs them.
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
