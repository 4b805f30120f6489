import { beforeEach, describe, expect, test } from "vitest";
import { startDeal, takeStep } from "#app/features/deals/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as detail } from "#app/routes/listings/detail.route.tsx";
import { loader as sellForm } from "#app/routes/listings/form.route.tsx";
import { loader as modelPage } from "#app/routes/models/model.route.tsx";
import { loader as prices } from "#app/routes/models/prices.route.ts";
import { loadModels } from "#server/models-import.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { dealForm, dealRow, roomAbout } from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import type { PriceGuideView } from "./ui/price-hint.tsx";

const BLADE = "wilson-blade-98-16x19-v8-2021";
const OLDER = "wilson-blade-98-16x19-v7-2019";

let sellers: Person[];
let buyer: Person;

openDatabase(async (url) => {
  await captureNotices(url);
  await loadModels(url);
  sellers = [await person("seller"), await person("seller"), await person("seller")];
  buyer = await person("buyer");
});

beforeEach(async () => {
  await db().deleteFrom("deals").execute();
  await db().deleteFrom("listings").execute();
});

const idOf = async (slug: string) => (await findRow("models", { slug })).id;

interface Sale {
  readonly model?: string;
  readonly condition?: string;
  readonly state?: "open" | "agreed" | "handed_over" | "received" | "cancelled";
  readonly elsewhere?: boolean;
  readonly daysAgo?: number;
  readonly pieces?: number;
  /** Whether each deal includes another item too. */
  readonly further?: boolean;
}

/** Stores sales at these prices, by the sellers in turn. */
async function sold(euros: readonly number[], sale: Sale = {}): Promise<void> {
  const { model = BLADE, condition = "Good", elsewhere = false, daysAgo = 30, pieces = 1 } = sale;
  const state = elsewhere ? "open" : (sale.state ?? "received");
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  const isAgreed = state !== "open" && state !== "cancelled";
  const model_id = await idOf(model);
  const rows = euros.map((amount, n) => ({
    elsewhere,
    seller_id: sellers[n % sellers.length]?.viewer.id,
    buyer_id: elsewhere ? null : buyer.viewer.id,
    price_cents: amount * 100 * pieces,
    state,
    seller_confirmed_at: isAgreed || elsewhere ? at : null,
    buyer_confirmed_at: isAgreed ? at : null,
    given_at: isAgreed ? at : null,
    received_at: state === "received" ? at : null,
    ...(state === "cancelled" && { cancelled_at: at, cancelled_by: "seller" }),
    created_at: at,
  }));
  const deals = await db().insertInto("deals").values(rows).returning("id").execute();
  const item = { listing_type: "racket", listing_name: "Wilson Blade 98", model_id, condition, pieces };
  const bag = { listing_type: "bag", listing_name: "Bag" };
  const items = sale.further ? [item, bag] : [item];
  await insertRows(
    "deal_items",
    deals.flatMap(({ id }) => items.map((each, place) => ({ ...each, deal_id: id, place }))),
  );
}

async function guideOf(query: string): Promise<PriceGuideView | null> {
  const { status, data } = await new Visitor().open(prices, `/models/prices.json?${query}`);
  expect(status).toBe(200);
  return JSON.parse(String(data)) as PriceGuideView | null;
}

const good = () => guideOf(`type=racket&model=${BLADE}&condition=Good`);
const SALES = [96, 104, 118, 127, 131];
const GUIDE = {
  text: "Sold here for €100–130",
  middle: "usually around €120",
  basis: "5 sales in 12 months · Condition: Good",
};

describe("a deal", () => {
  test("stores the model and the condition of its listing", async () => {
    const [seller] = sellers as [Person];
    const key = await racketOf(seller);
    await updateRows("listings", { id: key.id }, { model_id: await idOf(BLADE) });
    const { dealId } = await startDeal(seller.viewer, dealForm(key, await roomAbout(buyer, key)));
    await takeStep(buyer.viewer, dealId, { intent: "confirm" });
    await db().deleteFrom("listings").where("id", "=", key.id).execute();
    expect(await dealRow(dealId)).toMatchObject({ model_id: await idOf(BLADE), condition: "Good" });
  });
});

describe("the price guide of a model", () => {
  test("exists from five sales on, and not with four", async () => {
    await sold(SALES.slice(1));
    expect(await good()).toBeNull();
    await sold(SALES.slice(0, 1));
    expect(await good()).toMatchObject({ basis: GUIDE.basis });
  });

  test.each<[string, Sale]>([
    ["that only the seller reports", { elsewhere: true }],
    ["that nobody has handed over", { state: "agreed" }],
    ["that were cancelled", { state: "cancelled" }],
    ["of more than a year ago", { daysAgo: 370 }],
    ["of several pieces together", { pieces: 12 }],
    ["of several items together", { further: true }],
  ])("does not count sales %s", async (_, sale) => {
    await sold(SALES, sale);
    expect(await good()).toBeNull();
  });

  test("does not count gifts", async () => {
    await sold(SALES, { state: "handed_over" });
    await sold([0, 0, 0]);
    expect(await good()).toEqual(GUIDE);
  });

  test("covers all generations, or any condition, when one generation or one condition has too few sales", async () => {
    await sold(SALES.slice(0, 3));
    await sold([60, 70, 75], { model: OLDER });
    expect((await good())?.basis).toBe(
      "6 sales in 12 months · all generations of Wilson Blade 98 16x19 · Condition: Good",
    );
    await sold([140, 150], { condition: "Like New" });
    const fair = `type=racket&model=${BLADE}&condition=Fair`;
    for (const query of [fair, `type=racket&model=${BLADE}`])
      expect((await guideOf(query))?.basis).toBe("5 sales in 12 months · any condition");
  });

  test("names the model as its page does", async () => {
    await sold([60, 70, 75], { model: "volkl-c10-pro-2019" });
    await sold([60, 70, 75], { model: "volkl-c10-pro-2022" });
    const guide = await guideOf("type=racket&model=volkl-c10-pro-2022&condition=Good");
    expect(guide?.basis).toContain("all generations of Völkl C10 Pro");
  });

  test("shows asking prices when there are too few sales", async () => {
    for (const [n, seller] of sellers.entries()) {
      const { id } = await racketOf(seller, { cents: 12_000 + n * 1_500 });
      await updateRows("listings", { id }, { model_id: await idOf(BLADE) });
    }
    expect(await good()).toEqual({
      text: "Asked here: €120–150",
      middle: "usually around €135",
      basis: "3 listings now · Condition: Good",
    });
  });

  test.each([
    "",
    "type=racket",
    "type=bag&model=x",
    "type=racket&model=%00",
    "type=constructor&model=x",
    `type=racket&model=${BLADE}&condition=%00`,
  ])("is null for the query %j", async (query) => {
    expect(await guideOf(query)).toBeNull();
  });

  test("is rate limited", async () => {
    const visitor = new Visitor();
    const statuses = new Set<number>();
    for (let n = 0; n < 125; n += 1)
      statuses.add((await visitor.open(prices, "/models/prices.json?type=bag")).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

interface Page {
  readonly listing: { readonly soldFor: string | null };
}

describe("pages that show the price guide", () => {
  test("a listing's page shows what others paid, and never asking prices", async () => {
    const [seller] = sellers as [Person];
    const key = await racketOf(seller);
    const read = async () =>
      (await new Visitor().open(detail, `/rackets/${key.id}`, { id: key.id })).data as Page;
    await sold(SALES);
    expect((await read()).listing.soldFor).toBeNull();
    const model_id = await idOf(BLADE);
    await updateRows("listings", { id: key.id }, { model_id });
    expect((await read()).listing.soldFor).toBe(`${GUIDE.text} · ${GUIDE.basis}`);
    await db().deleteFrom("deals").execute();
    expect((await read()).listing.soldFor).toBeNull();
  });

  test("the page of a model shows the guide for any condition", async () => {
    await sold(SALES);
    const { data } = await new Visitor().open(modelPage, `/rackets/models/${BLADE}`, { slug: BLADE });
    expect(data).toMatchObject({ guide: { ...GUIDE, basis: "5 sales in 12 months · any condition" } });
  });

  test("the sell form shows the guide for the model in its URL, without JavaScript", async () => {
    await sold(SALES);
    const read = async (query: string) =>
      (await buyer.visitor.open(sellForm, `/sell/racket${query}`)).data as { guide: unknown };
    expect(await read("?model=Blade 98 v8")).toMatchObject({
      guide: { ...GUIDE, basis: "5 sales in 12 months · any condition" },
    });
    expect(await read("")).toMatchObject({ guide: null });
  });
});
