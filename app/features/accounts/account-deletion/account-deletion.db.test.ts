import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import { listingCountsOf } from "#app/features/listings/queries.server.ts";
import { storePhoto } from "#app/features/photos/commands.server.ts";
import { hasPictures } from "#app/features/photos/files.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { auth } from "#app/platform/auth.server.ts";
import { sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startEvents, stopEvents } from "#app/platform/events.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { bootstrapProfile } from "#app/platform/profile.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as authPage } from "#app/routes/accounts/auth.route.tsx";
import { action, loader } from "#app/routes/profile/account-deletion.route.tsx";
import { loader as sellerPage } from "#app/routes/sellers/seller.route.tsx";
import type { Failure } from "#app/ui/answer.ts";
import { newestMail, newPerson, PASSWORD, signInFields, signUpFields } from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { rowsContaining } from "#tests/support/whole-database.ts";
import { deleteExpiredAccountData } from "../jobs.server.ts";
import { setPicture } from "../profile/commands.server.ts";
import { type DeletionStep, deleteAccount } from "./commands.server.ts";

openDatabase(async (url) => {
  await startEvents();
  await startJobs(url, photoJobs);
});
afterAll(async () => {
  await stopJobs();
  await stopEvents();
});

const PAGE = "/profile/delete";
const deleteAccountOf = ({ visitor, viewer }: Person, username = viewer.username) =>
  visitor.submit(action, PAGE, { username });
const users = async (id: string) => (await findRows("users", { id }, ["id"])).length;
const say = (who: Person, roomId: string, message: string) =>
  sendMessage(who.viewer, roomId, { clientId: randomUUID(), message });

async function confirmedLongAgo({ session }: Person): Promise<void> {
  const long = sql<Date>`now() - interval '21 minutes'`;
  await updateRows("sessions", { token: session }, { confirmed_at: long });
}

/** A user with rows in many of the tables that refer to users. */
async function personWithData() {
  const [who, other] = [await person("Rosalinde-Quast"), await person("other")];
  const { id } = who.viewer;
  const secrets = {
    email: `rosalinde.${randomUUID()}@mail.example`,
    full_name: "Rosalinde Quastenberg",
    phone: "+31 6 5551 7788",
    shipping_address: "Kastanjelaan 417, Haarlem",
    billing_address: "Postbus 90417, Haarlem",
  };
  const { email } = secrets;
  const before = who.viewer.username;
  who.viewer.username = `${before}-Renamed`;
  await updateRows("profiles", { id }, { username: who.viewer.username });
  await updateRows("users", { id }, { email, phone_number: "+31655517788", two_factor_enabled: true });
  await updateRows("profiles", { id }, secrets);
  await insertRows("user_preferences", { user_id: id, shoe_sizes: ["41"] });
  await insertRows("accounts", { user_id: id, account_id: `google-of-${email}`, provider_id: "google" });
  await insertRows("two_factors", { user_id: id, secret: "s", backup_codes: "b" });
  const expires_at = new Date(Date.now() + 3_600_000);
  await insertRows("verifications", [
    { identifier: "reset-password:abc", value: id, expires_at },
    { identifier: `sign-in-otp-${email}`, value: "123456:0", expires_at },
    { identifier: "+31655517788", value: "123456:0", expires_at },
    { identifier: "magic", value: JSON.stringify({ email }), expires_at },
    { identifier: "state", value: JSON.stringify({ link: { userId: id } }), expires_at },
    { identifier: `new-address-of-${id}`, value: "{}", expires_at },
    { identifier: `sign-in-otp-not.${email}`, value: "123456:0", expires_at },
  ]);
  await insertRows("known_devices", { user_id: id, device: "d", place: "p" });
  await insertRows("notification_choices", { user_id: id, kind: "account", in_app: true, mail: "off" });
  await insertRows("notifications", { user_id: id, content: "A blade arrived." });
  const photo = await photoOf(who);
  const mine = await listingOf(who, "racket", { photos: [photo] });
  for (const { type } of CATEGORIES) await listingOf(who, type);
  const theirs = await listingOf(other, "bag");
  await setFavorite(who.viewer, theirs, true);
  await setFavorite(other.viewer, mine, true);
  for (const [viewer, { type: listing_type, id: listing_id }] of [
    [who.viewer, theirs],
    [other.viewer, mine],
  ] as const) {
    await insertRows("recently_viewed", { user_id: viewer.id, listing_type, listing_id });
  }
  await insertRows("user_reviews", [
    { reviewer_id: id, reviewed_user_id: other.viewer.id, rating: 5, comment: "Quick and kind." },
    { reviewer_id: other.viewer.id, reviewed_user_id: id, rating: 4, comment: "As described." },
  ]);
  const [sold, bought] = [await openRoom(other.viewer, mine), await openRoom(who.viewer, theirs)];
  await say(other, sold, "Is it still there?");
  await say(who, sold, "It is.");
  await say(who, bought, "Would you take less?");
  return { who, other, before, secrets, photo, mine, theirs, sold, bought };
}

describe("the page that deletes an account", () => {
  test("requires a person who is signed in and has recently confirmed who they are", async () => {
    const away = { status: 302, location: `/auth?next=${encodeURIComponent(PAGE)}` };
    expect(await new Visitor().open(loader, PAGE)).toMatchObject(away);
    expect(await new Visitor().submit(action, PAGE, { username: "x" })).toMatchObject({
      status: 302,
      location: "/auth",
    });
    const who = await person();
    expect(await who.visitor.open(loader, PAGE)).toMatchObject({
      status: 200,
      data: { username: who.viewer.username },
    });
    await confirmedLongAgo(who);
    const confirm = { status: 302, location: `/profile/security/confirm?next=${encodeURIComponent(PAGE)}` };
    expect(await who.visitor.open(loader, PAGE)).toMatchObject(confirm);
    const sent = who.visitor.request(PAGE, {
      method: "POST",
      body: new URLSearchParams({ username: who.viewer.username }),
      headers: { referer: new URL(PAGE, "http://127.0.0.1:3000").href },
    });
    expect(await who.visitor.run(action, sent)).toMatchObject(confirm);
    expect(await users(who.viewer.id)).toBe(1);
  });

  test.each([
    ["nothing", {}],
    ["nothing but spaces", { username: "  " }],
    ["another's name", { username: "other" }],
    ["the beginning of the name", { username: "perso" }],
    ["a long text", { username: "person".repeat(1000) }],
    ["a NUL", { username: "person\0" }],
    ["HTML, an emoji, right to left", { username: "<b>person</b> 🎾 שלום" }],
    ["a file", { username: new File(["person"], "person.txt") }],
  ] as [string, { username?: string | File }][])(
    "deletes nothing when %s is typed, shows the fault at the field and keeps the input",
    async (_, fields) => {
      const who = await person();
      const outcome = await who.visitor.submit(action, PAGE, fields);
      expect(outcome.status).toBe(422);
      const { result } = outcome.data as Failure;
      expect(result.error).toEqual({
        username: [`That is not your username. Nothing was deleted. Please type ${who.viewer.username}.`],
      });
      const typed = typeof fields.username === "string" ? fields.username : undefined;
      if (typed?.trim()) expect(result.initialValue?.username).toBe(typed);
      expect(await users(who.viewer.id)).toBe(1);
    },
  );

  test("accepts the username in upper or lower case", async () => {
    const who = await person("Case");
    const outcome = await deleteAccountOf(who, ` ${who.viewer.username.toUpperCase()} `);
    expect(outcome).toMatchObject({ status: 302, location: "/" });
    expect(await users(who.viewer.id)).toBe(0);
  });

  test("limits the number of attempts", async () => {
    const who = await person();
    const failing = async () => {
      throw new Error("no");
    };
    for (let nth = 0; nth < 10; nth++) {
      const tried = deleteAccount(who.visitor.request(PAGE), who.viewer, [failing]);
      await expect(tried).rejects.toThrow("no");
    }
    const outcome = await deleteAccountOf(who);
    expect(outcome.status).toBe(429);
    expect(Number(outcome.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await users(who.viewer.id)).toBe(1);
  });
});

describe("a person who deleted their account", () => {
  let gone: Awaited<ReturnType<typeof personWithData>>;
  let outcome: Awaited<ReturnType<typeof deleteAccountOf>>;

  beforeAll(async () => {
    gone = await personWithData();
    outcome = await deleteAccountOf(gone.who);
  });

  test("is redirected to the home page, signed out, with a message", () => {
    expect(outcome).toMatchObject({ status: 302, location: "/" });
    const cookies = outcome.headers.getSetCookie();
    expect(cookies.find((one) => one.startsWith(`${sessionCookieName()}=;`))).toMatch(/max-age=0/i);
    expect(decodeURIComponent(cookies.find((one) => one.startsWith("flash=")) ?? "")).toContain(
      "Your account has been deleted",
    );
  });

  test("is in no table of the database any more, except in the mails that were sent to them", async () => {
    const { who, secrets } = gone;
    const found = await rowsContaining([
      who.viewer.id,
      gone.before,
      who.session,
      secrets.full_name,
      secrets.phone,
      "+31655517788",
      secrets.shipping_address,
      secrets.billing_address,
      secrets.email,
    ]);
    // Sent mails are the user's own. The code for the longer email address belongs to another user.
    const others = found.filter(
      (place) => !place.startsWith("mails: ") && !place.includes(`sign-in-otp-not.${secrets.email}`),
    );
    expect(others).toEqual([]);
    expect(found.length).toBeGreaterThan(1);
  });

  test("gets a last mail, which says that the account was deleted", async () => {
    const mail = await newestMail(gone.secrets.email);
    expect(mail?.subject).toBe("Your account has been deleted");
    expect(mail?.text).toContain(gone.who.viewer.username);
  });

  test("has no listings any more, and the listings are gone from favourites and counts", async () => {
    expect((await listingCountsOf(gone.who.viewer.id)).size).toBe(0);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from listings
      where not exists (select from profiles where profiles.id = listings.user_id)
    `.execute(db());
    expect(rows).toEqual([{ n: 0 }]);
    for (const table of ["favorites", "recently_viewed"] as const) {
      const found = db().selectFrom(table).select("user_id").where("listing_id", "=", gone.mine.id);
      expect(await found.execute()).toEqual([]);
    }
    const counted = await sql<{ type: string; differs: boolean }>`
      select type, sum(difference) is distinct from
        (select count(*) from listings where listings.type = listing_counts.type) as differs
      from listing_counts group by type
    `.execute(db());
    expect(counted.rows.filter(({ differs }) => differs)).toEqual([]);
    const terms = await sql<{ n: number }>`
      select coalesce(sum(difference), 0)::int as n from search_term_changes where type = 'racket' and label is null
    `.execute(db());
    expect(terms.rows).toEqual([{ n: 0 }]);
  });

  test("leaves photos without an owner, which the cleanup job deletes", async () => {
    const photo = db().selectFrom("photos").select(["user_id", "listing_id"]).where("id", "=", gone.photo);
    expect(await photo.executeTakeFirst()).toEqual({ user_id: null, listing_id: null });
  });

  test("has no seller page", async () => {
    const { username } = gone.who.viewer;
    const page = new Visitor().open(sellerPage, `/sellers/${username}`, { username });
    expect((await page).status).toBe(404);
  });

  test("has no session [V7.4.2]", async () => {
    expect(await viewerOf(gone.who.visitor.request("/"))).toBeNull();
    const headers = new Headers({ cookie: gone.who.cookie });
    expect(await auth().api.getSession({ headers })).toBeNull();
    expect(await new Visitor().open(loader, PAGE)).toMatchObject({ status: 302 });
  });

  test("keeps the username for a while: nobody can sign up with it or be given it", async () => {
    const { username } = gone.who.viewer;
    const newcomer = signUpFields(username.toLowerCase(), "newcomer@mail.example");
    for (const name of [username.toLowerCase(), username.replace("o", "0"), gone.before]) {
      const fields = signUpFields(name, "newcomer@mail.example");
      expect((await new Visitor().submit(authPage, "/auth", fields)).status, name).toBe(422);
    }
    const { id } = await insertRow("users", { name: "x", email: `${username}@elsewhere.example` });
    expect(await bootstrapProfile({ id, email: `${username}@elsewhere.example` })).toBe(`${username}2`);
    await updateRows("held_usernames", {}, { until: sql<Date>`now()` });
    await deleteExpiredAccountData();
    expect(await db().selectFrom("held_usernames").selectAll().execute()).toEqual([]);
    expect((await new Visitor().submit(authPage, "/auth", newcomer)).status).toBe(200);
  });
});

test("the email address of a deleted account can be used for a new account immediately", async () => {
  const visitor = await newPerson("Returning", "returning@mail.example");
  await visitor.submit(action, PAGE, { username: "Returning" });
  const signIn = signInFields("returning@mail.example", PASSWORD);
  expect((await new Visitor().submit(authPage, "/auth", signIn)).status).toBe(422);
  const again = await newPerson("Returned", "returning@mail.example");
  expect((await viewerOf(again.request("/")))?.username).toBe("Returned");
});

test("several tabs that delete an account simultaneously send one mail, and all redirect to the home page", async () => {
  const who = await person();
  const outcomes = await Promise.all([deleteAccountOf(who), deleteAccountOf(who), deleteAccountOf(who)]);
  expect(outcomes.map(({ status, location }) => [status, location])).toEqual(Array(3).fill([302, "/"]));
  const mails = db().selectFrom("mails").select("id").where("recipient", "=", who.viewer.email);
  expect(await mails.execute()).toHaveLength(1);
  // A button pressed in a tab that was left open does nothing.
  const late = new Visitor();
  late.cookies.set(...(who.cookie.split("=") as [string, string]));
  expect(await late.submit(action, PAGE, { username: who.viewer.username })).toMatchObject({
    status: 302,
    location: "/",
  });
});

test("a listing that is created while its owner is deleted is either deleted too, or refused", async () => {
  const [who, other] = [await person(), await person()];
  const writes = Array.from({ length: 8 }, () => listingOf(who, "racket"));
  const [outcome] = await Promise.all([deleteAccountOf(who), Promise.allSettled(writes)]);
  expect(outcome).toMatchObject({ status: 302, location: "/" });
  expect((await listingCountsOf(who.viewer.id)).size).toBe(0);
  expect(await users(other.viewer.id)).toBe(1);
});

test("thousands of listings are deleted in batches before their owner, who is deleted with a longer timeout", async () => {
  const shop = await person("Shop");
  await sql`
    insert into listings (type, user_id, name, price_cents, attributes)
    select 'racket', ${shop.viewer.id}, 'N', 1, '{"category": "senior", "condition": "Good"}'
    from generate_series(1, 2300)
  `.execute(db());
  await sql`create table deletions (n integer, patience text)`.execute(db());
  await sql`
    create function note_deletion() returns trigger language plpgsql as $$
    begin
      insert into deletions select count(*), current_setting('statement_timeout') from old_rows having count(*) > 0;
      return null;
    end $$
  `.execute(db());
  await sql`
    create trigger note_deletion after delete on listings referencing old table as old_rows
    for each statement execute function note_deletion()
  `.execute(db());
  expect(await deleteAccountOf(shop)).toMatchObject({ status: 302, location: "/" });
  const { rows } = await sql<{ n: number; patience: string }>`select n, patience from deletions`.execute(
    db(),
  );
  expect(rows).toEqual([
    { n: 1_000, patience: "30s" },
    { n: 1_000, patience: "30s" },
    { n: 300, patience: "10min" },
  ]);
  expect((await listingCountsOf(shop.viewer.id)).size).toBe(0);
  expect(await users(shop.viewer.id)).toBe(0);
  await sql`drop trigger note_deletion on listings`.execute(db());
  await sql`drop table deletions`.execute(db());
});

test("after an account deletion, a job deletes the person's photo files, except those that others uploaded too", async () => {
  const [who, other] = [await person(), await person()];
  const [shared, own] = [await pictureFile(), await pictureFile()];
  const listed = await storePhoto(who.viewer.id, own);
  const both = await storePhoto(who.viewer.id, shared);
  await storePhoto(other.viewer.id, shared);
  await listingOf(who, "racket", { photos: [listed.id] });
  await setPicture(who.viewer, await pictureFile(), null);
  const keys = db().selectFrom("photos").select("key").where("user_id", "=", who.viewer.id);
  const [picture] = (await keys.execute())
    .map(({ key }) => key)
    .filter((key) => ![listed.key, both.key].includes(key));
  await deleteAccountOf(who);
  await jobHandlers["photos-sweep"]?.work(null, new AbortController().signal);
  expect(await Promise.all([listed.key, picture ?? "", both.key].map(hasPictures))).toEqual([
    false,
    false,
    true,
  ]);
  const nobodys = db().selectFrom("photos").select("id").where("user_id", "is", null);
  expect(await nobodys.execute()).toEqual([]);
});

test("a person whose session was ended elsewhere is asked to sign in, and nothing is deleted", async () => {
  const who = await person("leaver");
  await db().deleteFrom("sessions").where("user_id", "=", who.viewer.id).execute();
  const outcome = await who.visitor.submit(action, PAGE, { username: who.viewer.username });
  expect(outcome).toMatchObject({ status: 302, location: "/auth" });
  const users = db().selectFrom("users").select("id").where("id", "=", who.viewer.id);
  expect(await users.execute()).toHaveLength(1);
});

test("when the session ends during an account deletion, nothing is deleted and no mail is sent", async () => {
  const who = await person("leaver");
  const mine = await racketOf(who);
  const signingOut: DeletionStep = async (trx) => {
    await trx.deleteFrom("listings").where("id", "=", mine.id).execute();
    await db().deleteFrom("sessions").where("user_id", "=", who.viewer.id).execute();
    return async () => {};
  };
  expect(await deleteAccount(who.visitor.request(PAGE), who.viewer, [signingOut])).toEqual({ kind: "gone" });
  for (const [table, id] of [
    ["users", who.viewer.id],
    ["listings", mine.id],
  ] as const)
    expect(await db().selectFrom(table).select("id").where("id", "=", id).execute()).toEqual([{ id }]);
  expect(await newestMail(who.viewer.email)).toBeUndefined();
});

test("when a step of an account deletion fails, nothing is deleted and no mail is sent", async () => {
  const { who, mine, sold } = await personWithData();
  const failing = async () => async () => {
    throw new Error("no");
  };
  await expect(deleteAccount(who.visitor.request(PAGE), who.viewer, [failing])).rejects.toThrow("no");
  expect((await viewerOf(who.visitor.request("/")))?.id).toBe(who.viewer.id);
  const listing = db().selectFrom("listings").select("user_id").where("id", "=", mine.id);
  expect(await listing.executeTakeFirst()).toEqual({ user_id: who.viewer.id });
  const room = db().selectFrom("chat_rooms").select("seller_id").where("id", "=", sold);
  expect(await room.executeTakeFirst()).toEqual({ seller_id: who.viewer.id });
  expect(await newestMail(who.viewer.email)).toBeUndefined();
});
