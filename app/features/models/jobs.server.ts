import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { linkListings } from "./link.server.ts";

export const LINK_MODELS_JOB = "models-link";

export const modelJobs: JobHandlers = {
  // At each start, and every hour for an import by the command.
  [LINK_MODELS_JOB]: {
    work: (_, signal) => linkListings(signal),
    cron: "47 * * * *",
    timeoutSeconds: 3_600,
  },
};
