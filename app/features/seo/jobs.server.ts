import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { arrangeParts, deleteExpiredGone } from "./commands.server.ts";

/**
 * Also runs at the start (server/app.ts), so that a stock that was imported at once is split into parts immediately.
 */
export const SITEMAP_JOB = "sitemap-parts";

export const seoJobs: JobHandlers = {
  [SITEMAP_JOB]: { work: () => arrangeParts(), cron: "11 * * * *" },
  "gone-listings-sweep": { work: deleteExpiredGone, cron: "47 3 * * 0" },
};
