// Signs of fraud are noticed within seconds, by the real commands and jobs (docs/decisions/0100-signals.md).

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { createListing, setPriceAndQuantity } from "#app/features/listings/commands.server.ts";
import { uploadPhoto } from "#app/features/photos/commands.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { action as saveProfile } from "#app/routes/profile/profile.route.tsx";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "./support/database.ts";
import { type Person, person, racketOf, settledPerson } from "./support/people.ts";
import { photoRequest } from "./support/photos.ts";

const MODEL = "babolat-pure-drive-2021";
const OLD = { listedAt: new Date("2026-01-01") };
const INPUT = {
  name: "Blade 98",
  description: "",
  brand: "Wilson",
  priceCents: 9_000,
  place: null,
  model: null,
  attributes: { category: "senior", condition: "Good" },
} as const;

let seller: Person;
let other: Person;

openDatabase(async (url) => {
  await loadModels(url);
  await startJobs(url, { ...jobHandlers, signals: { work: async () => {} } });
});
beforeEach(async () => {
  [seller, other] = [await person("seller"), await person("other")];
});

async function signalsOf(id: string): Promise<(string | null)[]> {
  const rows = await db()
    .selectFrom("reports")
    .innerJoin("cases", "cases.id", "case_id")
    .select("signal")
    .where("subject_id", "=", id)
    .orderBy("signal")
    .execute();
  return rows.map(({ signal }) => signal);
}

/** Waits for the job that looks at what was just written. The job of every five minutes does not run here. */
const noticed = (id: string, ...signals: string[]) =>
  vi.waitFor(async () => expect(await signalsOf(id)).toEqual(signals), { timeout: 20_000, interval: 100 });

const say = async (who: Person, roomId: string, message: string) =>
  (await sendMessage(who.viewer, roomId, { clientId: randomUUID(), message })).id;

test("a message with a payment link", async () => {
  const room = await openRoom(seller.viewer, await racketOf(other));
  await noticed(await say(seller, room, "Pay here: paypal.me/anna"), "payment");
});

test("the same words to ten strangers, also when an ordinary message follows", async () => {
  const alike: string[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const room = await openRoom(seller.viewer, await racketOf(await person("owner")));
    alike.push(await say(seller, room, `Dear ${nth}, look at my page for new rackets at half price.`));
  }
  const room = await openRoom(seller.viewer, await racketOf(other));
  const ordinary = await say(seller, room, "Hello, is the grip of this one more like an L2 or an L3?");
  // About one of them: the job may look before the last is sent.
  const noticedIn = async () => (await Promise.all(alike.map((id) => signalsOf(id)))).flat();
  await vi.waitFor(async () => expect(await noticedIn()).toEqual(["alike_messages"]), {
    timeout: 20_000,
    interval: 100,
  });
  expect(await signalsOf(ordinary)).toEqual([]);
});

describe("a price far under a guide of about €100", () => {
  test.each(
    ["Good", "Fair", "Used"].flatMap((condition) => [900, 1_200].map((cents) => [condition, cents] as const)),
  )("in condition %s: %i cents, after a change of the price", async (condition, cents) => {
    for (const asked of [9_500, 10_000, 10_500])
      await racketOf(await person("owner"), { model: MODEL, cents: asked, ...OLD });
    const key = await racketOf(seller, { model: MODEL, cents: 9_000, attributes: { condition } });
    await setPriceAndQuantity(seller.viewer, key, {}, { priceCents: cents });
    await noticed(key.id, "low_price");
  });
});

async function listed(owner: Person, photo: Uint8Array<ArrayBuffer>): Promise<string> {
  const photoIds = [(await uploadPhoto(owner.viewer, photoRequest(photo, {}), "listing")).id];
  return (await createListing(owner.viewer, racket, { ...INPUT, photoIds }, null)).id;
}

const listMany = (owner: Person, count: number, days: number, key: string | null = null) =>
  sql`
  insert into listings (type, user_id, name, brand, price_cents, attributes, created_at, row_key)
  select 'racket', ${owner.viewer.id}, 'Racket ' || n, 'Wilson', 9000, '{"category": "senior", "condition": "Good"}',
    now() - make_interval(days => ${days}), ${key} || n from generate_series(1, ${count}::integer) as n
`.execute(db());

test("a flood of listings by an account of a year, but not a shop's delivery", async () => {
  const [flooder, shop, busy] = [
    await settledPerson("flooder", 365),
    await settledPerson("shop", 365),
    await settledPerson("busy", 365),
  ];
  await listMany(flooder, 10, 60);
  await listMany(shop, 10, 60, "sku:");
  await listMany(busy, 200, 60);
  for (const owner of [flooder, shop, busy]) {
    await listMany(owner, 60, 1);
    await setPriceAndQuantity(owner.viewer, await racketOf(owner), {}, { priceCents: 8_000 });
  }
  await noticed(flooder.viewer.id, "sudden_listings");
  for (const owner of [shop, busy]) expect(await signalsOf(owner.viewer.id)).toEqual([]);
});

test("a brighter copy of another person's photo", async () => {
  const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
  const blank = { width: 8, height: 6, channels: 3, background: "black", noise } as const;
  const picture = await sharp({ create: blank }).png().toBuffer();
  const first = await sharp(picture).resize(640, 480).jpeg().toBuffer();
  const brighter = await sharp(first).modulate({ brightness: 1.1 }).jpeg({ quality: 70 }).toBuffer();
  const original = await listed(seller, new Uint8Array(first));
  await noticed(await listed(other, new Uint8Array(brighter)), "copied_photo");
  expect(await signalsOf(original)).toEqual([]);
});

test.each(["2nd Serve Team", "ꜱᴇᴄᴏɴᴅ ꜱᴇʀᴠᴇ help", "мой ѕесопԁѕегѵе"])("the name %s", async (username) => {
  expect(await seller.visitor.submit(saveProfile, "/profile", { username })).toMatchObject({ status: 302 });
  await noticed(seller.viewer.id, "imitation");
});
