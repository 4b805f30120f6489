import { sql } from "kysely";
import type { StaffMember } from "#app/domain/viewer.ts";
import { userByIdentifier } from "#app/features/accounts/queries.server.ts";
import { logStaff } from "#app/features/moderation/log.server.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";

/** Without email address, postal address and phone number, and without anything that the person wrote. */
export interface FoundPerson {
  readonly username: string;
  readonly verified: boolean;
  readonly language: string | null;
  readonly joinedAt: Date;
  /** When a session was last used, up to a day too early; null without sessions. */
  readonly activeAt: Date | null;
  readonly secondFactor: boolean;
  /** "password", and the names of providers. */
  readonly signIn: readonly string[];
  readonly suspended: boolean;
  /** Null if the person is not suspended, or suspended permanently. */
  readonly suspendedUntil: Date | null;
  readonly available: number;
  readonly listings: number;
  readonly bought: number;
  readonly sold: number;
  readonly openCases: number;
}

/**
 * Finds a person by username or email address, and logs that the operator opened them; null if there is no such person.
 * @throws Refused "too_often"
 */
export async function findPerson(actor: StaffMember, identifier: string): Promise<FoundPerson | null> {
  await limit("staff_write", actor.id);
  const user = await userByIdentifier(identifier);
  if (!user) return null;
  const { rows } = await sql<FoundPerson>`
    select coalesce(profiles.username, users.name) as username, email_verified as verified, language,
      users.created_at as "joinedAt", two_factor_enabled as "secondFactor",
      (select max(updated_at) from sessions where user_id = users.id) as "activeAt",
      array(
        select distinct case provider_id when 'credential' then 'password' else provider_id end
        from accounts where user_id = users.id order by 1
      ) as "signIn",
      coalesce(suspended_until > now(), false) as suspended,
      case when suspended_until > now() then nullif(suspended_until, 'infinity') end as "suspendedUntil",
      (select count(*) from listings where user_id = users.id and status = 'available') as available,
      (select count(*) from listings where user_id = users.id) as listings,
      (select count(*) from deals where buyer_id = users.id and state <> 'cancelled') as bought,
      (select count(*) from deals where seller_id = users.id and state <> 'cancelled') as sold,
      (select count(*) from cases where person_id = users.id and state = 'open') as "openCases"
    from users
    left join profiles on profiles.id = users.id
    left join user_preferences on user_preferences.user_id = users.id
    where users.id = ${user.id}
  `.execute(db());
  const [row] = rows;
  if (!row) return null;
  await logStaff({ actorId: actor.id, action: "person_opened", subjectId: user.id }, db());
  return row;
}
