import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { REVIEWS_TOLD_JOB, tellReviews } from "./told-reviews.server.ts";

export const reviewJobs: JobHandlers = {
  [REVIEWS_TOLD_JOB]: { work: (_, signal) => tellReviews(signal), cron: "* * * * *" },
};
