import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { forgetPriceChanges } from "./commands.server.ts";

/** Prices that can no longer be given back are not kept. */
export const stockJobs: JobHandlers = {
  "stock-price-changes": { work: forgetPriceChanges, cron: "41 * * * *" },
};
