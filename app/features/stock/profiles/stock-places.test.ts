import { expect, test } from "vitest";
import { stockPlaces } from "./stock-places.ts";

const placesIn = (headings: string) => {
  const all = headings.split(";");
  return stockPlaces(all, (at) => all[at] !== "Lager").map((at) => all[at]);
};

test.each([
  ["Artikel;Bestand Kiel;Bestand Lübeck;Bestand Online", "Bestand Kiel;Bestand Lübeck;Bestand Online"],
  ["sku;voorraad winkel;voorraad magazijn;prijs", "voorraad winkel;voorraad magazijn"],
  ["Name;Stock (Lyon);Stock (Annecy)", "Stock (Lyon);Stock (Annecy)"],
  ["Name;Shop qty;Warehouse qty", "Shop qty;Warehouse qty"],
  ["Name;Lager;Bestand A;Bestand B", "Bestand A;Bestand B"],
])("the pieces of %s are those of all places", (headings, places) => {
  expect(placesIn(headings).join(";")).toBe(places);
});

test.each([
  ["a total", "Stock Lyon;Stock Annecy;Stock total"],
  ["the whole stock", "Bestand;Bestand Kiel;Bestand Lübeck"],
  ["one place", "Name;Bestand Kiel"],
  ["other numbers of the same stock", "Stock on hand;Stock available;Stock minimum;Stock value;Stock sold"],
  ["numbers of different kinds", "Stock shop;Qty website"],
  ["the stock of several years", "Stock 2024;Stock 2025;Bestand 2024/25;Bestand 2025/26"],
  ["where in the shop it lies", "Lager Fach;Lager Regal;Stock bin;Stock shelf;Voorraad vak;Voorraad plank"],
  ["shelves in French", "Stock étagère;Stock casier"],
  ["headings that are too long", `${"a".repeat(60)} stock;${"b".repeat(60)} stock`],
])("with %s, nothing is added up", (_, headings) => {
  expect(placesIn(headings)).toEqual([]);
});
