import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { arrangeParts, deleteExpiredGone } from "./commands.server.ts";

/** Also run at start (server/app.ts): a stock that came all at once is mapped in parts from the first minute. */
export const SITEMAP_JOB = "sitemap-parts";

export const seoJobs: JobHandlers = {
  [SITEMAP_JOB]: { work: () => arrangeParts(), cron: "11 * * * *" },
  "gone-listings-sweep": { work: deleteExpiredGone, cron: "47 3 * * 0" },
};
