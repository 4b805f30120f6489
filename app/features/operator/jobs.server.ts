import { isId } from "#app/domain/ids.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { logStaff } from "#app/features/moderation/log.server.ts";
import { db } from "#app/platform/db.server.ts";
import { retryJob } from "#app/platform/jobs.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/**
 * Runs a failed job again.
 * @throws Refused "too_often"; or "job_gone" when the job already runs again, has ended, or was deleted
 */
export async function retryFailedJob(
  actor: StaffMember,
  { name, id }: { name: string; id: string },
): Promise<void> {
  await limit("staff_write", actor.id);
  if (!isId(id) || !(await retryJob(name, id))) throw new Refused("job_gone");
  await logStaff({ actorId: actor.id, action: "job_retried", subjectId: id, facts: { name } }, db());
}
