/**
 * The second factor of the demo moderator and operator. The source code contains it, so they exist only in a shop that
 * only this machine can reach (docs/decisions/0072-demo-stock-as-data.md).
 */
import { symmetricEncrypt } from "better-auth/crypto";
import { sql, type Transaction } from "kysely";
import type { StaffRole } from "#app/domain/viewer.ts";
import { auth } from "#app/platform/auth.server.ts";
import type { Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { staff } from "./data.ts";
import { ago, DAY, HOUR, required } from "./load-activity.ts";

const SECRET = "second-serve-demo-01";
/** `SECRET` in base32, to type into an authenticator. */
const KEY = "ONSWG33OMQWXGZLSOZSS2ZDFNVXS2MBR";
const BACKUP_CODES = Array.from({ length: 9 }, (_, nth) => `demo${nth + 1}-serve`);

/** How to pass the second factor, for the console; null without a role. */
export function secondFactorText(role: StaffRole | undefined): string | null {
  return role === undefined
    ? null
    : `${role}; second factor: ${BACKUP_CODES[0]} to ${BACKUP_CODES.at(-1)} (each once), or the authenticator key ${KEY}`;
}

/** Inserts the staff. The operator was asked to reset the second factor of some. Nobody gets a mail. */
export async function insertStaff(
  trx: Transaction<DB>,
  now: Date,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const { secretConfig: key } = await auth().$context;
  const factor = {
    secret: await symmetricEncrypt({ key, data: SECRET }),
    backup_codes: await symmetricEncrypt({ key, data: JSON.stringify(BACKUP_CODES) }),
  };
  const operator = required(ids, staff().find(({ role }) => role === "operator")?.username ?? "");
  for (const { username, role, resetHoursAgo } of staff()) {
    const id = required(ids, username);
    await trx
      .insertInto("two_factors")
      .values({ user_id: id, ...factor })
      .execute();
    await trx.updateTable("users").set({ two_factor_enabled: true }).where("id", "=", id).execute();
    await trx.insertInto("staff").values({ user_id: id, role }).execute();
    const facts = JSON.stringify({ role });
    await trx.insertInto("staff_log").values({ action: "role_granted", subject_id: id, facts }).execute();
    if (resetHoursAgo === null) continue;
    const asked_at = ago(now, resetHoursAgo * HOUR);
    const reset = {
      reason: "lost",
      words: "Lost her phone on the train, and answered a video call from her desk.",
    };
    await trx
      .insertInto("factor_resets")
      .values({
        user_id: id,
        asked_by: operator,
        ...reset,
        asked_at,
        due_at: new Date(asked_at.getTime() + DAY),
      })
      .execute();
    await trx
      .insertInto("staff_log")
      .values({
        actor_id: operator,
        action: "factor_reset_asked",
        subject_id: id,
        facts: JSON.stringify({ reason: reset.reason }),
        logged_at: asked_at,
      })
      .execute();
  }
}

/**
 * Removes the roles and the second factor of all demo staff. A changed password makes no difference, because the second
 * factor is still public.
 */
export async function dismissStaff(queries: Queries, ids: readonly string[]): Promise<void> {
  await sql`
    with dismissed as (
      delete from staff where user_id = any(${ids}::uuid[]) returning user_id, role
    ),
    factors as (delete from two_factors using dismissed where two_factors.user_id = dismissed.user_id),
    resets as (delete from factor_resets using dismissed where factor_resets.user_id = dismissed.user_id),
    open as (
      update users set two_factor_enabled = false from dismissed where users.id = dismissed.user_id
    )
    insert into staff_log (action, subject_id, facts)
    select 'role_taken', user_id, jsonb_build_object('role', role) from dismissed
  `.execute(queries);
}
