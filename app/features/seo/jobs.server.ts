import { deleteExpiredGone } from "#app/features/listings/writes.server.ts";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { arrangeParts } from "./commands.server.ts";

/** Also runs when the server starts (server/app.ts), because the demo stock alone can fill several parts. */
export const SITEMAP_JOB = "sitemap-parts";

export const seoJobs: JobHandlers = {
  [SITEMAP_JOB]: { work: () => arrangeParts(), cron: "11 * * * *" },
  "gone-listings-sweep": { work: deleteExpiredGone, cron: "47 3 * * 0" },
};
