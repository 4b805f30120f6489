import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { deleteExpiredPriceChanges } from "./commands.server.ts";

/** Prices that can no longer be given back are not kept. */
export const stockJobs: JobHandlers = {
  "stock-price-changes": { work: deleteExpiredPriceChanges, cron: "41 * * * *" },
};
