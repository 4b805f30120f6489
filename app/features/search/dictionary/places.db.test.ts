import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { readSearch } from "./reading.server.ts";

openDatabase(async () => {
  const at = { latitude: 52, longitude: 5 };
  await db()
    .insertInto("postal_codes")
    .values([
      { country: "NL", code: "1012", place: "Amsterdam", ...at },
      { country: "DE", code: "10115", place: "Berlin", ...at },
      { country: "FR", code: "69001", place: "Lyon", ...at },
      { country: "GB", code: "SW19", place: "Wimbledon", ...at },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});

async function read(q: string) {
  const { parts } = await readSearch(q, false);
  return {
    town: parts.find(({ place }) => place !== null)?.place?.town,
    words: parts.filter(({ kind }) => kind === "words").map(({ typed }) => typed),
  };
}

describe("a typed place", () => {
  test.each([
    ["racket near Amsterdam", "Amsterdam"],
    ["racket around Amsterdam", "Amsterdam"],
    ["Schläger bei Berlin", "Berlin"],
    ["Schläger in der Nähe von Berlin", "Berlin"],
    ["racket bij Amsterdam", "Amsterdam"],
    ["racket in de buurt van Amsterdam", "Amsterdam"],
    ["raquette près de Lyon", "Lyon"],
    ["near Amsterdam", "Amsterdam"],
    ["racket near SW19", "Wimbledon"],
    ["racket near sw19 5ae", "Wimbledon"],
    ["racket bei 10115", "Berlin"],
    ["Schläger bei D-10115", "Berlin"],
    ["Schläger bei 10115 Berlin", "Berlin"],
    ["racket bij 1012-AB", "Amsterdam"],
    ["racket near 1012 AB Amsterdam", "Amsterdam"],
  ])("is read in %j, and the words before it are not searched for", async (q, town) => {
    expect(await read(q)).toEqual({ town, words: [] });
  });

  test('is not read in a British postal code without a word such as "near" before the code', async () => {
    expect(await read("racket SW19")).toEqual({ town: undefined, words: ["SW19"] });
  });
});
