import { expect, test } from "vitest";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { matchModel } from "#app/domain/models/match.ts";
import { MIN_SOLD, priceRange } from "#app/domain/models/price-guide.ts";
import { shippedCatalogue } from "#tests/support/models.ts";
import { deals, people, stockOf } from "./data.ts";

/** The reason why a listing has no model, by name. */
const WITHOUT: Readonly<Record<string, string>> = {
  "Artengo TR960 Control Tour": "not in the catalogue",
  "Babolat Hybrid RPM Blast + VS Touch": "two strings",
  "Babolat Pure Aero Junior 26": "several generations",
  "Babolat Pure Aero Team": "several generations",
  "Babolat Pure Drive Junior 26": "several generations",
  "Babolat VS Team 1.25": "not in the catalogue under this name",
  "Diadem Elevate 98 v3": "not in the catalogue",
  "Dunlop CX 200": "several generations",
  "Dunlop Explosive Spin 17": "not in the catalogue",
  "Dunlop FX 500": "several generations",
  "Dunlop SX 300": "several generations",
  "Garniture boyau Pacific, entamée": "the title has no model",
  "Gosen OG-Sheep, bobine ancienne": "the title has only a series",
  "Head Prestige Classic 600": "not in the catalogue",
  "Luxilon Original Rough 1.30": "not in the catalogue",
  "Prince Phantom 100X 305": "several generations",
  "Tecnifibre HDMX 1.25": "not in the catalogue",
  "Tecnifibre T-Fight Club 25": "not in the catalogue",
  "Volkl Organix 10 325g": "not in the catalogue",
  "Wilson Blade 98 18x20 v8": "not in the catalogue in this generation",
  "Wilson Burn 100S": "several generations",
  "Wilson Champion's Choice Duo": "not in the catalogue",
  "Wilson Natural Gut + NXT hybride": "two strings",
  "Wilson Pro Staff 85": "not in the catalogue",
  "Wilson nSix-One 95 16x18": "not in the catalogue",
};

const items = people()
  .flatMap(({ username }) => stockOf(username))
  .flatMap(({ row: { read } }) => ("item" in read ? [read.item] : []))
  .filter(({ type }) => categoryOfType(type)?.models);
const slugs = new Map(
  items.map(({ type, input }) => [input.name, matchModel(shippedCatalogue(type), input)?.slug ?? null]),
);

test("every racket and string of the demo stock is linked to a model, except those in WITHOUT", () => {
  const unlinked = [...slugs].filter(([, slug]) => slug === null).map(([name]) => name);
  expect(unlinked.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
  expect(slugs.size).toBeGreaterThan(100);
});

test.each([
  ["Babolat Pure Aero (2023)", "babolat-pure-aero-2023"],
  ["Wilson Blade 98 16x19 v8", "wilson-blade-98-16x19-v8-2021"],
  ["Yonex EZONE 98 (2022)", "yonex-ezone-98-305g-2022"],
  ["Tecnifibre T-Fight 305 ISO", "tecnifibre-tfight-iso-305-2023"],
  ["Prince Textreme ATS Tour 100 310", "prince-ats-textreme-tour-100-310-2022"],
  ["ProKennex Ki Q+ 5", "prokennex-ki-q-plus-5"],
  ["Signum Pro Poly Plasma 1.28, halve haspel", "signum-pro-poly-plasma"],
  ["Luxilon 4G 125", "luxilon-4g"],
])("%s is linked to the model %s", (name, slug) => {
  expect(slugs.get(name)).toBe(slug);
});

test.each([
  ["Wilson Blade 98 16x19 v8"],
  ["Babolat Pure Aero (2023)"],
  ["Babolat Pure Drive (2021)"],
  ["Luxilon ALU Power 125, 12 m"],
])("%s was sold often enough in its condition for a price guide", (name) => {
  const condition = items.find(({ input }) => input.name === name)?.input.attributes.condition;
  const sales = deals()
    .filter((deal) => deal.step === "received" && deal.model === slugs.get(name))
    .filter((deal) => deal.condition === condition)
    .map(({ price, seller }) => ({ cents: price * 100, seller }));
  expect(priceRange(sales, MIN_SOLD)).not.toBeNull();
});

test("the models of the demo deals are in the catalogue", () => {
  for (const { type, model } of deals())
    if (model !== null) expect(shippedCatalogue(type).bySlug.get(model)?.slug).toBe(model);
});
