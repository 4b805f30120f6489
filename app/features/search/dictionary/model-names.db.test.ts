import { describe, expect, test } from "vitest";
import { linkListings } from "#app/features/prices/link-models.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { EVERYTHING, parseEverything } from "../find/everything.ts";
import { searchListings } from "../search.server.ts";
import { priceIn } from "../understand/parts.ts";
import { updateDictionary } from "./dictionary.server.ts";
import { readSearch } from "./reading.server.ts";

let reel: string;
let bag: string;

async function link(id: string, slug: string): Promise<void> {
  const { id: model } = await findRow("models", { slug });
  await updateRows("listings", { id }, { model_id: model });
}

openDatabase(async (url) => {
  await loadModels(url);
  const seller = await person("seller");
  reel = (await listingOf(seller, "string", { name: "Reel, half left", brand: "Luxilon" })).id;
  await link(reel, "luxilon-alu-power");
  await listingOf(seller, "string", { name: "Luxilon ALU Power 1.25", brand: "Luxilon" });
  bag = (await listingOf(seller, "bag", { name: "RH-X 6", brand: "Babolat" })).id;
  const { id: hyper } = await listingOf(seller, "string", { name: "Green set", brand: "Solinco" });
  await link(hyper, "solinco-hyper-g");
  const { id: volkl } = await listingOf(seller, "string", { name: "Yellow set", brand: "Völkl" });
  await link(volkl, "volkl-cyclone");
  const { id: blade } = await listingOf(seller, "racket", { name: "My old one", brand: "Wilson" });
  await link(blade, "wilson-blade-98-16x19-v8-2021");
  await listingOf(seller, "racket", { name: "Burn 100", brand: "Wilson" });
  await updateDictionary();
});

async function found(q: string): Promise<string[]> {
  const context = { meaning: null, centre: null, viewerId: null, pageSize: 10, now: new Date() };
  const { rows } = await searchListings(EVERYTHING, parseEverything(new URLSearchParams({ q })), context);
  return rows.map(({ name }) => name);
}

describe("the name of a model", () => {
  test.each([
    ["luxilon alu power", ["Luxilon ALU Power 1.25", "Reel, half left"]],
    ["alu power", ["Luxilon ALU Power 1.25", "Reel, half left"]],
    ["alu power string", ["Luxilon ALU Power 1.25", "Reel, half left"]],
    ["hyper g", ["Green set"]],
    ["hyperg", ["Green set"]],
    ["solinco hyper-g", ["Green set"]],
    ["volkl cyclone", ["Yellow set"]],
    ["völkl cyclone", ["Yellow set"]],
    ["blade 98", ["My old one"]],
    ["blade98", ["My old one"]],
    ["wilson blade 98 v8", ["My old one"]],
  ])("%j finds its listings, first those whose own name contains it", async (q, names) => {
    expect(await found(q)).toEqual(names);
  });

  test.each(["luxilon adrenaline", "pure drive", "rpm blast", "blade 104"])(
    "%j does not find listings of other models",
    async (q) => {
      expect(await found(q)).not.toContain("Reel, half left");
      expect(await found(q)).not.toContain("My old one");
    },
  );

  test.each(["Wilson Blade 98 bis 150 Euro", "blade 98 tot 150 euro"])(
    "%j has a model and a maximum, not a range of prices",
    async (q) => {
      const { parts } = await readSearch(q, false);
      expect(parts.map(({ typed }) => typed)).toContain("98");
      expect(priceIn(parts)).toEqual({ min: null, max: 15_000 });
    },
  );

  test("finds no listing that is no longer linked to the model", async () => {
    await updateRows("listings", { id: reel }, { model_id: null });
    expect(await found("alu power")).toEqual(["Luxilon ALU Power 1.25"]);
    await link(reel, "luxilon-alu-power");
  });

  test("finds a listing with an outdated search column after the job has updated the column; the job records no change of the listing", async () => {
    const all = db().updateTable("listings").where("id", "=", reel);
    await all.set({ search: "'=reel' 'reel':1A" }).execute();
    await db().updateTable("listings").where("id", "=", bag).set({ search: "'rh':1A 'x':2A" }).execute();
    expect(await found("alu power")).toEqual(["Luxilon ALU Power 1.25"]);
    expect(await found("rhx 6")).toEqual([]);
    const before = await db().selectFrom("listing_changes").select("id").execute();
    await linkListings(new AbortController().signal);
    expect(await found("alu power")).toEqual(["Luxilon ALU Power 1.25", "Reel, half left"]);
    expect(await found("rhx 6")).toEqual(["RH-X 6"]);
    expect(await db().selectFrom("listing_changes").select("id").execute()).toEqual(before);
  });
});
