import { sql } from "kysely";
import { can } from "#app/domain/policies.ts";
import type { StaffMember, StaffRole } from "#app/domain/viewer.ts";
import { userByIdentifier } from "#app/features/accounts/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { logStaff } from "../log.server.ts";

/**
 * Grants a staff role to the person with this username or e-mail address. The role is valid only while the person's
 * second factor is on.
 * @throws Refused "too_often", "staff_unknown", "staff_own" (nobody changes their own role)
 */
export async function grantRole(
  actor: StaffMember,
  { identifier, role }: { readonly identifier: string; readonly role: StaffRole },
): Promise<{ readonly username: string }> {
  await limit("staff_write", actor.id);
  const person = await userByIdentifier(identifier);
  if (!person?.verified) throw new Refused("staff_unknown");
  if (!can(actor, "appoint", { kind: "person", userId: person.id })) throw new Refused("staff_own");
  await db()
    .transaction()
    .execute(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("staff")
        .values({ user_id: person.id, role })
        .onConflict((conflict) =>
          conflict
            .column("user_id")
            .doUpdateSet({ role, granted_at: sql`now()` })
            .where("staff.role", "<>", role),
        )
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return;
      await logStaff(
        { actorId: actor.id, action: "role_granted", subjectId: person.id, facts: { role } },
        trx,
      );
    });
  return { username: person.username };
}

/**
 * Removes the role of a member of staff. It is no error when the person has none.
 * @throws Refused "too_often", "staff_own"
 */
export async function removeRole(actor: StaffMember, username: string): Promise<void> {
  await limit("staff_write", actor.id);
  if (username === actor.username) throw new Refused("staff_own");
  await db()
    .transaction()
    .execute(async (trx) => {
      const removed = await trx
        .deleteFrom("staff")
        .using("profiles")
        .whereRef("profiles.id", "=", "staff.user_id")
        .where("profiles.username", "=", username)
        .returning(["staff.user_id", "staff.role"])
        .executeTakeFirst();
      if (!removed) return;
      const { user_id: subjectId, role } = removed;
      await logStaff({ actorId: actor.id, action: "role_taken", subjectId, facts: { role } }, trx);
    });
}
