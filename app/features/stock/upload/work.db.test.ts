import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { inChunks, racketFile } from "#tests/support/stock-files.ts";
import { changeUpload } from "./commands.server.ts";
import { UPLOADS_JOB } from "./jobs.server.ts";
import { uploadOf } from "./present.server.ts";
import { receiveUpload } from "./receive.server.ts";
import { MAX_RUNS_WITHOUT_PROGRESS } from "./rules.ts";
import type { ExistingListings, UploadView } from "./view.ts";
import { processUpload, processUploads } from "./work.server.ts";

const never = new AbortController().signal;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  await insertRows("postal_codes", { country: "NL", code: "10", latitude: 52.37, longitude: 4.9 });
});

async function received(
  who: Person,
  file: string | Uint8Array,
  known: ExistingListings = "keep",
): Promise<string> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known };
  return (await receiveUpload(who.viewer, sent, inChunks(bytes))).id;
}

async function viewOf(who: Person, id: string): Promise<UploadView> {
  const view = await uploadOf(who.viewer, id);
  if (!view) throw new Error(`no upload ${id}`);
  return view;
}

async function uploaded(
  who: Person,
  file: string | Uint8Array,
  known: ExistingListings = "keep",
): Promise<UploadView> {
  const id = await received(who, file, known);
  await processUploads(who.viewer.id, never);
  return viewOf(who, id);
}

function stockOf({ viewer }: Person) {
  return db()
    .selectFrom("listings")
    .select(["type", "id", "name", "brand", "description", "price_cents", "quantity", "postal_code"])
    .select(["attributes", "row_key", "latitude", "updated_at"])
    .where("user_id", "=", viewer.id)
    .orderBy("id")
    .execute();
}

const failures = async (who: Person, id: string) =>
  (await viewOf(who, id)).first.map(({ number, faults }) => [number, ...faults]);

describe("a stock file", () => {
  test("becomes a listing for each row, with the defaults of its type [M2.52]", async () => {
    const who = await person("shop");
    const file = [
      "name,price,type,brand,description,quantity,sku,capacity",
      '"Blade, 98",129.50,racket,Wilson,"Two\r\nlines",3,,',
      "Team 6,45,bag,Head,,,B-1,6",
      "Shirt,20,clothes,,,,,",
    ].join("\r\n");
    const view = await uploaded(who, `\ufeff${file}`);
    expect(view).toMatchObject({ state: "done", rows: 3, read: 3, percent: 100, succeeded: 3, failed: 0 });
    expect(view.finishedAt).not.toBeNull();
    const [racket, bag, shirt] = await stockOf(who);
    expect(racket).toMatchObject({
      type: "racket",
      name: "Blade, 98",
      brand: "Wilson",
      description: "Two\nlines",
      price_cents: 12_950,
      quantity: 3,
      row_key: expect.stringMatching(/^row:[0-9a-f]{64}#0$/),
      attributes: { category: "senior", condition: "Good" },
    });
    expect(bag).toMatchObject({ type: "bag", quantity: 1, row_key: "sku:B-1" });
    expect(bag?.attributes).toMatchObject({ capacity: 6, condition: "Used", shipping: "Pick up" });
    expect(shirt?.attributes).toMatchObject({ type: "Shirt", size: "M", gender: "Unisex" });
  });

  test("in Windows-1252 with decimal commas is read correctly", async () => {
    const who = await person("shop");
    const file = "name;price;type;brand;description\r\nB\u00f6sch;1.129,50;racket;;\u00e9t\u00e9 \u20ac\r\n";
    const text = file.replace("1.129,50", "129,50").replace("\u20ac", "");
    const view = await uploaded(who, Buffer.from(text, "latin1"));
    expect(view).toMatchObject({ succeeded: 1, failed: 0 });
    expect(await stockOf(who)).toMatchObject([
      { name: "B\u00f6sch", price_cents: 12_950, description: "\u00e9t\u00e9" },
    ]);
  });

  test("is processed to its end when rows fail, and each failed row has its reason [M4.15]", async () => {
    const who = await person("shop");
    const file = [
      "name,price,type,condition,country,postalCode,id,category",
      "Blade,120,racket,Good,NL,1012,",
      ",120,racket,,,,",
      "Blade,cheap,racket,Broken,,,",
      "Blade,120,boat,,,,",
      "Blade,120,racket,,NL,9999,",
      `Blade,120,racket,Good,,,${randomUUID()},senior`,
      "Speed,90,racket,New,,,",
    ].join("\n");
    const view = await uploaded(who, file);
    expect(view).toMatchObject({ rows: 7, read: 7, created: 2, succeeded: 2, failed: 5 });
    expect((await stockOf(who)).map(({ name }) => name)).toEqual(["Blade", "Speed"]);
    expect(await failures(who, view.id)).toEqual([
      [3, "Missing required field: name"],
      [
        4,
        "Invalid condition value. Must be one of: New, Excellent, Good, Fair, Poor",
        "Price must be a valid number",
      ],
      [5, "Unknown item type: boat"],
      [6, expect.stringContaining("postal code")],
      [7, expect.stringContaining("not one of your listings")],
    ]);
  });

  test("that is uploaded twice creates no listing twice", async () => {
    const who = await person("shop");
    const file = racketFile(30);
    expect(await uploaded(who, file)).toMatchObject({ created: 30 });
    const before = await stockOf(who);
    expect(await uploaded(who, file)).toMatchObject({ created: 0, unchanged: 30, succeeded: 30, failed: 0 });
    expect(await stockOf(who)).toEqual(before);
  });

  test("with equal rows lists each of them, and none again in a second upload", async () => {
    const who = await person("shop");
    const file = "name,price,type\nBlade,120,racket\nBlade,120,racket\nBlade,99,racket\n";
    expect(await uploaded(who, file)).toMatchObject({ created: 3 });
    expect(await uploaded(who, file)).toMatchObject({ created: 0, unchanged: 3 });
    expect((await stockOf(who)).map(({ price_cents }) => price_cents)).toEqual([12_000, 12_000, 9_900]);
  });

  test("with a SKU in two rows of one type lists the first, and the fault of the second has the number of the first", async () => {
    const who = await person("shop");
    const view = await uploaded(who, "name,price,type,sku\nA,1,racket,7\nB,2,racket,7\nC,3,bag,7\n");
    expect(view).toMatchObject({ created: 2, failed: 1 });
    expect(await failures(who, view.id)).toEqual([[3, expect.stringContaining("2")]]);
  });

  test("with the SKUs of another person's listings creates new listings", async () => {
    const [one, other] = [await person("shop"), await person("shop")];
    const file = "name,price,type,sku\nA,1,racket,7\n";
    await uploaded(one, file);
    expect(await uploaded(other, file)).toMatchObject({ created: 1 });
  });
});

describe("a row of an existing listing", () => {
  test("updates the listing when that is requested, and changes nothing when all values are the same", async () => {
    const who = await person("shop");
    const heading = "name,price,type,sku,quantity,weight";
    await uploaded(who, `${heading}\nA,10,racket,1,1,300\nB,20,racket,2,1,300\nC,30,racket,3,1,\n`);
    const before = await stockOf(who);
    const file = `${heading}\nA,10,racket,1,1,300\nB new,25,racket,2,5,305\nC,30,racket,3,0,\nD,5,racket,4,1,\n`;
    const view = await uploaded(who, file, "update");
    expect(view).toMatchObject({ created: 1, updated: 2, unchanged: 1, succeeded: 4, failed: 0 });
    const after = await stockOf(who);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({ id: before[1]?.id, name: "B new", price_cents: 2_500, quantity: 5 });
    expect(after[1]?.attributes).toMatchObject({ weight: 305 });
    expect(after[2]).toMatchObject({ id: before[2]?.id, quantity: 0 });
    const changes = await sql<{ what: string }>`
      select what from listing_changes where listing_id = ${before[0]?.id}
    `.execute(db());
    expect(changes.rows).toEqual([]);
  });

  test("keeps the values for which the file has no column", async () => {
    const who = await person("shop");
    await uploaded(
      who,
      "name,price,type,sku,quantity,weight,description,country,postalCode,brand\nA,10,racket,1,4,300,Fine,NL,1012,Head\n",
    );
    await uploaded(who, "sku,name,price,type\n1,A,12,racket\n", "update");
    expect(await stockOf(who)).toMatchObject([
      { price_cents: 1_200, quantity: 4, description: "Fine", postal_code: "1012", brand: "Head" },
    ]);
    expect((await stockOf(who))[0]?.attributes).toMatchObject({ weight: 300 });
  });

  test("may have the listing's id; the row fails if the listing is another person's, or if an earlier row has the same id", async () => {
    const [who, other] = [await person("shop"), await person("shop")];
    const mine = await racketOf(who, { name: "Mine", attributes: { condition: "Like New" } });
    const theirs = await racketOf(other, { name: "Theirs" });
    const file = [
      "id,name,price,type,condition,category,sku",
      `${mine.id},Mine now,50,racket,Like New,senior,S-1`,
      `${theirs.id},Stolen,1,racket,Good,senior,`,
      `${mine.id.toUpperCase()},Again,1,racket,Good,senior,`,
    ].join("\n");
    expect(await uploaded(who, file)).toMatchObject({ created: 0, updated: 0, unchanged: 1, failed: 2 });
    const view = await uploaded(who, file, "update");
    expect(view).toMatchObject({ created: 0, updated: 1, failed: 2 });
    expect(await stockOf(who)).toMatchObject([{ name: "Mine now", price_cents: 5_000, row_key: "sku:S-1" }]);
    expect(await stockOf(other)).toMatchObject([{ name: "Theirs" }]);
    expect((await failures(who, view.id)).map(([number]) => number)).toEqual([3, 4]);
  });

  test("fails when moderators removed its listing, which stays as it is", async () => {
    const who = await person("shop");
    await uploaded(who, "sku,name,price,type\n1,A,10,racket\n2,B,10,racket\n");
    const [first] = await stockOf(who);
    await sql`update listings set hidden = 'removed' where user_id = ${who.viewer.id}`.execute(db());
    const before = await stockOf(who);
    const file = `id,sku,name,price,type,imageUrls\n${first?.id},,A,12,racket,https://shop.example/1.jpg\n,2,B,12,racket,\n`;
    for (const known of ["keep", "update"] as const) {
      const view = await uploaded(who, file, known);
      expect(view).toMatchObject({ created: 0, updated: 0, unchanged: 0, failed: 2 });
      expect(await failures(who, view.id)).toEqual([
        [2, expect.stringContaining("not one of your listings")],
        [3, expect.stringContaining("could not be saved")],
      ]);
    }
    expect(await stockOf(who)).toEqual(before);
    expect(await db().selectFrom("picture_orders").select("url").execute()).toEqual([]);
  });

  test("updates the listing when the update is requested for the same file later", async () => {
    const who = await person("shop");
    await uploaded(who, "sku,name,price,type\n1,A,10,racket\n");
    const view = await uploaded(who, "sku,name,price,type\n1,A,12,racket\n2,B,x,racket\n");
    expect(view).toMatchObject({ unchanged: 1, failed: 1, known: "keep" });
    await changeUpload(who.viewer, view.id, "update");
    expect(await viewOf(who, view.id)).toMatchObject({ state: "waiting", read: 0, percent: 0, first: [] });
    await processUploads(who.viewer.id, never);
    expect(await viewOf(who, view.id)).toMatchObject({
      known: "update",
      updated: 1,
      unchanged: 0,
      failed: 1,
    });
    expect(await stockOf(who)).toMatchObject([{ price_cents: 1_200 }]);
  });
});

describe("a batch of rows", () => {
  test("that the database refuses fails only in its bad rows [M4.15]", async () => {
    const who = await person("shop");
    await sql`
      create function refuse_odd() returns trigger language plpgsql as $$
      begin
        raise exception 'refused' using errcode = '23514';
      end $$
    `.execute(db());
    await sql`
      create trigger refuse_odd before insert on rackets for each row
      when (new.name in ('Blade 7', 'Blade 300', 'Blade 301')) execute function refuse_odd()
    `.execute(db());
    const view = await uploaded(who, racketFile(700));
    expect(view).toMatchObject({ created: 697, failed: 3 });
    expect((await failures(who, view.id)).map(([number]) => number)).toEqual([8, 301, 302]);
    await sql`drop trigger refuse_odd on rackets`.execute(db());
  });

  test("is processed once when several workers process the same file", async () => {
    const who = await person("shop");
    const id = await received(who, racketFile(2_600));
    const both = [1, 2, 3].map(() =>
      db()
        .connection()
        .execute((connection) => processUpload(connection, id, never, Number.POSITIVE_INFINITY)),
    );
    await Promise.all(both);
    await processUploads(who.viewer.id, never);
    expect(await viewOf(who, id)).toMatchObject({ state: "done", created: 2_600, unchanged: 0, failed: 0 });
    expect(await stockOf(who)).toHaveLength(2_600);
  });

  test("is finished when the server stops, and another server continues with the next batch [M2.52]", async () => {
    const who = await person("shop");
    const file = `${racketFile(1_200)}\r\nBlade 1,120,racket,Wilson,Good\r\nBlade 1,1,racket,Wilson,Good`;
    const id = await received(who, file);
    const ending = new AbortController();
    ending.abort(new Error("the server ends"));
    await expect(processUploads(who.viewer.id, ending.signal)).rejects.toThrow("the server ends");
    expect(await viewOf(who, id)).toMatchObject({ state: "working", read: 500, created: 500, percent: 41 });
    await processUploads(who.viewer.id, never);
    // A row that equals one from before the stop still counts as another item.
    expect(await viewOf(who, id)).toMatchObject({ state: "done", created: 1_202, unchanged: 0 });
  });

  test("is continued after its last batch, and no row before is read and checked again", async () => {
    const who = await person("shop");
    const rows = Array.from(
      { length: 1_100 },
      (_, n) => `S-${n},${n < 3 ? "Bl\u00e4de" : "Blade"},120,racket`,
    );
    const twice = ["S-3,Copy,120,racket", ",Bl\u00e4de,120,racket", ",Bl\u00e4de,120,racket"];
    rows.splice(400, 0, ",Bl\u00e4de,120,racket");
    const id = await received(who, ["sku,name,price,type", ...rows, ...twice].join("\r\n"));
    await processUploads(who.viewer.id, never, 0);
    // Without line ends, the reader would find no row here if it read this part again.
    await sql`
      update upload_parts set content = overlay(content placing convert_to(repeat('x', 5000), 'UTF8') from 100 for 5000)
      where upload_id = ${id} and number = 0
    `.execute(db());
    await processUploads(who.viewer.id, never);
    expect(await viewOf(who, id)).toMatchObject({ state: "done", read: 1_104, created: 1_103, failed: 1 });
    expect(await failures(who, id)).toEqual([
      [1_103, expect.stringContaining("Row 5 already has this SKU.")],
    ]);
    const keys = (await stockOf(who)).flatMap(({ row_key: key }) =>
      key?.startsWith("row:") ? [key.slice(-2)] : [],
    );
    expect(keys).toEqual(["#0", "#1", "#2"]);
    const batches = db().selectFrom("upload_batches").selectAll().where("upload_id", "=", id);
    expect(await batches.execute()).toEqual([]);
  });

  test("is the last of a run whose time is used up, so that other users' uploads go first", async () => {
    const who = await person("shop");
    const id = await received(who, racketFile(600));
    await processUploads(who.viewer.id, never, 0);
    expect(await viewOf(who, id)).toMatchObject({ state: "working", read: 500 });
  });

  test("is not begun after the upload was stopped; deleting the upload then keeps the listings", async () => {
    const who = await person("shop");
    const id = await received(who, racketFile(1_100));
    await processUploads(who.viewer.id, never, 0);
    await changeUpload(who.viewer, id, "stop");
    await processUploads(who.viewer.id, never);
    expect(await viewOf(who, id)).toMatchObject({ state: "stopped", read: 500 });
    await changeUpload(who.viewer, id, "forget");
    expect(await uploadOf(who.viewer, id)).toBeNull();
    expect(await stockOf(who)).toHaveLength(500);
  });
});

describe("the uploads of a person", () => {
  test("are processed one after the other, by one run of the job at a time", async () => {
    const who = await person("shop");
    const [first, second] = [await received(who, racketFile(600)), await received(who, racketFile(900))];
    await Promise.all([processUploads(who.viewer.id, never), processUploads(who.viewer.id, never)]);
    expect(await viewOf(who, first)).toMatchObject({ state: "done", created: 600 });
    expect(await viewOf(who, second)).toMatchObject({ state: "done", created: 300, unchanged: 600 });
  });

  test("do not block the job: an upload that never progresses is given up", async () => {
    const who = await person("shop");
    const id = await received(who, racketFile(3));
    await sql`delete from upload_parts where upload_id = ${id}`.execute(db());
    for (let n = 0; n < MAX_RUNS_WITHOUT_PROGRESS; n += 1)
      await expect(processUploads(who.viewer.id, never)).rejects.toThrow();
    await processUploads(who.viewer.id, never);
    expect(await viewOf(who, id)).toMatchObject({
      state: "refused",
      fault: "There was an error processing your CSV file.",
    });
  });
});
