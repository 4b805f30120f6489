import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { tellReviews } from "./told-reviews.server.ts";

export const sellerJobs: JobHandlers = {
  "reviews-told": { work: (_, signal) => tellReviews(signal), cron: "* * * * *" },
};
