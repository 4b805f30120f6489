import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { loader as failedFile } from "#app/routes/stock/failed-rows.route.ts";
import { action as change, loader as look } from "#app/routes/stock/upload.route.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { inChunks, racketFile } from "#tests/support/stock-files.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { UPLOADS_JOB } from "./jobs.server.ts";
import { uploadOf, uploadsOf } from "./present.server.ts";
import { receiveUpload } from "./receive.server.ts";
import { deleteOldFiles } from "./retention.server.ts";
import { failedRowsPath, type UploadView, uploadPath } from "./view.ts";
import { processUploads } from "./work.server.ts";

const FILE = [
  "name,price,type,headsize,who knows,condition",
  '"=HYPERLINK(""x"")",cheap,racket,98,?,Good',
  "Blade,120,racket,98,?,Good",
  '"Two\nlines, quoted",12,boat,,?,',
].join("\n");

let owner: Person;
let stranger: Person;
let id: string;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  [owner, stranger] = [await person("shop"), await person("stranger")];
  id = await uploaded(owner, FILE);
});

async function uploaded(who: Person, file: string, isWorked = true): Promise<string> {
  const sent = { clientId: randomUUID(), fileName: "stock.csv", known: "keep" } as const;
  const bytes = new TextEncoder().encode(file);
  const { id: made } = await receiveUpload(who.viewer, sent, inChunks(bytes));
  if (isWorked) await processUploads(who.viewer.id, new AbortController().signal);
  return made;
}

const open = (visitor: Visitor, uploadId: string) =>
  visitor.open(look, uploadPath(uploadId), { id: uploadId });
const ask = (visitor: Visitor, uploadId: string, intent: string) =>
  visitor.call(change, uploadPath(uploadId), { intent }, { id: uploadId });
const download = (visitor: Visitor, uploadId: string) =>
  visitor.open(failedFile, failedRowsPath(uploadId), { id: uploadId });

describe("the view of an upload", () => {
  test("shows its owner the progress, and why the first failed rows failed", async () => {
    const { status, data } = await open(owner.visitor, id);
    expect(status).toBe(200);
    expect(JSON.parse(String(data))).toEqual({
      id,
      fileName: "stock.csv",
      isOfFeed: false,
      state: "done",
      fault: null,
      known: "keep",
      hasFile: true,
      rows: 3,
      read: 3,
      percent: 100,
      succeeded: 1,
      failed: 2,
      created: 1,
      updated: 0,
      unchanged: 0,
      soldHere: 0,
      linked: 0,
      firstLinked: [],
      far: 0,
      lastFar: 0,
      firstFar: [],
      first: [
        { number: 2, name: '=HYPERLINK("x")', faults: ["Price must be a valid number"] },
        { number: 4, name: "Two\nlines, quoted", faults: ["Unknown item type: boat"] },
      ],
      pictures: { waiting: 0, done: 0, failed: 0 },
      undo: {
        state: "possible",
        deleted: 1,
        restored: 0,
        percent: 0,
        kept: 0,
        firstKept: [],
        until: expect.any(String),
      },
      isUndone: false,
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
    });
  });

  test("is not found for other people, and visitors receive 401", async () => {
    expect((await open(stranger.visitor, id)).status).toBe(404);
    expect((await open(owner.visitor, randomUUID())).status).toBe(404);
    expect((await open(owner.visitor, "none")).status).toBe(404);
    expect((await open(new Visitor(), id)).status).toBe(401);
  });

  test("is listed with the owner's other uploads, the newest first", async () => {
    const who = await person("shop");
    const [first, second] = [await uploaded(who, FILE), await uploaded(who, racketFile(2))];
    expect((await uploadsOf(who.viewer)).map((view) => view.id)).toEqual([second, first]);
    expect((await uploadsOf(who.viewer, 1)).map((view) => view.id)).toEqual([second]);
  });
});

describe("the file of failed rows", () => {
  test("has the names of the known columns as its heading, each row unchanged, and the reason in a last column", async () => {
    const { status, headers, data } = await download(owner.visitor, id);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain("attachment");
    expect(String(data).replace("\ufeff", "").split("\r\n")).toEqual([
      "name,price,type,headsize,condition,reason",
      `"'=HYPERLINK(""x"")",cheap,racket,98,Good,Price must be a valid number`,
      '"Two\nlines, quoted",12,boat,,,Unknown item type: boat',
      "",
    ]);
  });

  test("can be corrected and uploaded", async () => {
    const { data } = await download(owner.visitor, id);
    const fixed = String(data).replace("cheap", "80").replace("boat", "bag");
    const again = await uploaded(owner, fixed);
    expect(JSON.parse(String((await open(owner.visitor, again)).data))).toMatchObject({
      created: 2,
      failed: 0,
    });
  });

  test("has every failed row, also when there are more than a thousand", async () => {
    const who = await person("shop");
    const many = await uploaded(who, racketFile(1_200, { price: "x" }));
    const { data } = await download(who.visitor, many);
    expect(String(data).trim().split("\r\n")).toHaveLength(1_201);
    expect((await exportOf(who)).failedRows).toHaveLength(1_200);
  });
});

describe("an action on an upload", () => {
  test("is refused to other people and to visitors", async () => {
    for (const intent of ["update", "stop", "forget"]) {
      expect((await ask(stranger.visitor, id, intent)).status).toBe(404);
      expect((await ask(new Visitor(), id, intent)).status).toBe(401);
    }
    expect((await open(owner.visitor, id)).status).toBe(200);
  });

  test("that is done may process it again or delete it, but not stop it", async () => {
    const who = await person("shop");
    const done = await uploaded(who, racketFile(2));
    const stopped = await ask(who.visitor, done, "stop");
    expect(stopped.status).toBe(409);
    expect(JSON.parse(String(stopped.data))).toMatchObject({ message: expect.stringMatching(/\w/) });
    const updated = await ask(who.visitor, done, "update");
    expect(updated.status).toBe(200);
    expect((await ask(who.visitor, done, "update")).status).toBe(409);
    expect((await ask(who.visitor, done, "stop")).status).toBe(200);
    expect((await ask(who.visitor, done, "forget")).status).toBe(200);
    expect((await open(who.visitor, done)).status).toBe(404);
  });

  test("is rate limited: processing again counts as an upload, stopping and deleting count as edits of the stock", async () => {
    const who = await person("shop");
    const done = await uploaded(who, racketFile(1));
    for (let n = 0; n < 30; n += 1) await secondsToWait("stock_upload", who.viewer.id);
    const again = await ask(who.visitor, done, "update");
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(JSON.parse(String(again.data))).toMatchObject({
      message: expect.stringContaining("Too many attempts"),
    });
    expect(await uploadOf(who.viewer, done)).toMatchObject({ state: "done", known: "keep" });
    // Cheap actions are still allowed, until their own limit.
    expect((await ask(who.visitor, done, "stop")).status).toBe(409);
    for (let n = 0; n < 1_200; n += 1) await secondsToWait("stock_write", who.viewer.id);
    for (const intent of ["stop", "forget"]) expect((await ask(who.visitor, done, intent)).status).toBe(429);
    expect((await open(who.visitor, done)).status).toBe(200);
    // The limit of another user is separate.
    expect((await ask(stranger.visitor, done, "forget")).status).toBe(404);
  });

  test("is refused when the action or the upload is unknown", async () => {
    expect((await ask(owner.visitor, id, "eat")).status).toBe(400);
    expect((await ask(owner.visitor, "none", "stop")).status).toBe(404);
  });
});

test("a person's unprocessed files and newest 100 MB of files are kept; of older uploads, only the results are kept", async () => {
  const [who, other] = [await person("shop"), await person("shop")];
  const sized = async (owner: Person, megabytes: number) => {
    const upload = await uploaded(owner, racketFile(2, { price: "x" }));
    await sql`update uploads set bytes = ${megabytes} * 1048576 where id = ${upload}`.execute(db());
    return upload;
  };
  const ids = [await sized(who, 30), await sized(who, 40), await sized(who, 50), await sized(who, 20)];
  const [waiting = "", oldest = "", ...newest] = ids;
  await sql`update uploads set state = 'waiting', finished_at = null where id = ${waiting}`.execute(db());
  const others = await sized(other, 50);
  await deleteOldFiles();
  const view = async (owner: Person, upload: string) =>
    JSON.parse(String((await open(owner.visitor, upload)).data)) as UploadView;
  const have = await Promise.all(ids.map(async (upload) => (await view(who, upload)).hasFile));
  expect(have).toEqual([true, false, true, true]);
  expect((await view(other, others)).hasFile).toBe(true);
  const { rows } = await sql<{ upload_id: string }>`
    select distinct upload_id from upload_parts where upload_id = any(${[...ids, others]}::uuid[]) order by 1
  `.execute(db());
  expect(rows.map((row) => row.upload_id)).toEqual([waiting, ...newest, others]);
  expect(await view(who, oldest)).toMatchObject({ state: "done", failed: 2 });
  expect(String((await download(who.visitor, oldest)).data)).toContain("Price must be a valid number");
  // It cannot be processed again: its file is gone.
  expect((await ask(who.visitor, oldest, "update")).status).toBe(409);
  expect((await ask(who.visitor, newest[0] ?? "", "update")).status).toBe(200);
  expect((await ask(who.visitor, oldest, "forget")).status).toBe(200);
});

test("the data export of a person has their uploads", async () => {
  const { uploads } = await exportOf(owner);
  expect(uploads?.[0]).toMatchObject({ id, fileName: "stock.csv", created: 1, failed: 2 });
});
