import { sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { requireViewer, viewerOf } from "#app/platform/session.server.ts";

export interface ProfileRow {
  readonly id: string;
  readonly username: string;
  readonly full_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly shipping_address: string | null;
  readonly billing_address: string | null;
  readonly avatar_url: string | null;
  readonly updated_at: Date;
}

const COLUMNS = [
  "id",
  "username",
  "full_name",
  "email",
  "phone",
  "shipping_address",
  "billing_address",
  "avatar_url",
  "updated_at",
] as const;

/** The user's profile, or undefined when it was deleted. */
export async function profileOf(userId: string): Promise<ProfileRow | undefined> {
  return db().selectFrom("profiles").select(COLUMNS).where("id", "=", userId).executeTakeFirst();
}

/** What everybody may see of a profile. */
export type PublicProfileRow = Pick<ProfileRow, "id" | "username" | "avatar_url">;

/** The public part of a profile; undefined when there is none with this id, or while the person is suspended. */
export async function publicProfileOf(userId: string): Promise<PublicProfileRow | undefined> {
  if (!isId(userId)) return undefined;
  return db()
    .selectFrom("profiles")
    .select(["id", "username", "avatar_url"])
    .where("id", "=", userId)
    .where(sql<boolean>`(suspended_until is null or suspended_until <= now())`)
    .executeTakeFirst();
}

/** Reads and locks the profile, inside the transaction that changes it; undefined when it was deleted. */
export async function profileToChange(userId: string, queries: Queries): Promise<ProfileRow | undefined> {
  return queries
    .selectFrom("profiles")
    .select(COLUMNS)
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** The content type of a form without JavaScript. The loaders that run after the action get the same header. */
const FORM = "application/x-www-form-urlencoded";

/**
 * The owner of the profile. It is null only after a form whose session had ended: the page must still render, because
 * the typed text would be lost.
 * @throws a redirect to /auth for any other signed-out caller.
 */
export async function profileOwnerOf(request: Request): Promise<Viewer | null> {
  const viewer = await viewerOf(request);
  if (viewer) return viewer;
  return request.headers.get("content-type")?.startsWith(FORM) ? null : requireViewer(request);
}
