import { db } from "#app/platform/db.server.ts";

/** All members of staff, operators first. */
export function allStaff() {
  return db()
    .selectFrom("staff")
    .innerJoin("profiles", "profiles.id", "staff.user_id")
    .innerJoin("users", "users.id", "staff.user_id")
    .select([
      "staff.user_id",
      "staff.role",
      "staff.granted_at",
      "profiles.username",
      "users.two_factor_enabled",
    ])
    .orderBy("staff.role", "desc")
    .orderBy("profiles.username")
    .execute();
}

/** The newest entries of the log of staff, with the names of people who still have an account. */
export function newestEntries(most: number) {
  return db()
    .selectFrom("staff_log")
    .leftJoin("profiles as actor", "actor.id", "staff_log.actor_id")
    .leftJoin("profiles as subject", "subject.id", "staff_log.subject_id")
    .select([
      "staff_log.id",
      "staff_log.logged_at",
      "staff_log.actor_id",
      "staff_log.action",
      "staff_log.subject_id",
      "staff_log.facts",
      "actor.username as actor",
      "subject.username as subject",
    ])
    .orderBy("staff_log.logged_at", "desc")
    .orderBy("staff_log.id", "desc")
    .limit(most)
    .execute();
}
