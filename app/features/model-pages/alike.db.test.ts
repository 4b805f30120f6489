import { beforeEach, describe, expect, test } from "vitest";
import type { ListingCard } from "#app/features/listings/view.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as model } from "#app/routes/models/model.route.tsx";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { relatedOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import type { ClosestView } from "./view.ts";

const DRIVE = "babolat-pure-drive-2021";

let seller: Person;
let buyer: Person;

openDatabase(async (url) => {
  await loadModels(url);
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

beforeEach(async () => {
  await db().deleteFrom("listings").execute();
});

async function racket(slug: string, attributes: object, owner = seller): Promise<string> {
  const { id } = await racketOf(owner, { name: slug, attributes, model: slug });
  return id;
}

const open = (id: string, visitor = new Visitor()) => relatedOf(visitor, { type: "racket", id });

const differences = (cards: readonly ListingCard[]) => cards.map(({ facts }) => facts[0]?.value);
const ids = (cards: readonly ListingCard[]) => cards.map(({ id }) => id);

describe("the twins of a racket", () => {
  test("have the same model and grip and nearly the same weight; the closest comes first", async () => {
    const id = await racket(DRIVE, { gripsize: "2", weight: 301 });
    const lighter = await racket(DRIVE, { gripsize: "2", weight: 297 });
    const same = await racket(DRIVE, { gripsize: "2", weight: 301 });
    await racket(DRIVE, { gripsize: "2", weight: 307 });
    await racket(DRIVE, { gripsize: "3", weight: 301 });
    await racket(DRIVE, { gripsize: "2" });
    await racket("babolat-pure-drive-2018", { gripsize: "2", weight: 301 });
    const sold = await racket(DRIVE, { gripsize: "2", weight: 301 });
    await updateRows("listings", { id: sold }, { quantity: 0 });
    const { twins } = await open(id);
    expect(ids(twins)).toEqual([same, lighter]);
    expect(differences(twins)).toEqual(["nearly the same values", "4 g lighter"]);
  });

  test("are found by the weight without strings", async () => {
    const id = await racket(DRIVE, { gripsize: "2", weight: 300, weighed: "Unstrung" });
    const strung = await racket(DRIVE, { gripsize: "2", weight: 318, weighed: "Strung" });
    const heavy = await racket(DRIVE, { gripsize: "2", weight: 318, weighed: "Unstrung" });
    const { twins } = await open(id);
    expect(ids(twins)).toEqual([strung]);
    expect(differences(twins)).toEqual(["2 g heavier"]);
    expect(ids((await open(strung)).twins)).toEqual([id]);
    expect((await open(heavy)).twins).toEqual([]);
  });

  test("do not include the viewer's own listings", async () => {
    const id = await racket(DRIVE, { gripsize: "2", weight: 301 });
    await racket(DRIVE, { gripsize: "2", weight: 301 }, buyer);
    expect((await open(id)).twins).toHaveLength(1);
    expect((await open(id, buyer.visitor)).twins).toEqual([]);
  });

  test("do not exist when the racket's model, grip or weight is unknown", async () => {
    await racket(DRIVE, { gripsize: "2", weight: 300 });
    for (const attributes of [{ weight: 300 }, { gripsize: "2" }])
      expect((await open(await racket(DRIVE, attributes))).twins).toEqual([]);
    const { id } = await racketOf(seller, { attributes: { gripsize: "2", weight: 300 } });
    expect((await open(id)).twins).toEqual([]);
  });
});

describe("rackets that play alike", () => {
  test("are the newest listings of the closest models, with their differences from the racket", async () => {
    const id = await racket(DRIVE, { weight: 303 });
    await racket("babolat-pure-drive-2018", {}, buyer);
    const newer = await racket("babolat-pure-drive-2018", {}, buyer);
    const far = await racket("yonex-ezone-100-300g-2020", { weight: 310 }, buyer);
    await racket("babolat-pure-drive-2025", {}, seller);
    await racketOf(buyer, { name: "Without a model", attributes: { headsize: 100, weight: 306 } });
    const { close } = await open(id);
    expect(ids(close)).toEqual([newer, far]);
    expect(differences(close)[0]).toContain("3 g lighter");
    expect(differences(close)[1]).toContain("7 g heavier");
    expect(close[0]?.facts.map(({ label }) => label)).toEqual(["In comparison", "Condition"]);
    expect(ids((await open(id, buyer.visitor)).close)).toEqual([]);
  });

  test("are found by the values that the seller gave, if the racket has no model", async () => {
    const { id } = await racketOf(seller, {
      attributes: { headsize: 100, weight: 300, balance: 320, string_pattern: "16x19" },
    });
    await racket(DRIVE, {}, buyer);
    expect(differences((await open(id)).close)).toEqual(["nearly the same values"]);
  });

  test("are suggested on the page of a model, without other generations of the model", async () => {
    const { data } = await new Visitor().open(model, `/rackets/models/${DRIVE}`, { slug: DRIVE });
    const { closest } = data as { closest: ClosestView };
    expect(closest.models).toHaveLength(6);
    expect(closest.models.some(({ title }) => /^Babolat Pure Drive \d{4}$/.test(title))).toBe(false);
    expect(closest.models.every(({ differences }) => differences !== "")).toBe(true);
    expect(closest.compare).toMatch(/^\/rackets\/compare\?model=babolat-pure-drive-2021(&model=[\w-]+){3}$/);
  });
});
