import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { linkListings } from "./link.server.ts";

export const LINK_MODELS_JOB = "models-link";

export const modelJobs: JobHandlers = {
  // The server queues this job at each start too. The hourly run is for models that `npm run import:models` has
  // imported since the start.
  [LINK_MODELS_JOB]: {
    work: (_, signal) => linkListings(signal),
    cron: "47 * * * *",
    timeoutSeconds: 3_600,
  },
};
