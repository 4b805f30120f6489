import { type JobHandlers, runNow } from "#app/platform/jobs.server.ts";
import { fetchDue } from "./fetch-due.server.ts";
import { deleteExpiredHostPauses } from "./unresponsive-hosts.server.ts";

export const PICTURES_JOB = "pictures";

export const pictureJobs: JobHandlers = {
  [PICTURES_JOB]: { work, cron: "* * * * *", timeoutSeconds: 1_800, retries: 0 },
};

async function work(_data: unknown, signal: AbortSignal): Promise<void> {
  await deleteExpiredHostPauses();
  if (await fetchDue(signal)) runNow(PICTURES_JOB);
}
