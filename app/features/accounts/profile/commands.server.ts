import { sql, type Transaction } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { storePhoto } from "#app/features/photos/commands.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import type { Crop } from "#app/features/photos/rules.ts";
import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { secondsToWait, secondsToWaitInTransaction } from "#app/platform/rate-limit.server.ts";
import { isUsernameTaken } from "../queries.server.ts";
import { type ProfileRow, profileToChange } from "./queries.server.ts";
import type { ProfileInput } from "./schema.ts";

/** At which step a profile could not be written: each has its sentence (A8.16). */
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
  /** Somebody, perhaps the same person in another tab, changed it since: nothing was written. */
  | { kind: "changed"; now: ProfileRow }
  | { kind: "limited"; seconds: number };

class Taken extends Error {}

/**
 * Writes one's own profile, a new name included (A4.6, A7.27); the address alone is changed by way of
 * both mailboxes. All of it or nothing. Of two people who want one name the second waits for the first and is told.
 * @throws ProfileNotSaved
 */
export async function saveProfile(
  request: Request,
  viewer: Viewer,
  { version, ...input }: ProfileInput,
): Promise<SaveOutcome> {
  const seconds = await secondsToWait("profile_write", viewer.id);
  if (seconds !== null) return { kind: "limited", seconds };
  try {
    return await db()
      .transaction()
      .execute(async (trx): Promise<SaveOutcome> => {
        const now = await during("profile", async () => {
          // A new name writes both rows, the deletion of the account and a new address too: all of them this one first.
          await trx.selectFrom("users").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
          return profileToChange(viewer.id, trx);
        });
        if (!now) return { kind: "gone" };
        if (now.version !== version) return { kind: "changed", now };
        if (input.username !== now.username) {
          const wait = await during("username", () => rename(request, viewer, input.username, trx));
          if (wait !== null) return { kind: "limited", seconds: wait };
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
    if (cause instanceof Taken || cause instanceof ProfileNotSaved) throw cause;
    throw new ProfileNotSaved(step, { cause });
  }
}

async function write(
  userId: string,
  { full_name, phone, shipping_address, billing_address }: Omit<ProfileInput, "version">,
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

/**
 * Gives somebody another name. Answers how long to wait when that is the sixth today, else null.
 * @throws Taken
 */
async function rename(
  request: Request,
  viewer: Viewer,
  username: string,
  trx: Transaction<DB>,
): Promise<number | null> {
  if (!(await isFree(username, viewer.id, trx))) throw new Taken();
  const seconds = await secondsToWaitInTransaction(trx, "username_change", viewer.id);
  if (seconds !== null) return seconds;
  try {
    await trx.updateTable("profiles").set({ username }).where("id", "=", viewer.id).execute();
  } catch (error) {
    if (isDuplicate(error)) throw new Taken();
    throw error;
  }
  // Again: who had this name may have left it while we waited for them, and then it is still theirs.
  if (!(await isFree(username, viewer.id, trx))) throw new Taken();
  await withAuthIn(trx, () => auth().api.updateUser({ body: { name: username }, headers: request.headers }));
  return null;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Makes a file somebody's picture: the part of it that `crop` says, or the middle. The picture before is on no
 * profile then, and the sweep of photos takes it.
 * @throws PhotoRefused, with nothing changed.
 */
export async function setPicture(
  viewer: Viewer,
  file: Uint8Array<ArrayBuffer>,
  crop: Crop | null,
): Promise<void> {
  const { key } = await storePhoto(viewer.id, file, crop ?? "middle");
  await writePicture(viewer, photoUrl(key, 320));
}

/** Takes somebody's picture away. */
export async function removePicture(viewer: Viewer): Promise<void> {
  await writePicture(viewer, null);
}

// `updated_at` stays: it says which texts a form was made from, and a picture is in none.
async function writePicture(viewer: Viewer, avatarUrl: string | null): Promise<void> {
  await db().updateTable("profiles").set({ avatar_url: avatarUrl }).where("id", "=", viewer.id).execute();
}
