import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { loader } from "#app/routes/search/suggestions.route.ts";
import { testDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { updateDictionary } from "./jobs.server.ts";
import { popularSearches, suggestionsFor } from "./suggest.server.ts";

let seller: Person;

beforeAll(async () => {
  await testDatabase();
  seller = await person("seller");
  for (const name of ["Pure Drive 98 v2", "babolat Pure Drive", "Pure Aero 100"])
    await listingOf(seller, "racket", { name, brand: "Babolat" });
  await listingOf(seller, "bag", { name: "Pure Drive RH6", brand: "Babolat" });
  await listingOf(seller, "clothes", { name: "Polo", brand: "Lacoste" });
  await listingOf(seller, "racket", { name: "V-Cell 10", brand: "Völkl" });
  await updateDictionary();
});

const texts = async (q: string) =>
  (await suggestionsFor(q)).map(({ text, note }) => (note ? `${text} ${note}` : text));

describe("suggestions", () => {
  test("complete a word, name what is sold, and lead into categories", async () => {
    expect(await texts("bab")).toEqual([
      "Babolat",
      "Babolat Pure Drive",
      "Babolat Pure Aero",
      "Babolat in Rackets",
      "Babolat in Bags",
    ]);
    expect(await texts("aero pu")).toContain("Babolat Pure Aero");
    expect(await texts("rack")).toContain("Rackets");
    expect(await texts("VÖL")).toContain("Volkl");
  });

  test("know a mistyped word", async () => {
    expect((await texts("babolt"))[0]).toBe("Babolat");
    expect((await texts("babolt pur"))[0]).toBe("Babolat Pure Drive");
  });

  test.each(["", " ", "\0", "'", "\\", "<->", "🎾", "zzyzx", "!".repeat(10_000)])(
    "of %j are none",
    async (q) => {
      expect(await suggestionsFor(q)).toEqual([]);
    },
  );

  test("go with the last listing that had the word", async () => {
    const { id } = await listingOf(seller, "accessory", { name: "Gyroscope", brand: "Gyro" });
    await updateDictionary();
    expect(await texts("gyros")).toContain("gyroscope");
    await db().updateTable("listings").set({ name: "Spinner" }).where("id", "=", id).execute();
    await updateDictionary();
    expect(await texts("gyros")).not.toContain("gyroscope");
    expect(await texts("spinn")).toContain("Gyro Spinner");
    await db().deleteFrom("listings").where("id", "=", id).execute();
    await updateDictionary();
    expect(await texts("spinn")).toEqual([]);
    const left = await db().selectFrom("search_terms").select("term").where("listings", "<=", 0).execute();
    expect(left).toEqual([]);
  });

  test("of writes that happen at once are all counted", async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => listingOf(seller, "ball", { name: `Zonk ${n}`, brand: "Penn" })),
    );
    await Promise.all([updateDictionary(), updateDictionary()]);
    const { listings } = await db()
      .selectFrom("search_terms")
      .select("listings")
      .where("term", "=", "zonk")
      .executeTakeFirstOrThrow();
    expect(listings).toBe(12);
    expect((await popularSearches())[0]).toEqual({ label: "Penn Zonk", href: "/search?q=Penn+Zonk" });
  });
});

test("the endpoint is the same for everybody, for a minute, and has an end", async () => {
  const headers = { "x-client-ip": "192.0.2.9" };
  const ask = () => {
    const request = new Request("http://shop.example/search/suggestions?q=bab", { headers });
    return loader({ request } as Parameters<typeof loader>[0]);
  };
  const response = await ask();
  expect(response.headers.get("cache-control")).toBe("public, max-age=60");
  expect((await response.json())[0]).toEqual({ text: "Babolat", to: "/search?q=Babolat" });
  let last = response;
  for (let n = 0; n < 601 && last.status === 200; n++) last = await ask();
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
});
