import { verifyPassword } from "better-auth/crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Viewer } from "#app/domain/viewer.ts";
import { waitingReset } from "#app/features/accounts/security/factor-resets.server.ts";
import { notifyFavoriteChanges } from "#app/features/favorite-news/changes.server.ts";
import { SUBJECT_KINDS } from "#app/features/moderation/reports/rules.ts";
import { orders as ordersOf } from "#app/features/orders/queries.server.ts";
import { hasPictures, storedPicture } from "#app/features/photos/files.server.ts";
import { PHOTO_WIDTHS } from "#app/features/photos/photo.ts";
import { captureNotices, notices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { loadPostalCodes } from "../postal-codes.ts";
import { people, pictures, priceDrops, reports, staff, stockOf } from "./data.ts";
import { fillDemoPictures } from "./fill-pictures.ts";
import { loadDemoStock } from "./load.ts";

const database = openDatabase(captureNotices);

async function countOf(table: "users" | "listings" | "photos" | "chat_rooms" | "favorites" | "user_reviews") {
  const { db } = database;
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** These tests depend on their order. */
describe("loading the demo stock", () => {
  test("fails as a whole while no postal code is known", async () => {
    await expect(loadDemoStock()).rejects.toThrow("sanne");
    expect(await countOf("users")).toBe(0);
  });

  test("leaves nothing behind when it is interrupted", async () => {
    await loadPostalCodes(database.url);
    await database.db.schema.alterTable("chat_notifications").renameTo("chat_notifications_gone").execute();
    await expect(loadDemoStock()).rejects.toThrow("chat_notifications");
    expect(await countOf("users")).toBe(0);
    expect(await countOf("listings")).toBe(0);
    await database.db.schema.alterTable("chat_notifications_gone").renameTo("chat_notifications").execute();
  });

  test("by two servers at the same time loads it once, and violates no constraint", async () => {
    const [one, other] = await Promise.all([loadDemoStock(), loadDemoStock()]);
    expect(one).toEqual(other);
    const accounts = people().length + staff().length;
    expect(one).toHaveLength(accounts);
    expect(await countOf("users")).toBe(accounts);
    expect(await countOf("listings")).toBe(people().flatMap(({ username }) => stockOf(username)).length);
    expect(await countOf("photos")).toBe(pictures().length);
  });

  test("creates people who can sign in with the printed password", async () => {
    const [account] = await loadDemoStock();
    const row = await database.db
      .selectFrom("users")
      .innerJoin("accounts", "accounts.user_id", "users.id")
      .innerJoin("profiles", "profiles.id", "users.id")
      .select(["users.email_verified", "accounts.password", "accounts.provider_id", "profiles.username"])
      .where("users.email", "=", account!.email)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      email_verified: true,
      provider_id: "credential",
      username: account!.username,
    });
    expect(await verifyPassword({ hash: row.password!, password: account!.password! })).toBe(true);
  });

  test("gives the moderators a dozen open cases, with each kind of reported thing, and a complaint", async () => {
    const cases = await database.db
      .selectFrom("reports")
      .innerJoin("cases", "cases.id", "case_id")
      .select(["cases.id", "subject_kind", "state", "evidence", "signal"])
      .execute();
    expect(cases).toHaveLength(reports().length);
    expect(new Set(cases.map(({ id }) => id)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(cases.map(({ subject_kind }) => subject_kind))).toEqual(new Set(SUBJECT_KINDS));
    expect(cases.filter(({ signal }) => signal !== null).length).toBeGreaterThanOrEqual(2);
    const closed = cases.filter(({ state }) => state === "closed");
    const work = (table: "case_notes" | "case_questions") =>
      database.db.selectFrom(table).selectAll().execute();
    expect(await work("case_notes")).toHaveLength(1);
    expect(await work("case_questions")).toMatchObject([{ answer: expect.stringContaining("St. Vincent") }]);
    const decisions = await database.db.selectFrom("decisions").selectAll().execute();
    expect(decisions).toContainEqual(expect.objectContaining({ action: "hide", also: "warn" }));
    const decided = reports().filter(({ decision }) => decision !== "");
    expect(closed).toHaveLength(decided.length + 1);
    expect(await database.db.selectFrom("complaints").select("words").execute()).toEqual(
      decided.flatMap(({ complaint }) => (complaint === "" ? [] : [{ words: complaint }])),
    );
  });

  test("has a suspended person with an open deal, and a moderator whose second factor is being reset", async () => {
    const { db } = database;
    const idOf = async (username: string) =>
      (
        await db
          .selectFrom("profiles")
          .select("id")
          .where("username", "=", username)
          .executeTakeFirstOrThrow()
      ).id;
    const [seller, operator] = [await idOf("sanne"), await idOf("tom_operator")];
    const { orders } = await ordersOf({ id: seller } as Viewer, { as: "seller", show: "open", page: 1 });
    expect(orders).toMatchObject([
      { other: { username: "rico_deals" }, suspended: { title: expect.stringContaining("rico_deals") } },
    ]);
    expect(
      await db
        .selectFrom("decisions")
        .select(["action", "decided_by"])
        .where("person_id", "=", await idOf("rico_deals"))
        .execute(),
    ).toEqual([{ action: "suspend", decided_by: operator }]);
    expect(await waitingReset(await idOf("pia_desk"))).toMatchObject({ due_at: expect.any(Date) });
  });

  test("counts an unread message for its recipient", async () => {
    const unread = await database.db
      .selectFrom("chat_notifications")
      .innerJoin("profiles", "profiles.id", "chat_notifications.user_id")
      .innerJoin("chat_rooms", "chat_rooms.id", "chat_notifications.chat_room_id")
      .select(["username", "unread_count", "listing_name"])
      .where("unread_count", ">", 0)
      .execute();
    expect(unread).toContainEqual({
      username: "sanne",
      unread_count: 2,
      listing_name: "Wilson Blade 98 16x19 v8",
    });
  });

  test("removes the pieces of deals from the available stock", async () => {
    const unavailable = await database.db
      .selectFrom("listings")
      .select(["name", "status"])
      .where("status", "<>", "available")
      .orderBy("name")
      .execute();
    expect(unavailable).toEqual([
      { name: "Babolat RPM Blast 1.25, haspel 200 m", status: "reserved" },
      { name: "Head Club trainingsjack", status: "sold" },
      { name: "Tourna Grip XL, 10 stuks", status: "sold" },
    ]);
  });

  test("notifies people of price drops of their favourites", async () => {
    await notifyFavoriteChanges();
    const sent = await notices("price_drop");
    expect(sent.map(({ facts }) => facts.listing).sort()).toEqual(
      priceDrops()
        .map(({ listing }) => listing)
        .sort(),
    );
    for (const { facts, userIds } of sent) {
      expect(facts.nowCents).toBeLessThan(facts.wasCents);
      expect(userIds).not.toEqual([]);
    }
  });

  test("does not change a shop that is in use", async () => {
    const [before, users] = [await countOf("listings"), await countOf("users")];
    await database.db.deleteFrom("listings").where("name", "=", "Wilson Blade 25").execute();
    await database.db.deleteFrom("users").where("email", "=", "marcus_atx@example.com").execute();
    const accounts = await loadDemoStock();
    expect(accounts).toHaveLength(users - 1);
    expect(await countOf("listings")).toBeLessThan(before);
  });
});

async function mainPhotoOf(name: string): Promise<string> {
  const { key } = await database.db
    .selectFrom("photos")
    .innerJoin("listings", "listings.id", "photos.listing_id")
    .select("photos.key")
    .where("name", "=", name)
    .where("position", "=", 0)
    .executeTakeFirstOrThrow();
  return key;
}

describe("rendering the demo pictures", { timeout: 60_000 }, () => {
  test("starts with the pictures that are requested, makes every width, and can be stopped", async () => {
    // Without a request, it would come after the main photos of all other rackets: its listing is the oldest.
    const key = await mainPhotoOf("Head Prestige Classic 600");
    const pictures = await fillDemoPictures();
    await pictures.ready(key);
    for (const width of PHOTO_WIDTHS) {
      const stored = await storedPicture(key, width, "webp");
      const bytes = new Uint8Array(await new Response(stored?.body).arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height: width * 1.25 });
    }
    await pictures.ready("0".repeat(64));
    await pictures.stop();
    await pictures.finished;
    expect(await hasPictures(await mainPhotoOf("Wilson nSix-One 95 16x18"))).toBe(false);
  });

  test("skips a photo that no listing has any more", async () => {
    const key = await mainPhotoOf("Wilson nSix-One 95 16x18");
    const pictures = await fillDemoPictures();
    await database.db.deleteFrom("photos").where("key", "=", key).execute();
    await pictures.ready(key);
    await pictures.stop();
    expect(await hasPictures(key)).toBe(false);
  });
});
