import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { notifyUnread } from "./unread-notices.server.ts";

export const chatJobs: JobHandlers = {
  "chat-away": { work: (_, signal) => notifyUnread(signal), cron: "* * * * *" },
};
