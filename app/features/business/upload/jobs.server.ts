import { z } from "zod";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { UPLOADS_JOB, UPLOADS_SWEEP_JOB } from "./enqueue.server.ts";
import { recoverAndExpireUploads } from "./sweep.server.ts";
import { processUploads } from "./work.server.ts";

const jobSchema = z.object({ userId: z.uuid() });

export const uploadJobs: JobHandlers = {
  [UPLOADS_JOB]: {
    work: (data, signal) => processUploads(jobSchema.parse(data).userId, signal),
    // One run for each user, and the files of two users at a time.
    once: true,
    concurrency: 2,
  },
  [UPLOADS_SWEEP_JOB]: { work: recoverAndExpireUploads, cron: "* * * * *" },
};
