import { describe, expect, test } from "vitest";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { db } from "#app/platform/db.server.ts";
import { loader } from "#app/routes/search/suggestions.route.ts";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import { updateDictionary } from "./dictionary/dictionary.server.ts";
import { popularSearches, suggestionsFor } from "./suggest.server.ts";
import type { Suggestion } from "./view.ts";

let seller: Person;

openDatabase(async (url) => {
  await loadModels(url);
  seller = await person("seller");
  for (const name of ["Pure Drive 98 v2", "babolat Pure Drive", "Pure Aero 100"])
    await listingOf(seller, "racket", { name, brand: "Babolat" });
  await listingOf(seller, "bag", { name: "Pure Drive RH6", brand: "Babolat" });
  await listingOf(seller, "clothes", { name: "Polo", brand: "Lacoste" });
  await listingOf(seller, "racket", { name: "V-Cell 10", brand: "Völkl" });
  await updateDictionary();
});

const texts = async (q: string) =>
  (await suggestionsFor(q))
    .filter(({ kind }) => kind !== "listing")
    .map(({ text, note }) => (note ? `${text} ${note}` : text));

const of = async (kind: Suggestion["kind"], q: string) =>
  (await suggestionsFor(q)).filter((suggestion) => suggestion.kind === kind);
const named = async (kind: Suggestion["kind"], q: string) => (await of(kind, q)).map(({ text }) => text);

describe("suggestions", () => {
  test("complete a word to names that are sold, and lead to the search in a category", async () => {
    expect(await texts("bab")).toEqual([
      "Babolat",
      "Babolat Pure Drive",
      "Babolat Pure Aero",
      "Babolat in Rackets",
      "Babolat in Bags",
    ]);
    expect(await texts("aero pu")).toContain("Babolat Pure Aero");
    expect(await texts("rack")).toContain("Rackets");
    expect((await of("category", "racket mod"))[0]?.to).toBe("/rackets/models");
    expect(await texts("VÖL")).toContain("Völkl");
  });

  test("show listings that match the first suggested search", async () => {
    await listingOf(seller, "racket", { name: "Zonda Black", brand: "Head" });
    for (const name of ["Zonda Blade 98", "Zonda Blade 100"])
      await listingOf(await person("seller"), "racket", { name, brand: "Head" });
    await updateDictionary();
    expect((await named("search", "zonda bla"))[0]).toBe("Head Zonda Blade");
    expect(await named("listing", "zonda bla")).toEqual(["Zonda Blade 100", "Zonda Blade 98"]);
  });

  test("correct a mistyped word", async () => {
    expect((await texts("babolt"))[0]).toBe("Babolat");
    expect((await texts("babolt pur"))[0]).toBe("Babolat Pure Drive");
  });

  test("show the newest listings that match the meaning of the words, with price and picture", async () => {
    const photo = await photoOf(seller);
    const tour = { name: "Zephyr Tour", brand: "Head", cents: 12_000, photos: [photo] };
    const { id } = await listingOf(seller, "racket", tour);
    await listingOf(await person("seller"), "racket", { name: "Zephyr Lite", brand: "Head", cents: 4_000 });
    await updateDictionary();
    expect(await named("listing", "zephyr")).toEqual(["Zephyr Lite", "Zephyr Tour"]);
    expect(await named("listing", "zeph")).toEqual(["Zephyr Lite", "Zephyr Tour"]);
    expect(await named("listing", "zephyr racket over 50")).toEqual(["Zephyr Tour"]);
    expect(await named("listing", "zephyr bag")).toEqual([]);
    const { key } = await findRow("photos", { id: photo });
    const picture = `/photos/${key}/160.webp`;
    expect(await of("listing", "zephyr tour")).toEqual([
      { kind: "listing", text: "Zephyr Tour", to: `/rackets/${id}`, price: "€120.00", picture },
    ]);
    expect((await of("listing", "zephyr lite"))[0]).toMatchObject({
      drawing: categoryOfType("racket")?.drawing,
    });
    expect((await of("listing", "zephyr lite"))[0]).not.toHaveProperty("picture");
    await updateRows("listings", { id }, { hidden: "hidden" });
    expect(await named("listing", "zephyr")).toEqual(["Zephyr Lite"]);
    await updateRows("listings", { name: "Zephyr Lite" }, { quantity: 0 });
    expect(await of("listing", "zephyr")).toEqual([]);
  });

  test("know the words that operators added", async () => {
    const attributes = { type: "Visor", gender: "Unisex", size: "One size" };
    await listingOf(seller, "clothes", { name: "Aerobill", brand: "Nike", attributes });
    await updateDictionary();
    expect(await named("listing", "zonnedak")).toEqual([]);
    await insertRows("search_synonyms", { word: "zonnedak", csv_column: "clothes_type", value: "Visor" });
    expect(await named("listing", "zonnedak")).toEqual(["Aerobill"]);
  });

  test("show old listings when no new ones match", async () => {
    const { id } = await listingOf(seller, "ball", { name: "Quasar", brand: "Penn" });
    const longAgo = new Date(Date.now() - 400 * 86_400_000);
    await updateRows("listings", { id }, { created_at: longAgo });
    await updateDictionary();
    expect(await named("listing", "quasar")).toEqual(["Quasar"]);
  });

  test("include sellers with a listing on offer, and nobody who is suspended", async () => {
    const marian = await person("Marian");
    await person("Mariano");
    await listingOf(marian, "ball", { name: "Tin", brand: "Penn" });
    const { id, username } = marian.viewer;
    const suggestion = { kind: "seller", text: username, note: "Seller", to: `/sellers/${username}` };
    expect(await of("seller", "mari")).toEqual([suggestion]);
    expect((await suggestionsFor(`@${username.toUpperCase()}`))[0]).toEqual(suggestion);
    expect(await of("seller", "ma")).toEqual([]);
    // The name of a seller is not corrected to a similar word of a listing.
    await listingOf(seller, "clothes", { name: "Madian", brand: "Nike" });
    await updateDictionary();
    expect(await named("search", "marian")).toEqual([]);
    const until = new Date(Date.now() + 86_400_000);
    await updateRows("profiles", { id }, { suspended_until: until });
    expect(await of("seller", "mari")).toEqual([]);
  });

  test("include models, each once, and none when only a brand is typed", async () => {
    const models = await of("model", "wilson blade");
    expect(models).toHaveLength(2);
    for (const { text, to, note } of models) {
      expect(text).toMatch(/^Wilson Blade/);
      expect(to).toMatch(/^\/rackets\/models\/wilson-blade/);
      expect(note).toBe("Model");
    }
    expect((await of("model", "rpm blas"))[0]?.to).toMatch(/^\/strings\/models\/babolat-rpm-blast/);
    for (const q of ["wils", "wilson", "wilson blade bag", "jackets"])
      expect(await of("model", q)).toEqual([]);
  });

  test.each(["", " ", "\0", "'", "\\", "<->", "🎾", "zzyzx", "!".repeat(10_000)])(
    "for %j are empty",
    async (q) => {
      expect(await suggestionsFor(q)).toEqual([]);
    },
  );

  test("no longer include a word when the last listing that had it is gone", async () => {
    const { id } = await listingOf(seller, "accessory", { name: "Gyroscope", brand: "Gyro" });
    await updateDictionary();
    expect(await texts("gyros")).toContain("gyroscope");
    await updateRows("listings", { id }, { name: "Spinner" });
    await updateDictionary();
    expect(await texts("gyros")).not.toContain("gyroscope");
    expect(await texts("spinn")).toContain("Gyro Spinner");
    await db().deleteFrom("listings").where("id", "=", id).execute();
    await updateDictionary();
    expect(await named("search", "spinn")).toEqual([]);
    const left = await db().selectFrom("search_terms").select("term").where("listings", "<=", 0).execute();
    expect(left).toEqual([]);
  });

  test("count every one of several listings that are created at the same time", async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => listingOf(seller, "ball", { name: `Zonk ${n}`, brand: "Penn" })),
    );
    await Promise.all([updateDictionary(), updateDictionary()]);
    const { listings } = await findRow("search_terms", { term: "zonk" });
    expect(listings).toBe(12);
    expect((await popularSearches())[0]).toEqual({ label: "Penn Zonk", href: "/search?q=Penn+Zonk" });
  });
});

test("the endpoint of suggestions is cached for a minute, and limits how often a client asks", async () => {
  const headers = { "x-client-ip": "192.0.2.9" };
  const ask = (q = "") => {
    const request = new Request(`http://shop.example/search/suggestions?q=${q}`, { headers });
    return loader({ request } as Parameters<typeof loader>[0]);
  };
  const response = await ask("bab");
  expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  expect((await response.json())[0]).toEqual({ kind: "search", text: "Babolat", to: "/search?q=Babolat" });
  let last = response;
  for (let n = 0; n < 601 && last.status === 200; n++) last = await ask();
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
});
