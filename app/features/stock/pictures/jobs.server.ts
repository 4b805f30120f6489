import { sql } from "kysely";
import { z } from "zod";
import { enqueue, type JobHandlers, runNow } from "#app/platform/jobs.server.ts";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { dueListings, fetchPictures, IS_DUE } from "./fetch-due.server.ts";

export const PICTURES_JOB = "pictures";
const LISTING_JOB = "listing-pictures";

/** "pictures" queues a job for each listing with due pictures, some of each seller; each of these asks for more. */
export function pictureJobsOf(allowed: AllowedHosts): JobHandlers {
  return {
    [PICTURES_JOB]: {
      cron: "* * * * *",
      due: sql<boolean>`exists (select from picture_orders where ${IS_DUE})`,
      retries: 0,
      async work() {
        for (const { ownerId, type, id } of await dueListings())
          await enqueue(LISTING_JOB, { type, id }, { singletonKey: `${type}/${id}`, group: ownerId });
      },
    },
    [LISTING_JOB]: {
      // A picture in progress needs 30 MB of memory.
      concurrency: 4,
      groupConcurrency: 2,
      exclusive: true,
      timeoutSeconds: 900,
      async work(data, signal) {
        await fetchPictures(z.object({ type: z.string(), id: z.uuid() }).parse(data), signal, allowed);
        runNow(PICTURES_JOB);
      },
    },
  };
}

/** Connects only to public IP addresses. */
export const pictureJobs = pictureJobsOf(PUBLIC_HOSTS);
