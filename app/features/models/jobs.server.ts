import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { linkListings } from "./link.server.ts";

export const LINK_MODELS_JOB = "models-link";

export const modelJobs: JobHandlers = {
  // Also runs at each start of the server. The hourly run is for models imported since then.
  [LINK_MODELS_JOB]: {
    work: (_, signal) => linkListings(signal),
    cron: "47 * * * *",
    timeoutSeconds: 3_600,
  },
};
