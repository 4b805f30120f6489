import { sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { storePhoto } from "#app/features/photos/commands.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import type { Crop } from "#app/features/photos/rules.ts";
import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit, limitInTransaction } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { isUsernameTaken } from "../queries.server.ts";
import { type ProfileRow, profileToChange } from "./queries.server.ts";
import type { ProfileInput } from "./schema.ts";

/** Thrown when a profile could not be saved. `step` is where it failed: each step has its own error text. */
export class ProfileNotSaved extends Error {
  readonly step: "availability" | "username" | "profile";

  constructor(step: ProfileNotSaved["step"], options?: ErrorOptions) {
    super(`profile not saved: ${step}`, options);
    this.name = "ProfileNotSaved";
    this.step = step;
  }
}

export type SaveOutcome =
  | { kind: "saved" | "taken" | "gone" }
  /** The input does not fit to what is stored now: nothing was written. */
  | { kind: "unread" };

class Taken extends Error {}

/**
 * Saves the user's own profile, including a new username. The email address is changed elsewhere, with
 * the consent of both mailboxes. When two users want one username, the second waits for the first and gets "taken".
 * @param read returns the input, merged with what is stored; null to write nothing. It runs while the profile is locked
 * @throws Refused "too_often"; ProfileNotSaved
 */
export async function saveProfile(
  request: Request,
  viewer: Viewer,
  read: (now: ProfileRow) => ProfileInput | null,
): Promise<SaveOutcome> {
  await limit("profile_write", viewer.id);
  try {
    return await db()
      .transaction()
      .execute(async (trx): Promise<SaveOutcome> => {
        const now = await during("profile", async () => {
          // A new username, a deletion and a new email address write `users` and `profiles`. All of them lock the row
          // of `users` first, so that they cannot deadlock.
          await trx.selectFrom("users").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
          return profileToChange(viewer.id, trx);
        });
        if (!now) return { kind: "gone" };
        const input = read(now);
        if (input === null) return { kind: "unread" };
        if (input.username !== now.username) {
          await during("username", () => rename(request, viewer, input.username, trx));
        }
        await during("profile", () => write(viewer.id, input, trx));
        return { kind: "saved" };
      });
  } catch (error) {
    if (error instanceof Taken) return { kind: "taken" };
    throw error;
  }
}

async function during<Result>(step: ProfileNotSaved["step"], run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof Taken || cause instanceof Refused || cause instanceof ProfileNotSaved) throw cause;
    throw new ProfileNotSaved(step, { cause });
  }
}

async function write(
  userId: string,
  { full_name, phone, shipping_address, billing_address }: ProfileInput,
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

/** @throws Taken; Refused "too_often" at the sixth new name in 24 hours */
async function rename(
  request: Request,
  viewer: Viewer,
  username: string,
  trx: Transaction<DB>,
): Promise<void> {
  if (!(await isFree(username, viewer.id, trx))) throw new Taken();
  await limitInTransaction(trx, "username_change", viewer.id);
  try {
    await trx.updateTable("profiles").set({ username }).where("id", "=", viewer.id).execute();
  } catch (error) {
    if (isDuplicate(error)) throw new Taken();
    throw error;
  }
  // Checks again: while we waited, another user may have given up this name, which is then still reserved for them.
  if (!(await isFree(username, viewer.id, trx))) throw new Taken();
  await withAuthIn(trx, () => auth().api.updateUser({ body: { name: username }, headers: request.headers }));
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
