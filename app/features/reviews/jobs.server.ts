import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { notifyReviews, REVIEW_NOTICES_JOB } from "./review-notices.server.ts";

export const reviewJobs: JobHandlers = {
  [REVIEW_NOTICES_JOB]: { work: (_, signal) => notifyReviews(signal), cron: "* * * * *" },
};
