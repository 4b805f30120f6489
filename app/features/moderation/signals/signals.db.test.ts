import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openChat } from "#app/features/chat/queries.server.ts";
import { looksLike } from "#app/features/photos/alike.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { loadModels } from "#server/models-import.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { findSignals } from "./find.server.ts";

const MODEL = "babolat-pure-drive-2021";
const HASH = "0110".repeat(32);
/** `HASH` with this many bits changed. */
const near = (bits: number) => "1001".repeat(32).slice(0, bits) + HASH.slice(bits);

/** `hash` with the bits at these positions changed. */
const turned = (hash: string, bits: readonly number[]) =>
  [...hash].map((bit, at) => (bits.includes(at) ? String(1 - Number(bit)) : bit)).join("");

let seller: Person;
let other: Person;

openDatabase(loadModels);
beforeEach(async () => {
  [seller, other] = [await person("seller"), await person("other")];
  await sql`update signal_marks set at = now() - interval '1 minute', id = uuidv7(interval '-1 minute')`.execute(
    db(),
  );
});

/** Runs the check over everything that was written up to now. */
const find = () => findSignals(new Date(Date.now() + 60_000));

async function signalsOf(id: string): Promise<string[]> {
  const rows = await db()
    .selectFrom("reports")
    .innerJoin("cases", "cases.id", "case_id")
    .select("signal")
    .where("subject_id", "=", id)
    .orderBy("reports.id")
    .execute();
  return rows.flatMap(({ signal }) => signal ?? []);
}

const photoWith = (owner: Person, { type, id }: { type: string; id: string }, dhash: string) =>
  photoOf(owner, { dhash, listing_type: type, listing_id: id, position: 0 });

const OLD = { listedAt: new Date("2026-01-01") };

describe("the same photo", () => {
  async function shownBy(owner: Person, dhash: string, fields = {}) {
    const listing = await racketOf(owner, fields);
    await photoWith(owner, listing, dhash);
    return listing.id;
  }

  test("on two accounts is noticed at the newer listing", async () => {
    const hash = near(16);
    const first = await shownBy(seller, hash, OLD);
    const [copy, own] = [
      await shownBy(other, turned(hash, [3, 70, 71, 90, 100, 127])),
      await shownBy(seller, hash),
    ];
    await find();
    expect(await signalsOf(copy)).toEqual(["copied_photo"]);
    for (const id of [first, own]) expect(await signalsOf(id)).toEqual([]);
    const [report] = await db()
      .selectFrom("reports")
      .innerJoin("cases", "cases.id", "case_id")
      .select(["proof", "reporter_id", "severity", "state"])
      .where("subject_id", "=", copy)
      .execute();
    expect(report).toMatchObject({ reporter_id: null, severity: 2, state: "open" });
    expect(report?.proof).toContain(`/rackets/${first}`);
  });

  test("twice on one account is not noticed; nor are different photos, and photos without contrast", async () => {
    await shownBy(seller, near(32), OLD);
    await shownBy(seller, "0".repeat(128), OLD);
    const ids = [
      await shownBy(seller, near(32)),
      await shownBy(other, near(40)),
      await shownBy(other, turned(near(32), [3, 70, 71, 90, 100, 110, 127])),
      await shownBy(other, "0".repeat(128)),
    ];
    await find();
    for (const id of ids) expect(await signalsOf(id)).toEqual([]);
  });

  test("is found with an index", async () => {
    const plan = await inTransaction(async (trx) => {
      // There are too few photos here for an index.
      await sql`set local enable_seqscan = off`.execute(trx);
      const hash = sql`${HASH}::bit(128)`;
      return sql`explain select from photos where ${looksLike("photos", hash)}`.execute(trx);
    });
    expect(JSON.stringify(plan.rows)).toContain("photos_dhash");
  });

  test("on many accounts is not noticed, because it is the maker's", async () => {
    for (const name of ["a", "b", "c", "d"]) await shownBy(await person(name), near(24), OLD);
    const id = await shownBy(other, near(24));
    await find();
    expect(await signalsOf(id)).toEqual([]);
  });
});

describe("a price", () => {
  test("under half of what others ask is noticed, and a bargain is not", async () => {
    for (const cents of [14_000, 15_000, 16_000])
      await racketOf(await person("owner"), { model: MODEL, cents, ...OLD });
    const [cheap, bargain] = [
      await racketOf(seller, { model: MODEL, cents: 4_000 }),
      await racketOf(other, { model: MODEL, cents: 9_000 }),
    ];
    await find();
    expect(await signalsOf(cheap.id)).toEqual(["low_price"]);
    expect(await signalsOf(bargain.id)).toEqual([]);
  });
});

describe("a message", () => {
  const say = async (who: Person, roomId: string, message: string) =>
    (await sendMessage(who.viewer, roomId, { clientId: randomUUID(), message })).id;
  const warnings = async (who: Person, roomId: string) =>
    (await openChat(who.viewer, roomId)).messages.map(({ warning }) => warning ?? null);

  test("with a payment link is noticed once in a conversation, and only its reader is warned", async () => {
    const listing = await racketOf(other);
    const room = await openRoom(seller.viewer, listing);
    const id = await say(seller, room, "Pay here: paypal.me/anna");
    const again = await say(seller, room, "Or here: paypal.me/ben");
    await find();
    await find();
    expect(await signalsOf(id)).toEqual(["payment"]);
    expect(await signalsOf(again)).toEqual([]);
    expect(await warnings(other, room)).toEqual(["payment", "payment"]);
    expect(await warnings(seller, room)).toEqual([null, null]);
  });

  test("adds its signal to the case that a person opened, which stays as urgent as it was", async () => {
    const room = await openRoom(seller.viewer, await racketOf(other));
    const id = await say(seller, room, "Call me: 06 12345678");
    await caseAbout("message", id, { by: other, reason: "scam" });
    await find();
    expect(await signalsOf(id)).toEqual(["contact"]);
    const cases = await findRows("cases", { subject_id: id }, ["severity"]);
    expect(cases).toEqual([{ severity: 3 }]);
  });

  test("causes no signal when it is late in the conversation, or when there is a deal", async () => {
    const listing = await racketOf(other);
    const room = await openRoom(seller.viewer, listing);
    for (let nth = 0; nth < 6; nth += 1) await say(seller, room, "Is it still available?");
    const late = await say(seller, room, "Call me: 06 12345678");
    const agreed = await openRoom(seller.viewer, await racketOf(other));
    await orderOf({ seller: other, buyer: seller, roomId: agreed });
    const paid = await say(other, agreed, "https://tikkie.me/pay/abc");
    await find();
    for (const id of [late, paid]) expect(await signalsOf(id)).toEqual([]);
    expect((await warnings(other, room)).at(-1)).toBe(null);
    expect(await warnings(seller, agreed)).toEqual([null]);
  });

  test("to ten strangers in the same words is noticed, and a suggested message is not", async () => {
    let last = "";
    let short = "";
    for (let nth = 0; nth < 10; nth += 1) {
      const owner = await person("owner");
      const pitch = await openRoom(seller.viewer, await racketOf(owner));
      last = await say(
        seller,
        pitch,
        `Hi ${nth}, I have new rackets from the factory at half of your price, ask me.`,
      );
      const asked = await openRoom(other.viewer, await racketOf(owner));
      short = await say(other, asked, "Is it still available?");
    }
    await find();
    expect(await signalsOf(last)).toEqual(["alike_messages"]);
    expect(await signalsOf(short)).toEqual([]);
  });
});

describe("a person", () => {
  test("whose new account lists very many items is noticed once", async () => {
    const listing = await racketOf(seller);
    const few = await racketOf(other);
    await sql`
      insert into listings (type, user_id, name, brand, price_cents, attributes)
      select type, user_id, name || n, brand, price_cents, attributes
      from listings, generate_series(1, 50) as n where id = ${listing.id}
    `.execute(db());
    await find();
    await find();
    expect(await signalsOf(seller.viewer.id)).toEqual(["many_listings"]);
    expect(few.id).not.toBe(listing.id);
    expect(await signalsOf(other.viewer.id)).toEqual([]);
  });

  test("whose name imitates the shop is noticed, also after a change of the name", async () => {
    const imitator = await person("2nd Serve Help");
    await find();
    expect(await signalsOf(imitator.viewer.id)).toEqual(["imitation"]);
    expect(await signalsOf(seller.viewer.id)).toEqual([]);
    await updateRows("profiles", { id: other.viewer.id }, { username: "anna support" });
    await sql`update signal_marks set at = now() - interval '1 minute'`.execute(db());
    await find();
    expect(await signalsOf(other.viewer.id)).toEqual(["imitation"]);
  });

  test("whose new name imitates the shop is noticed, also when very many people sign up after the change", async () => {
    await updateRows(
      "profiles",
      { id: other.viewer.id },
      { username: "support of anna", created_at: new Date("2026-01-01") },
    );
    await sql`
      with made as (
        insert into users (name, email)
        select 'many' || n, 'many' || n || '@example.com' from generate_series(1, 600) as n
        returning id, name, email
      )
      insert into profiles (id, username, email) select id, name, email from made
    `.execute(db());
    await find();
    expect(await signalsOf(other.viewer.id)).toEqual(["imitation"]);
  });
});

test("a decided signal is not raised again, nothing is hidden, and nobody is notified", async () => {
  const { id } = await racketOf(seller, { name: "Blade" });
  await updateRows("profiles", { id: seller.viewer.id }, { username: "Secondserve bank" });
  await find();
  const closed = { state: "closed" as const, closed_at: new Date() };
  await updateRows("cases", { subject_id: seller.viewer.id }, closed);
  await sql`update reports set created_at = now() - interval '40 days' where signal = 'imitation'`.execute(
    db(),
  );
  await sql`update signal_marks set at = now() - interval '1 minute'`.execute(db());
  await find();
  expect(await signalsOf(seller.viewer.id)).toEqual(["imitation"]);
  const listing = await db().selectFrom("listings").select("status").where("id", "=", id).executeTakeFirst();
  expect(listing).toEqual({ status: "available" });
  expect(await findRows("mails", { recipient: seller.viewer.email }, ["id"])).toEqual([]);
});
