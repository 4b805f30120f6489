import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { REVIEW_NOTICES_JOB, notifyReviews } from "./review-notices.server.ts";

export const reviewJobs: JobHandlers = {
  [REVIEW_NOTICES_JOB]: { work: (_, signal) => notifyReviews(signal), cron: "* * * * *" },
};
