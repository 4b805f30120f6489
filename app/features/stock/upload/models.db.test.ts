import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRow } from "#tests/support/rows.ts";
import { inChunks } from "#tests/support/stock-files.ts";
import { stockFile } from "../table/export.server.ts";
import { changeUpload } from "./commands.server.ts";
import { UPLOADS_JOB } from "./jobs.server.ts";
import { uploadOf } from "./present.server.ts";
import { receiveUpload } from "./receive.server.ts";
import type { ExistingListings } from "./view.ts";
import { processUploads } from "./work.server.ts";

let shop: Person;
let stranger: Person;

openDatabase(async (url) => {
  await loadModels(url);
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  [shop, stranger] = [await person("shop"), await person("stranger")];
});

async function uploaded(file: string, known: ExistingListings = "keep", { viewer }: Person = shop) {
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known };
  const { id } = await receiveUpload(viewer, sent, inChunks(new TextEncoder().encode(file)));
  await processUploads(viewer.id, new AbortController().signal);
  const view = await uploadOf(viewer, id);
  if (!view) throw new Error(`no upload ${id}`);
  return view;
}

async function links() {
  const { rows } = await sql<{ row_key: string; slug: string | null }>`
    select row_key, (select slug from models where id = model_id) as slug from listings
    where user_id = ${shop.viewer.id} order by row_key
  `.execute(db());
  return Object.fromEntries(rows.map(({ row_key, slug }) => [row_key, slug]));
}

async function exported(): Promise<string> {
  let file = "";
  for await (const part of stockFile(shop.viewer.id, { q: "", type: null, state: null, upload: null }))
    file += part;
  return file;
}

const LINKED = {
  "sku:1": "wilson-blade-98-16x19-v8-2021",
  "sku:2": "wilson-clash-98-v2-2022",
  "sku:3": "luxilon-alu-power",
  "sku:4": null,
  "sku:5": null,
};

/** These tests depend on each other: each starts with the listings that the one before has left. */
describe("a stock file", () => {
  test("links listings to models by its column `model` or by their titles, and the result of the upload lists the models", async () => {
    const view = await uploaded(
      [
        "sku,type,name,brand,price,model",
        "1,racket,Blade 98 16x19 v8,Wilson,120,",
        "2,racket,Nearly new,Wilson,120,Wilson Clash 98 v2 2022",
        "3,string,ALU Power 125,Luxilon,12,no such model",
        "4,racket,My racket,Wilson,50,",
        "5,bag,Blade 98 16x19 v8,Wilson,50,wilson-clash-98-v2-2022",
      ].join("\n"),
    );
    expect(view).toMatchObject({ succeeded: 5, failed: 0, linked: 3 });
    expect(view.firstLinked).toEqual([
      { number: 2, name: "Blade 98 16x19 v8", model: "Wilson Blade 98 16x19 v8 2021" },
      { number: 3, name: "Nearly new", model: "Wilson Clash 98 v2 2022" },
      { number: 4, name: "ALU Power 125", model: "Luxilon ALU Power" },
    ]);
    expect(await links()).toEqual(LINKED);
  });

  test("that was exported and is imported unchanged changes no link", async () => {
    const file = await exported();
    expect(file).toContain("wilson-clash-98-v2-2022");
    expect(await uploaded(file, "update")).toMatchObject({ unchanged: 5, updated: 0, linked: 0 });
    expect(await links()).toEqual(LINKED);
  });

  test("without the column `model` keeps the link of a listing whose title stays", async () => {
    const rows = ["2,racket,Nearly new,Wilson,99", "1,racket,Blade 98 16x19 v9 2024,Wilson,99"];
    const file = ["sku,type,name,brand,price", ...rows].join("\n");
    expect(await uploaded(file, "update")).toMatchObject({ updated: 2 });
    expect(await links()).toEqual({ ...LINKED, "sku:1": "wilson-blade-98-16x19-v9-2024" });
  });

  test("without the column `model` reports no link for a listing whose link stays, even if its title names another model", async () => {
    const heading = "sku,type,name,brand,price";
    const row = "2,racket,Blade 98 16x19 v8,Wilson";
    await uploaded(`${heading},model\n${row},98,wilson-clash-98-v2-2022`, "update");
    expect(await uploaded(`${heading}\n${row},97`, "update")).toMatchObject({ updated: 1, linked: 0 });
    expect((await links())["sku:2"]).toBe("wilson-clash-98-v2-2022");
  });

  test("of another shop changes no link, and reports none", async () => {
    const before = await links();
    const { id } = await findRow("listings", { row_key: "sku:2" });
    const file = `id,type,name,brand,price,model\n${id},racket,Mine,Wilson,1,luxilon-alu-power`;
    expect(await uploaded(file, "update", stranger)).toMatchObject({ failed: 1, updated: 0, linked: 0 });
    expect(await links()).toEqual(before);
  });

  test("that is processed again reports only the new links", async () => {
    const file = "sku,type,name,brand,price\n6,racket,Blade 98 16x19 v8,Wilson,120";
    const { id, linked } = await uploaded(file);
    expect(linked).toBe(1);
    await changeUpload(shop.viewer, id, "update");
    await processUploads(shop.viewer.id, new AbortController().signal);
    expect(await uploadOf(shop.viewer, id)).toMatchObject({ unchanged: 1, linked: 0 });
  });
});
