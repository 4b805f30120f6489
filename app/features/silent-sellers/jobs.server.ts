import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { checkSilentSellers } from "./checks.server.ts";

export const silentSellerJobs: JobHandlers = {
  "silent-sellers": {
    work: (_, signal) => checkSilentSellers(signal),
    cron: "53 * * * *",
    timeoutSeconds: 1_800,
  },
};
