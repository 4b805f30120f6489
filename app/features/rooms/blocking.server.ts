import { sql, type Transaction } from "kysely";
import { can, otherParty } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { takeBackPushes } from "#app/features/push/notes.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { roomOfParty } from "./messages.server.ts";
import { roomPath } from "./unread-notices.server.ts";

/**
 * Blocks or unblocks the other user of a room. While one blocks the other, neither can write in any of their rooms. A
 * message that is being sent is stored before the returned promise resolves, or never.
 * @throws 404 a room that is not the viewer's, 403 the other user was deleted, 429 too often in an hour
 */
export async function setBlockedIn(viewer: Viewer, roomId: string, blocked: boolean): Promise<void> {
  const room = await roomOfParty(viewer, roomId);
  if (!room) throw new Refused("chat_room_gone");
  const other = otherParty(viewer, room);
  if (other === null) throw new Refused("chat_other_left");
  await limit("block", viewer.id);
  await setBlocked(viewer.id, other, blocked);
}

/**
 * Unblocks a user by name, regardless of case. It also succeeds for an unknown name, or a user who is not blocked.
 * @throws 429 too often in an hour
 */
export async function unblockNamed(viewer: Viewer, username: string): Promise<void> {
  await limit("block", viewer.id);
  const person = await db()
    .selectFrom("user_blocks")
    .innerJoin("profiles", "profiles.id", "user_blocks.blocked_id")
    .select("profiles.id")
    .where("blocker_id", "=", viewer.id)
    .where(sql`lower(profiles.username)`, "=", sql`lower(${username.replaceAll("\0", "")})`)
    .executeTakeFirst();
  if (person) await setBlocked(viewer.id, person.id, false);
}

interface Blockable {
  readonly id: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly blocked: boolean;
}

/**
 * Finds a person by username, regardless of case. `blocked`: whether the viewer blocks them.
 * @throws 404 there is no such person, 403 it is the viewer
 */
export async function blockable(viewer: Viewer, username: string): Promise<Blockable> {
  const { rows } = await sql<Blockable>`
    select id, username, avatar_url as "avatarUrl", exists (
      select from user_blocks where blocker_id = ${viewer.id} and blocked_id = profiles.id
    ) as blocked
    from profiles where lower(username) = lower(${username.replaceAll("\0", "")})
  `.execute(db());
  const [person] = rows;
  if (!person) throw new Refused("seller_not_found");
  if (!can(viewer, "block", { kind: "person", userId: person.id })) throw new Refused("block_own");
  return person;
}

/**
 * Blocks or unblocks a person by username. Needs no conversation between the two.
 * @throws 404 there is no such person, 403 it is the viewer, 429 too often in an hour
 */
export async function setBlockedNamed(viewer: Viewer, username: string, blocked: boolean): Promise<void> {
  const person = await blockable(viewer, username);
  await limit("block", viewer.id);
  await setBlocked(viewer.id, person.id, blocked);
}

/** The people whom the viewer blocks, the latest first. */
export async function blockedBy(viewer: Viewer) {
  return db()
    .selectFrom("user_blocks")
    .innerJoin("profiles", "profiles.id", "user_blocks.blocked_id")
    .select(["profiles.username", "profiles.avatar_url as avatarUrl"])
    .where("blocker_id", "=", viewer.id)
    .orderBy("user_blocks.created_at", "desc")
    .limit(500)
    .execute();
}

/** Whether one of two users blocks the other. Locks the pair, so that this cannot change until the transaction ends. */
export async function blockBetween(trx: Transaction<DB>, userId: string, other: string): Promise<boolean> {
  await lockPair(trx, userId, other);
  const { rows } = await sql<{ blocked: boolean }>`select ${isBlocked(userId, other)} as blocked`.execute(
    trx,
  );
  return rows[0]?.blocked === true;
}

// To avoid deadlocks, it locks rooms before the profile, as an account deletion does (account-deletion.server.ts).
async function setBlocked(blocker: string, person: string, blocked: boolean): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      await lockPair(trx, blocker, person);
      const { rows } = await sql<{ id: string }>`
        select id from chat_rooms
        where (seller_id = ${blocker} and buyer_id = ${person}) or (seller_id = ${person} and buyer_id = ${blocker})
        order by id for no key update
      `.execute(trx);
      if (blocked) {
        // Inserts nothing if the account was deleted in the meantime.
        await sql`
          insert into user_blocks (blocker_id, blocked_id) select ${blocker}, id from profiles where id = ${person}
          on conflict do nothing
        `.execute(trx);
        await takeBackPushes(
          blocker,
          rows.map(({ id }) => roomPath(id)),
          trx,
        );
      } else
        await trx
          .deleteFrom("user_blocks")
          .where("blocker_id", "=", blocker)
          .where("blocked_id", "=", person)
          .execute();
      await sql`
        update chat_rooms set blocked = ${isBlocked(blocker, person)}
        where id = any(${rows.map(({ id }) => id)}::uuid[])
      `.execute(trx);
    });
}

/** Blocking a person and opening a room with them wait for each other here, so that the block covers a new room. */
async function lockPair(trx: Transaction<DB>, userId: string, other: string): Promise<void> {
  const pair = `block ${[userId, other].sort().join(" ")}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(trx);
}

function isBlocked(userId: string, other: string) {
  return sql<boolean>`exists (
    select from user_blocks
    where (blocker_id = ${userId} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${userId})
  )`;
}
