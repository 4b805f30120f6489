import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { deleteExpiredVotes } from "./votes.server.ts";

export const assistantJobs: JobHandlers = {
  "concierge-votes-sweep": { work: deleteExpiredVotes, cron: "23 4 * * *" },
};
