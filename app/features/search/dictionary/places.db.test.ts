import { describe, expect, test } from "vitest";
import type { Country } from "#app/domain/place.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
import { loadPostalCodes } from "#server/postal-codes.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { updateDictionary } from "./dictionary.server.ts";
import { readSearch } from "./reading.server.ts";

openDatabase(async (url) => {
  await loadPostalCodes(url);
  const seller = await person("seller");
  await listingOf(seller, "clothes", { name: "London Tee", brand: "Adidas" });
  await listingOf(seller, "racket", { name: "Blade 98", brand: "Wilson" });
  await listingOf(seller, "string", { name: "VS Touch BT7", brand: "Babolat" });
  await updateDictionary();
});

type Locale = Parameters<typeof inRequest>[0]["locale"];

function reading(q: string, locale: Locale | null = null, country: Country | null = null) {
  const read = () => readSearch(q, false, country);
  return locale === null ? read() : inRequest({ id: "test", locale }, read);
}

async function read(q: string, locale: Locale | null = null, country: Country | null = null) {
  const { parts } = await reading(q, locale, country);
  const placed = parts.find(({ place }) => place !== null);
  return {
    town: placed?.place?.town,
    ...(placed?.km != null && { km: placed.km }),
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
    ["raquette à Lyon", "Lyon"],
    ["near Amsterdam", "Amsterdam"],
    ["Schläger Raum Stuttgart", "Stuttgart"],
    ["racket Berlin area", "Berlin"],
    ["racket Amsterdam en omgeving", "Amsterdam"],
    ["raquette Paris ou alentours", "Paris"],
    ["racket hamburg or surroundings", "Hamburg"],
    ["Schläger Köln oder Nähe", "Köln"],
    ["racket utrecht of buurt", "Utrecht"],
    ["racket Berlin, Germany", "Berlin"],
    // In another language
    ["racket Keulen", "Köln"],
    ["racket in Cologne", "Köln"],
    ["Schläger Koeln", "Köln"],
    ["racket München", "München"],
    ["raquette Munich", "München"],
    ["racket Parijs", "Paris"],
    ["racket Londen", "London"],
    ["raquette à Londres", "London"],
    ["racket The Hague", "Den Haag"],
    ["racket Den Haag", "Den Haag"],
    ["raquette La Haye", "Den Haag"],
    ["racket Antwerp", "Antwerpen"],
    ["raquette Anvers", "Antwerpen"],
    ["Schläger Brüssel", "Bruxelles"],
    ["racket Brussel", "Bruxelles"],
    ["Schläger Frankfurt", "Frankfurt am Main"],
    ["Schläger in Straßburg", "Strasbourg"],
    ["racket Den Bosch", "'s-Hertogenbosch"],
    // Names of several words
    ["raquette aix en provence", "Aix-en-Provence"],
    ["raquette St Etienne", "Saint-Étienne"],
    ["raquette La Rochelle", "La Rochelle"],
    ["racket Newcastle upon Tyne", "Newcastle upon Tyne"],
    ["racket Alphen aan den Rijn", "Alphen aan den Rijn"],
    ["raquette Paris 15", "Paris 15"],
    ["racket Wimbledon", "Wimbledon"],
    // Postal codes
    ["racket SW19", "Merton"],
    ["racket near sw19 5ae", "Merton"],
    ["racket SW19 Wimbledon", "Merton"],
    ["racket London SW19", "Merton"],
    ["racket 1012", "Amsterdam"],
    ["racket 1012 AB", "Amsterdam"],
    ["racket bij 1012-AB", "Amsterdam"],
    ["racket near 1012 AB Amsterdam", "Amsterdam"],
    ["racket Amsterdam 1012 AB", "Amsterdam"],
    ["racket postcode 1012", "Amsterdam"],
    ["racket bei 10115", "Berlin"],
    ["Schläger bei D-10115", "Berlin"],
    ["Schläger bei 10115 Berlin", "Berlin"],
    ["Schläger Berlin 10115", "Berlin"],
    ["Schläger PLZ 50667", "Köln"],
    ["raquette code postal 69002", "Lyon 02"],
    ["raquette 69002 Lyon", "Lyon 02"],
    ["racket Austin 78704", "Austin"],
    ["racket New York 10115", "New York"],
    ["racket Austin TX", "Austin"],
    // With a slip
    ["racket Amsterdm", "Amsterdam"],
    ["Schläger hamburgg", "Hamburg"],
    ["raquette Villeurbane", "Villeurbanne"],
    // A filler too
    ["racket in nice", "Nice"],
    ["racket Nice", "Nice"],
    ["a nice racket in Nice", "Nice"],
    // A player's name too, or what the shop does not sell
    ["racket near Murray", "Murray"],
    ["Schläger in Buch", "Buch"],
  ])("is read in %j, and the words beside it are not searched for", async (q, town) => {
    expect(await read(q)).toEqual({ town, words: [] });
  });

  test.each([
    ["racket within 30 km of Cologne", "Köln", 30],
    ["tas 30 km rond Utrecht", "Utrecht", 30],
    ["Schläger im Umkreis von 30 km um Köln", "Köln", 30],
    ["raquette à moins de 30 km de Lyon", "Lyon", 30],
    ["raquette < 30 km Lyon", "Lyon", 30],
    ["Schläger Köln +30km", "Köln", 30],
    ["racket 20 miles from SW19", "Merton", 32],
    ["raquette à 20 kilomètres d’Anvers", "Antwerpen", 20],
  ])("has the distance that %j names", async (q, town, km) => {
    expect(await read(q)).toEqual({ town, km, words: [] });
  });

  test.each([
    ["racket a Wilson", ["Wilson"]],
    ["wilson blade 98", ["wilson", "blade", "98"]],
    ["babolat touch BT7", ["babolat", "touch", "BT7"]],
    ["racket 2019", ["2019"]],
    ["nice racket", []],
    ["racket from Murray", ["Murray"]],
    ["Murray racket", ["Murray"]],
    ["racket in nice condition", ["condition"]],
    ["Amsterdm", ["Amsterdm"]],
  ])("is not read in %j", async (q, words) => {
    expect(await read(q)).toEqual({ town: undefined, words });
  });

  test.each([
    ["racket 10115", null, "US", "New York"],
    ["racket 10115", "en-US", null, "New York"],
    ["racket 10115", "de", null, "Berlin"],
    ["racket 10115", "de", "US", "New York"],
    ["racket 69002", "fr", null, "Lyon 02"],
    ["racket Birmingham", "en-US", null, "Birmingham"],
  ] as const)(
    "in %j belongs to the country of the visitor or the language (%s, %s)",
    async (q, locale, country, town) => {
      const { parts, alternatives } = await reading(q, locale, country);
      const place = parts.find((part) => part.place !== null)?.place;
      expect(place?.town).toBe(town);
      if (/\d/.test(q)) expect(alternatives).toEqual([]);
    },
  );

  test("whose code may be of several countries is tried in each", async () => {
    const { alternatives } = await reading("racket 10115", "en-GB");
    const towns = alternatives.map((parts) => parts.find(({ place }) => place !== null)?.place?.town);
    expect(towns).toContain("New York");
  });

  test("that is part of a name too is tried both ways", async () => {
    const both = await reading("London tee");
    expect(both.parts.some(({ place }) => place !== null)).toBe(false);
    expect(both.alternatives).toHaveLength(1);
    const alone = await reading("London");
    expect(alone.parts.some(({ place }) => place !== null)).toBe(true);
    expect(alone.alternatives).toHaveLength(1);
  });
});

describe("a country", () => {
  test.each([
    ["rackets in Germany", "DE"],
    ["Schläger Deutschland", "DE"],
    ["racket uit Duitsland", "DE"],
    ["raquette Allemagne", "DE"],
    ["racket Pays-Bas", "NL"],
    ["racket UK", "GB"],
    ["racket in the United States", "US"],
  ])("is read in %j", async (q, country) => {
    const { parts } = await reading(q);
    expect(parts.find((part) => part.country !== null)?.country).toBe(country);
    expect(parts.filter(({ kind }) => kind === "words")).toEqual([]);
  });

  test.each([
    "racket Belgium",
    "racket within 30 km",
    "racket near me",
    "Schläger in meiner Nähe",
    "raquette Espagne",
    "racket not in Germany",
    "racket niet in België",
    "Schläger nicht aus Köln",
    "racket except Germany",
  ])("in which nobody sells, and a distance from nowhere, is named as unmet: %j", async (q) => {
    const { parts } = await reading(q);
    expect(parts.filter(({ kind }) => kind === "unmet").length).toBeGreaterThan(0);
    expect(parts.filter(({ kind }) => kind === "words")).toEqual([]);
  });
});
