import { sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { storePhoto } from "#app/features/photos/commands.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import type { Crop } from "#app/features/photos/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { logger } from "#app/platform/log.server.ts";
import { limit, limitInTransaction } from "#app/platform/rate-limit.server.ts";
import { lookForSignals } from "#app/platform/recent-signals.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { isUsernameTaken } from "../queries.server.ts";
import { type ProfileRow, profileToChange } from "./queries.server.ts";
import type { ProfileInput } from "./schema.ts";

/**
 * Saves the user's own profile, including a new username. The email address is changed elsewhere, with
 * the consent of both mailboxes. When two users want one username, the second waits for the first.
 * @param seen what was stored when the input was merged with it; undefined when the profile was deleted
 * @throws Refused "too_often"; "profile_changed"; "unexpected"; beside its field for a username that is taken
 */
export async function saveProfile(
  viewer: Viewer,
  input: NewProfile,
  seen: ProfileRow | undefined,
): Promise<void> {
  await limit("profile_write", viewer.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      const stored = await during("profile", async () => {
        // A new username, a deletion and a new email address write `users` and `profiles`. All of them lock the row
        // of `users` first, so that they cannot deadlock.
        await trx.selectFrom("users").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
        return profileToChange(viewer.id, trx);
      });
      if (!stored || !seen) throw notSaved("profile");
      if (isOutdated(input, seen, stored)) throw new Refused("profile_changed");
      if (input.username !== stored.username) {
        await during("username", () => rename(viewer, input.username, trx));
      }
      await during("profile", () => write(viewer.id, input, trx));
    });
  lookForSignals();
}

type NewProfile = Omit<ProfileInput, "email">;

/** Whether the input would undo what was stored after it was merged. */
function isOutdated(input: NewProfile, seen: ProfileRow, stored: ProfileRow): boolean {
  const fields = Object.keys(input) as (keyof NewProfile)[];
  return fields.some((name) => stored[name] !== seen[name] && stored[name] !== input[name]);
}

type Step = "availability" | "username" | "profile";

/** Each step has its own error text. */
function notSaved(step: Step): Refused {
  if (step === "profile") return new Refused("unexpected", { text: m.profile_update_failed() });
  const text = step === "username" ? m.profile_username_failed() : m.profile_availability_failed();
  return new Refused("unexpected", { text, field: "username" });
}

async function during<Result>(step: Step, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused) throw error;
    logger.error({ err: error }, "a profile could not be written");
    throw notSaved(step);
  }
}

async function write(
  userId: string,
  { full_name, phone, shipping_address, billing_address }: NewProfile,
  trx: Transaction<DB>,
): Promise<void> {
  await trx
    .updateTable("profiles")
    .set({ full_name, phone, shipping_address, billing_address, updated_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", userId)
    .execute();
}

const isFree = async (username: string, userId: string, trx: Transaction<DB>) =>
  !(await during("availability", () => isUsernameTaken(username, userId, trx)));

const taken = () => faultAt("username", m.auth_username_taken());

/** @throws Refused when it is taken, or "too_often" at the sixth new name in 24 hours */
async function rename(viewer: Viewer, username: string, trx: Transaction<DB>): Promise<void> {
  if (!(await isFree(username, viewer.id, trx))) throw taken();
  await limitInTransaction(trx, "username_change", viewer.id);
  try {
    await trx.updateTable("profiles").set({ username }).where("id", "=", viewer.id).execute();
  } catch (error) {
    if (isDuplicate(error)) throw taken();
    throw error;
  }
  // Checks again: while we waited, another user may have given up this name, which is then still reserved for them.
  if (!(await isFree(username, viewer.id, trx))) throw taken();
  // Not by Better Auth, which needs a session: a key of the API may rename too.
  await trx
    .updateTable("users")
    .set({ name: username, updated_at: sql<Date>`now()` })
    .where("id", "=", viewer.id)
    .execute();
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Makes a file the user's picture, cropped by `crop` or to its middle. The cleanup job deletes the former picture,
 * because no profile shows it any more.
 * @throws Refused "too_often", "photo_…". Nothing is changed then.
 */
export async function setPicture(
  viewer: Viewer,
  file: Uint8Array<ArrayBuffer>,
  crop: Crop | null,
): Promise<void> {
  await limit("upload", viewer.id);
  const { key } = await storePhoto(viewer.id, file, crop ?? "middle");
  await writePicture(viewer, photoUrl(key, 320));
}

/** Removes the user's picture. @throws Refused "too_often" */
export async function removePicture(viewer: Viewer): Promise<void> {
  await limit("upload", viewer.id);
  await writePicture(viewer, null);
}

// `updated_at` stays: it is the version of the form's texts, and the picture is not part of the form.
async function writePicture(viewer: Viewer, avatarUrl: string | null): Promise<void> {
  await db().updateTable("profiles").set({ avatar_url: avatarUrl }).where("id", "=", viewer.id).execute();
}
