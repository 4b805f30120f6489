import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { tellAway } from "./away.server.ts";

export const chatJobs: JobHandlers = {
  "chat-away": { work: (_, signal) => tellAway(signal), cron: "* * * * *" },
};
