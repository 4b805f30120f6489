import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { closeOffers, OFFERS_JOB } from "./close.server.ts";

export const offerJobs: JobHandlers = {
  [OFFERS_JOB]: { work: (_, signal) => closeOffers(signal), cron: "* * * * *" },
};
