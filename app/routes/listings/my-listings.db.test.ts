import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { recordListingView, setFavorite } from "#app/features/favorites/commands.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { interestIn } from "#app/features/sellers/interest.server.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { faults, toasted, Visitor } from "#tests/support/visitor.ts";
import { loader as stock } from "../stock/stock.route.tsx";
import { loader as detail } from "./detail.route.tsx";
import { loader as sellForm } from "./form.route.tsx";
import { action, loader } from "./my-listings.route.tsx";

let seller: Person;
let stranger: Person;

openDatabase(async () => {
  [seller, stranger] = [await person("seller"), await person("stranger")];
});

const PATH = "/my-listings";

async function priceOf(id: string): Promise<number> {
  const row = await findRow("listings", { id }, ["price_cents"]);
  return row.price_cents;
}

/** The form of a listing that cost 129.50 when the page was loaded. */
const form = (id: string, change: Record<string, string> = {}) => ({
  listing: `racket:${id}`,
  was: "12950",
  price: "99,50",
  ...change,
});

describe("the interest in the viewer's own listings", () => {
  test("counts viewers, favourites and conversations with a message", async () => {
    const watched = await racketOf(seller);
    const ignored = await racketOf(seller);
    const [ana, ben] = [await person("ana"), await person("ben")];
    for (const { viewer } of [ana, ben]) await recordListingView(viewer, watched);
    await recordListingView(ana.viewer, watched);
    await setFavorite(ben.viewer, watched, true);
    await openRoom(ben.viewer, watched);
    const room = await openRoom(ana.viewer, watched);
    await sendMessage(ana.viewer, room, { clientId: crypto.randomUUID(), message: "Hello" });
    const { data } = await seller.visitor.open(loader, PATH);
    const { own } = data as { own: Record<string, { interest: { count: string }[]; watched: boolean }> };
    const countsOf = (id: string) => own[id]?.interest.map(({ count }) => count);
    expect(countsOf(watched.id)).toEqual(["2", "1", "1"]);
    expect(countsOf(ignored.id)).toEqual(["0", "0", "0"]);
    expect([own[watched.id]?.watched, own[ignored.id]?.watched]).toEqual([true, false]);
  });

  test("does not count a viewer who has deleted their account", async () => {
    const key = await racketOf(seller);
    const leaver = await person("leaver");
    const room = await openRoom(leaver.viewer, key);
    await sendMessage(leaver.viewer, room, { clientId: crypto.randomUUID(), message: "Hello" });
    expect((await interestIn([key])).get(key.id)).toMatchObject({ viewers: 1 });
    await db().deleteFrom("users").where("id", "=", leaver.viewer.id).execute();
    expect((await interestIn([key])).get(key.id)).toMatchObject({ viewers: 0, conversations: 1 });
  });
});

test("a link leads to all listings of a category with more than 100, even if all are hidden", async () => {
  const silent = await person("silent");
  await sql`
    insert into listings (type, user_id, name, brand, price_cents, attributes, hidden)
    select 'ball', ${silent.viewer.id}, 'Can no. ' || n, 'Penn', 500,
      '{"balls_per_can": "3", "packaging_type": "can", "shipping": "Shipping"}', 'unanswered'
    from generate_series(1, 101) as n
  `.execute(db());
  const { data } = await silent.visitor.open(loader, PATH);
  const [balls] = (data as { sections: { count: number; cards: unknown[]; all: string }[] }).sections;
  expect([balls?.count, balls?.cards.length]).toEqual([101, 100]);
  expect(balls?.all).toBe("/sell/business/stock?type=ball");
  expect((await silent.visitor.open(stock, balls?.all ?? "")).data).toMatchObject({ page: { count: 101 } });
});

describe("a lower price", () => {
  test("is stored for the owner, and the answer names the new price", async () => {
    const { id } = await racketOf(seller);
    const { status, data } = await seller.visitor.submit(action, PATH, form(id));
    expect({ status, data }).toMatchObject(toasted("Price lowered to €99.50"));
    expect(await priceOf(id)).toBe(9950);
  });

  test("is refused to a stranger", async () => {
    const { id } = await racketOf(seller);
    expect(await stranger.visitor.submit(action, PATH, form(id))).toMatchObject({
      status: 403,
      data: { ok: false },
    });
    expect(await priceOf(id)).toBe(12_950);
  });

  test.each([
    ["the same price", { price: "129.50" }, 422, "Enter less than €129.50"],
    ["a higher price", { price: "130" }, 422, "Enter less than €129.50"],
    ["no price", { price: "" }, 422, "New price is required"],
    ["no amount", { price: "cheap" }, 422, /^New price/],
    ["a negative price", { price: "-1" }, 422, "New price cannot be negative"],
    ["an old price that is no number", { was: "much" }, 422, /reload/],
    ["a listing id that is invalid", { listing: "racket:1" }, 422, /reload/],
    ["a listing that does not exist", { listing: `racket:${crypto.randomUUID()}` }, 404, /./],
  ])("is not stored: %s", async (_, change, status, message) => {
    const { id } = await racketOf(seller);
    const outcome = await seller.visitor.submit(action, PATH, form(id, change));
    expect(outcome.status).toBe(status);
    const text = (outcome.data as { message: string }).message;
    if (typeof message === "string") expect(text).toBe(message);
    else expect(text).toMatch(message);
    expect(await priceOf(id)).toBe(12_950);
  });

  test("does not replace a price that was changed after the page was loaded", async () => {
    const { id } = await racketOf(seller, { cents: 9000 });
    const outcome = await seller.visitor.submit(action, PATH, form(id));
    expect(outcome).toMatchObject(
      faults({ price: ["The price has been changed to €90.00 in the meantime. Reload the page."] }),
    );
    expect(await priceOf(id)).toBe(9000);
  });
});

describe("after listing", () => {
  const listedAt = async (who: Person | null, id: string) => {
    const visitor = who?.visitor ?? new Visitor();
    const { data } = await visitor.open(detail, `/rackets/${id}`, { id });
    return (data as { listed: unknown }).listed;
  };
  const listedInList = async (who: Person) =>
    ((await who.visitor.open(loader, PATH)).data as { listed: unknown }).listed;

  test("only the owner is offered, for ten minutes, to share the listing and to list another", async () => {
    const owner = await person("owner");
    const { id } = await racketOf(owner, { name: "Blade 98" });
    const offer = { name: "Blade 98", path: `/rackets/${id}`, another: `/sell/racket?like=${id}` };
    expect(await listedAt(owner, id)).toEqual(offer);
    expect(await listedInList(owner)).toEqual(offer);
    expect(await listedAt(stranger, id)).toBeNull();
    expect(await listedAt(null, id)).toBeNull();
    const before = new Date(Date.now() - 11 * 60_000);
    await updateRows("listings", { id }, { created_at: before });
    expect(await listedAt(owner, id)).toBeNull();
    expect(await listedInList(owner)).toBeNull();
  });

  type SellForm = { values: object; photos: unknown[]; listing: string | null; likeName: string | null };
  const formLike = async (who: Person, id: string) =>
    (await who.visitor.open(sellForm, `/sell/racket?like=${id}`)).data as SellForm;

  test("the form for another listing has the values of the first, without photos", async () => {
    const attributes = { headsize: 98, gripsize: "3", transaction_options: ["chat"] };
    const racket = await racketOf(seller, { name: "Blade 98", attributes, postalCode: "1012AB" });
    const photo = await photoOf(seller);
    await updateRows("photos", { id: photo }, { listing_type: "racket", listing_id: racket.id, position: 0 });
    expect(await formLike(seller, racket.id)).toMatchObject({
      likeName: "Blade 98",
      listing: null,
      photos: [],
      values: {
        name: "Blade 98",
        brand: "Wilson",
        price: "129.50",
        condition: "Good",
        headsize: "98",
        gripsize: "3",
        postalCode: "1012 AB",
        transaction_options: ["chat"],
      },
    });
  });

  test("a form is empty when its URL names another person's listing, or one that does not exist", async () => {
    const { id } = await racketOf(seller);
    for (const like of [id, crypto.randomUUID(), "1"]) {
      const form = await formLike(stranger, like);
      expect(form).toMatchObject({ likeName: null, values: { name: "", price: "" } });
    }
  });
});
