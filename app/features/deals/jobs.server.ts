import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { deleteOldAddresses } from "./address.server.ts";
import { endLapsedRequests } from "./lapse.server.ts";

export const dealJobs: JobHandlers = {
  "deal-requests": { work: (_, signal) => endLapsedRequests(signal), cron: "* * * * *" },
  "deal-addresses": { work: (_, signal) => deleteOldAddresses(signal), cron: "37 * * * *" },
};
