import { sql } from "kysely";
import { db } from "#app/platform/db.server.ts";
import { sessionEnd } from "#app/platform/session.server.ts";
import { exportedPhotoName } from "./exported-photo.ts";
import { PAGE_ROWS, paginate } from "./paginate.ts";

/** The account of a user, without any credentials. */
export async function exportAccount(userId: string) {
  return db()
    .selectFrom("users")
    .select([
      "id",
      "email",
      "email_verified as emailVerified",
      "phone_number as phoneNumber",
      "phone_number_verified as phoneNumberVerified",
      "two_factor_enabled as secondFactor",
      "image as pictureAtProvider",
      "created_at as createdAt",
      "updated_at as updatedAt",
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** What the user wrote in their profile. */
export async function exportProfile(userId: string) {
  const row = await db()
    .selectFrom("profiles")
    .select([
      "username",
      "full_name as fullName",
      "email",
      "phone",
      "shipping_address as shippingAddress",
      "billing_address as billingAddress",
      "bundle_items as discountFromItems",
      "bundle_percent as discountPercent",
      // The photo from which the profile picture (avatar_url) was made: the export has the photo's largest size.
      sql<string | null>`(
        select photos.id from photos
        where photos.user_id = profiles.id and starts_with(profiles.avatar_url, '/photos/' || photos.key || '/')
        order by photos.id desc limit 1
      )`.as("picture"),
      "created_at as createdAt",
      "updated_at as updatedAt",
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
  return row && { ...row, picture: row.picture && exportedPhotoName(row.picture) };
}

/** The user's preferences, or undefined when they have chosen none yet. */
export async function exportPreferences(userId: string): Promise<object | undefined> {
  const row = await db()
    .selectFrom("user_preferences")
    .select(sql<Record<string, unknown>>`to_jsonb(user_preferences) - 'user_id'`.as("chosen"))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return (
    row && Object.fromEntries(Object.entries(row.chosen).map(([name, value]) => [camelCase(name), value]))
  );
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The user's sign-in methods: each provider and the user's id there. No password and no token. */
export async function exportIdentities(userId: string) {
  return db()
    .selectFrom("accounts")
    .select([
      "provider_id as provider",
      "account_id as accountId",
      "scope",
      "created_at as createdAt",
      "updated_at as updatedAt",
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** The user's sessions. */
export async function exportDevices(userId: string) {
  return db()
    .selectFrom("sessions")
    .select([
      "user_agent as browser",
      "ip_address as ipAddress",
      "created_at as signedInAt",
      "confirmed_at as confirmedAt",
      "updated_at as usedAt",
      sessionEnd().as("endsAt"),
    ])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** The user's listings of all types with all fields, and the files of their photos in order. */
export async function* exportListings(userId: string): AsyncGenerator<object> {
  const rows = paginate((after: { id: string; photos: string[] } | null) =>
    db()
      .selectFrom("listings")
      .select([
        "type",
        "id",
        "name",
        "brand",
        "description",
        "price_cents as priceCents",
        "quantity",
        sql<string | null>`case when row_key like 'sku:%' then substr(row_key, 5) end`.as("sku"),
        "row_key as rowKey",
        "country",
        "postal_code as postalCode",
        "latitude",
        "longitude",
        "attributes",
        "created_at as createdAt",
        "updated_at as updatedAt",
        sql<string[]>`array(
          select photos.id from photos
          where listing_type = listings.type and listing_id = listings.id order by position
        )`.as("photos"),
      ])
      .where("user_id", "=", userId)
      .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
      .orderBy("id")
      .limit(PAGE_ROWS)
      .execute(),
  );
  for await (const row of rows) yield { ...row, photos: row.photos.map(exportedPhotoName) };
}

/** The photos that the user uploaded, on a listing or not, with their storage keys. */
export function exportPhotos(userId: string) {
  return paginate((after: { id: string } | null) =>
    db()
      .selectFrom("photos")
      .select(["id", "key", "width", "height", "listing_id as listingId", "created_at as uploadedAt"])
      .where("user_id", "=", userId)
      .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
      .orderBy("id")
      .limit(PAGE_ROWS)
      .execute(),
  );
}

/** The notification preferences that the user saved, by kind. A kind that is missing has its default. */
export function exportNoticeChoices(userId: string) {
  return db()
    .selectFrom("notification_choices")
    .select(["kind", "in_app as inApp", "mail"])
    .where("user_id", "=", userId)
    .execute();
}

/** The user's notifications, read and unread, the oldest first. */
export function exportNotifications(userId: string) {
  return paginate((after: { id: string } | null) =>
    db()
      .selectFrom("notifications")
      .select([
        "id",
        "kind",
        "content",
        "path",
        "search_query as searchQuery",
        "image_url as imageUrl",
        "created_at as createdAt",
        "read_at as readAt",
      ])
      .where("user_id", "=", userId)
      .$if(after !== null, (query) => query.where("id", ">", after?.id ?? ""))
      .orderBy("id")
      .limit(PAGE_ROWS)
      .execute(),
  );
}

/** The recent live events that were sent to the user's browsers. */
export function exportEvents(userId: string) {
  return paginate((after: { seq: number } | null) =>
    db()
      .selectFrom("events")
      .select(["seq", "kind", "subject", "created_at as createdAt"])
      .where("user_id", "=", userId)
      .where("seq", ">", after?.seq ?? 0)
      .orderBy("seq")
      .limit(PAGE_ROWS)
      .execute(),
  );
}
