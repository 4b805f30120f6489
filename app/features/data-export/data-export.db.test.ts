import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import yauzl from "yauzl";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { deleteAccount } from "#app/features/accounts/account-deletion/commands.server.ts";
import { setPicture } from "#app/features/accounts/profile/commands.server.ts";
import { setFavorite } from "#app/features/favorites/commands.server.ts";
import { storePhoto } from "#app/features/photos/commands.server.ts";
import { storedPicture } from "#app/features/photos/files.server.ts";
import { photoJobs } from "#app/features/photos/jobs.server.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { UPLOADS_JOB } from "#app/features/stock/upload/jobs.server.ts";
import { receiveUpload } from "#app/features/stock/upload/receive.server.ts";
import { processUploads } from "#app/features/stock/upload/work.server.ts";
import { db, PAGE_ROWS } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { loader as page } from "#app/routes/profile/data-export.route.tsx";
import { action, loader as byAddress } from "#app/routes/profile/data-export-archive.route.ts";
import { pressCartButton } from "#tests/support/cart.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, samples } from "#tests/support/samples.ts";
import { inChunks } from "#tests/support/stock-files.ts";
import { guardedContext, Visitor } from "#tests/support/visitor.ts";
import { createArchive } from "./archive.server.ts";
import { RETENTION } from "./retention.server.ts";

const PAGE = "/profile/download";
const ARCHIVE = "/profile/download/archive";

openDatabase((url) => startJobs(url, { ...photoJobs, [UPLOADS_JOB]: { once: true, async work() {} } }));

function download({ visitor }: Person): Promise<Response> {
  const request = visitor.request(ARCHIVE, { method: "POST", body: new URLSearchParams() });
  return action({ request, context: guardedContext(request) } as never) as Promise<Response>;
}

interface ExportedJson extends Record<string, unknown> {
  readonly profile: { readonly picture: string };
  readonly listings: readonly { type: string; attributes: object; photos: string[] }[];
  readonly notifications: readonly { content: string }[];
}

async function unzipped(response: Response) {
  const zip = await yauzl.fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  const text = files.get("second-serve.json")?.toString() ?? "";
  return { files, text, json: JSON.parse(text) as ExportedJson };
}

describe("the data export's page and file", () => {
  test("require a person who is signed in and has recently confirmed who they are", async () => {
    expect(await new Visitor().open(page, PAGE)).toMatchObject({
      status: 302,
      location: `/auth?next=${encodeURIComponent(PAGE)}`,
    });
    expect(await new Visitor().submit(action, ARCHIVE, {})).toMatchObject({ status: 302, location: "/auth" });
    const who = await person();
    expect((await who.visitor.open(page, PAGE)).status).toBe(200);
    expect(await who.visitor.open(byAddress, ARCHIVE)).toMatchObject({ status: 302, location: PAGE });
    const long = sql<Date>`now() - interval '21 minutes'`;
    await updateRows("sessions", { token: who.session }, { confirmed_at: long });
    const location = expect.stringMatching(/^\/profile\/security\/confirm\?next=/);
    expect(await who.visitor.open(page, PAGE)).toMatchObject({ status: 302, location });
    expect(await who.visitor.submit(action, ARCHIVE, {})).toMatchObject({ status: 302, location });
  });

  test("come as a file whose name has the day [V5.4.1 V5.4.2]", async () => {
    const { headers, status } = await download(await person());
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toEqual({
      "content-disposition": `attachment; filename="second-serve-${new Date().toISOString().slice(0, 10)}.zip"`,
      "content-type": "application/zip",
    });
  });

  test("are limited to five exports an hour; then the page says when to try again", async () => {
    const who = await person();
    for (let nth = 0; nth < 5; nth++) expect((await download(who)).status).toBe(200);
    const headers = { "sec-fetch-mode": "navigate", referer: new URL(PAGE, env().baseUrl).href };
    const request = who.visitor.request(ARCHIVE, { method: "POST", headers, body: new URLSearchParams() });
    const sixth = await who.visitor.run(action, request);
    expect(sixth).toMatchObject({ status: 302, location: PAGE });
    expect(decodeURIComponent(sixth.headers.get("set-cookie") ?? "")).toContain(
      "Please try again in 60 minutes",
    );
  });
});

async function personWithData() {
  const [who, other, third] = [await person("who"), await person("other"), await person("third")];
  const { id } = who.viewer;
  const secrets = { full_name: "Other Name", phone: "+31 6 1234", shipping_address: "Other Street 1" };
  await updateRows("profiles", { id: other.viewer.id }, secrets);
  await updateRows(
    "profiles",
    { id },
    { full_name: "Who Is", phone: "+31 6 9999", billing_address: "Street 2" },
  );
  await insertRows("accounts", {
    user_id: id,
    account_id: "g-1",
    provider_id: "google",
    access_token: "t0ken",
    password: "h4sh",
  });
  await insertRows("two_factors", { user_id: id, secret: "s3cret", backup_codes: "b4ck" });
  await insertRows("user_preferences", { user_id: id, shoe_sizes: ["41", "41.5"], language: "nl" });
  await insertRows("notifications", { user_id: id, content: "A blade arrived." });
  await insertRows("notification_choices", { user_id: id, kind: "account", in_app: true, mail: "off" });
  const photos = [await storePhoto(id, await pictureFile()), await storePhoto(id, await pictureFile())];
  const unused = await storePhoto(id, await pictureFile());
  await setPicture(who.viewer, await pictureFile(), null);
  const [one, two] = photos.map((photo) => photo.id);
  for (const { type } of CATEGORIES) {
    await listingOf(who, type, type === "racket" ? { photos: [two ?? "", one ?? ""] } : {});
  }
  const theirs = await listingOf(other, "bag", { name: "A bag of theirs" });
  await updateRows(
    "listings",
    { user_id: other.viewer.id },
    { country: "NL", postal_code: "1012AB", latitude: 52.376543, longitude: 4.9 },
  );
  await setFavorite(who.viewer, theirs, true);
  await pressCartButton(who.visitor, theirs);
  await insertRows("recently_viewed", { user_id: id, listing_type: theirs.type, listing_id: theirs.id });
  await insertRows("user_reviews", [
    { reviewer_id: id, reviewed_user_id: other.viewer.id, rating: 5, comment: "Quick." },
    { reviewer_id: other.viewer.id, reviewed_user_id: id, rating: 4, comment: "Kind." },
    { reviewer_id: third.viewer.id, reviewed_user_id: id, rating: 3, comment: "From who left." },
    {
      reviewer_id: third.viewer.id,
      reviewed_user_id: other.viewer.id,
      rating: 2,
      comment: "Not about you.",
    },
  ]);
  const room = await openRoom(who.viewer, theirs);
  const say = (from: Person, message: string) =>
    sendMessage(from.viewer, room, { clientId: randomUUID(), message });
  await say(who, "Would you take less?");
  await say(other, "No.");
  const elsewhere = await openRoom(third.viewer, theirs);
  await sendMessage(third.viewer, elsewhere, { clientId: randomUUID(), message: "Between others." });
  await deleteAccount(third.visitor.request("/"), third.viewer, [anonymizeRooms]);
  return { who, other, photos, unused, theirs, room, secrets };
}

describe("a data export", () => {
  let fixture: Awaited<ReturnType<typeof personWithData>>;
  let archive: Awaited<ReturnType<typeof unzipped>>;

  beforeAll(async () => {
    fixture = await personWithData();
    archive = await unzipped(await download(fixture.who));
  });

  test("has a field for every exported table", () => {
    const fields = Object.values(RETENTION).flatMap((rule) =>
      "field" in rule && !rule.inside ? [rule.field] : "partOf" in rule ? [rule.partOf] : [],
    );
    expect(Object.keys(archive.json).sort()).toEqual(["madeAt", ...new Set(fields)].sort());
  });

  test("has the person's account, profile, preferences, ways to sign in and devices, without secrets [V14.2.4]", () => {
    const { who } = fixture;
    expect(archive.json).toMatchObject({
      account: { id: who.viewer.id, email: who.viewer.email, secondFactor: false, phoneNumber: null },
      profile: {
        username: who.viewer.username,
        fullName: "Who Is",
        phone: "+31 6 9999",
        billingAddress: "Street 2",
      },
      preferences: { shoeSizes: ["41", "41.5"], language: "nl" },
      notificationChoices: [{ kind: "account", inApp: true, mail: "off" }],
      identities: [{ provider: "google", accountId: "g-1" }],
      devices: [{ ipAddress: null }],
      notifications: [{ content: "A blade arrived.", readAt: null }],
    });
    for (const secret of ["t0ken", "h4sh", "s3cret", "b4ck", who.session]) {
      expect(archive.text).not.toContain(secret);
    }
  });

  test("has the listings of all six types with all their fields", () => {
    const { listings } = archive.json;
    expect(listings.map(({ type }) => type).sort()).toEqual(CATEGORIES.map(({ type }) => type).sort());
    for (const { definition, sample } of samples) {
      expect(listings.find(({ type }) => type === definition.type)).toMatchObject({
        attributes: sample.attributes,
        priceCents: sample.cents,
        quantity: 1,
        description: sample.fields.description,
        createdAt: expect.stringMatching(/^\d{4}-/),
      });
    }
  });

  test("has the photos in their largest size, under the names and in the order of the JSON", async () => {
    const { photos, unused } = fixture;
    const racket = archive.json.listings.find(({ type }) => type === "racket");
    const named = photos.map(({ id }) => `photos/${id}.webp`);
    expect(racket?.photos).toEqual(named.toReversed());
    const { picture } = archive.json.profile;
    expect(archive.json.otherPhotos).toMatchObject([{ file: `photos/${unused.id}.webp` }, { file: picture }]);
    expect([...archive.files.keys()].sort()).toEqual(
      ["second-serve.json", ...named, `photos/${unused.id}.webp`, picture].sort(),
    );
    for (const { id, key } of [...photos, unused]) {
      const stored = await storedPicture(key, 1280, "webp");
      const body = await new Response(stored?.body).arrayBuffer();
      expect(archive.files.get(`photos/${id}.webp`)?.equals(Buffer.from(body))).toBe(true);
    }
  });

  test("has favourites, cart, reviews, chats and events, with the names and texts of other people in them", () => {
    const { other, theirs, room } = fixture;
    const about = { listingType: "bag", listingId: theirs.id, name: "A bag of theirs" };
    expect(archive.json).toMatchObject({
      favorites: [about],
      cart: [about],
      recentlyViewed: [about],
      reviewsGiven: [{ of: other.viewer.username, rating: 5, comment: "Quick." }],
      reviewsReceived: [
        { from: other.viewer.username, rating: 4, comment: "Kind." },
        { from: null, rating: 3, comment: "From who left." },
      ],
      chats: [
        {
          id: room,
          as: "buyer",
          with: other.viewer.username,
          unread: 1,
          listing: { type: "bag", id: theirs.id, name: "A bag of theirs" },
          messages: [
            { from: "me", message: "Would you take less?" },
            { from: "them", message: "No." },
          ],
        },
      ],
      events: [{ kind: "chat.message", subject: { roomId: room, seq: 1 } }, { kind: "chat.message" }],
    });
  });

  test("has no other data about other people", () => {
    const { other, secrets } = fixture;
    const others = [other.viewer.email, other.viewer.id, ...Object.values(secrets), "1012AB", "52.376543"];
    for (const secret of [...others, "Between others.", "Not about you."])
      expect(archive.text).not.toContain(secret);
  });

  test("is complete for a person without any data", async () => {
    const { files, json } = await unzipped(await download(await person()));
    expect([...files.keys()]).toEqual(["second-serve.json"]);
    expect(json).toMatchObject({
      preferences: null,
      listings: [],
      chats: [],
      favorites: [],
      cart: [],
      otherPhotos: [],
    });
  });
});

test("the data export of a shop has its SKUs, its uploaded files and the results of their rows", async () => {
  const shop = await person("shop");
  const file = new TextEncoder().encode(
    "sku,name,price,type,quantity,imageUrls\r\nA-1,Blade,120,racket,7,http://a.example/1.jpg\r\nA-2,Bag,dear,bag,1,\r\n",
  );
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known: "keep" } as const;
  const { id } = await receiveUpload(shop.viewer, sent, inChunks(file, 30));
  await processUploads(shop.viewer.id, new AbortController().signal);
  const { files, json } = await unzipped(await download(shop));
  expect(json).toMatchObject({
    listings: [{ name: "Blade", sku: "A-1", rowKey: "sku:A-1", quantity: 7 }],
    uploads: [{ fileName: "stock.csv", known: "keep", created: 1, failed: 1, file: `uploads/${id}.csv` }],
    failedRows: [{ upload: id, row: 3, cells: { sku: "A-2" }, faults: [{ column: "price" }] }],
    orderedPictures: [{ address: "http://a.example/1.jpg", state: "waiting", fault: null }],
  });
  expect(files.get(`uploads/${id}.csv`)?.equals(Buffer.from(file))).toBe(true);
});

test("a data export is streamed: its rows are read only as fast as the download", async () => {
  const who = await person();
  const row = { user_id: who.viewer.id, content: "x".repeat(1000) };
  const rows = Array.from({ length: 6 * PAGE_ROWS }, () => row);
  await insertRows("notifications", rows);
  const options = { now: new Date(), signal: new AbortController().signal };
  const reader = (await createArchive(who.viewer.id, options)).getReader();
  let bytes = (await reader.read()).value?.length ?? 0;
  while (bytes < 600_000) bytes += (await reader.read()).value?.length ?? 0;
  await db().deleteFrom("notifications").where("user_id", "=", who.viewer.id).execute();
  for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.length;
  expect(bytes).toBeLessThan(2_000_000);
});

test("a data export has every row of a long list once", async () => {
  const who = await person();
  const contents = Array.from({ length: 2 * PAGE_ROWS + 3 }, (_, nth) => `notice ${nth}`);
  await insertRows(
    "notifications",
    contents.map((content) => ({ user_id: who.viewer.id, content })),
  );
  const { json } = await unzipped(await download(who));
  const exported = json.notifications.map(({ content }) => content);
  expect(exported.sort()).toEqual(contents.sort());
});
