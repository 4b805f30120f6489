import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { refreshTrending } from "./trending.server.ts";

export const homeJobs: JobHandlers = {
  trending: { work: () => refreshTrending(), cron: "*/5 * * * *" },
};
