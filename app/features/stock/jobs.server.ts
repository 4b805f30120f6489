import { z } from "zod";
import type { JobHandlers } from "#app/platform/jobs.server.ts";
import { feedJobs } from "./feeds/jobs.server.ts";
import { deleteFormerHosts } from "./pictures/commands.server.ts";
import { pictureJobs } from "./pictures/jobs.server.ts";
import { deleteExpiredPriceChanges } from "./table/commands.server.ts";
import {
  recoverAndExpireUploads,
  UPLOADS_CLEANUP_JOB,
  UPLOADS_JOB,
  UPLOADS_TO_SWEEP,
} from "./upload/jobs.server.ts";
import { deleteOldFiles } from "./upload/retention.server.ts";
import { processUploads } from "./upload/work.server.ts";

const jobSchema = z.object({ userId: z.uuid() });

export const businessJobs: JobHandlers = {
  ...pictureJobs,
  ...feedJobs,
  [UPLOADS_JOB]: {
    work: (data, signal) => processUploads(jobSchema.parse(data).userId, signal),
    // At most one job waits for each user, and one server runs at most two.
    once: true,
    concurrency: 2,
  },
  [UPLOADS_CLEANUP_JOB]: { work: recoverAndExpireUploads, cron: "* * * * *", due: UPLOADS_TO_SWEEP },
  "stock-price-changes": {
    async work() {
      await deleteExpiredPriceChanges();
      await deleteFormerHosts();
      await deleteOldFiles();
    },
    cron: "41 * * * *",
  },
};
