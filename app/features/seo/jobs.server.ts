import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { arrangeParts, deleteExpiredGone } from "./commands.server.ts";

/**
 * Also runs when the server starts (server/app.ts), so that the many listings of an import, such as the demo stock, are
 * split into parts immediately.
 */
export const SITEMAP_JOB = "sitemap-parts";

export const seoJobs: JobHandlers = {
  [SITEMAP_JOB]: { work: () => arrangeParts(), cron: "11 * * * *" },
  "gone-listings-sweep": { work: deleteExpiredGone, cron: "47 3 * * 0" },
};
