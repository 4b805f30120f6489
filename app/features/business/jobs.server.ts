import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { pictureJobs } from "./pictures/jobs.server.ts";
import { stockJobs } from "./stock/jobs.server.ts";
import { uploadJobs } from "./upload/jobs.server.ts";

/** The background jobs for shops. */
export const businessJobs: JobHandlers = { ...pictureJobs, ...stockJobs, ...uploadJobs };
