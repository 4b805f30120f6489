import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { endLapsedRequests } from "./lapse.server.ts";

export const dealJobs: JobHandlers = {
  "deal-requests": { work: (_, signal) => endLapsedRequests(signal), cron: "* * * * *" },
};
