import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { FileFault } from "#app/domain/csv/file-fault.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { loader as onLook, action as onUploads } from "#app/routes/stock/uploads.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { inChunks, racketFile, sending } from "#tests/support/stock-files.ts";
import { fileFaultText } from "../csv/fault-text.ts";
import { changeUpload } from "./commands.server.ts";
import { recoverAndExpireUploads, UPLOADS_JOB } from "./jobs.server.ts";
import { partsOf } from "./parts.server.ts";
import { receiveUpload } from "./receive.server.ts";
import { MAX_KEPT_UPLOADS, MAX_UNFINISHED_UPLOADS } from "./rules.ts";

const MEGABYTE = 1024 * 1024;

openDatabase(async (url) => {
  // The job does nothing, so that the uploads stay waiting.
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
});

const bytes = (text: string) => new TextEncoder().encode(text);

async function send(...given: Parameters<typeof sending>): Promise<{ status: number; answer: unknown }> {
  const response = await onUploads({ request: sending(...given), params: {} } as never);
  return { status: response.status, answer: await response.json() };
}

function uploadsOf({ viewer }: Person) {
  return db()
    .selectFrom("uploads")
    .select(["id", "state", "rows", "encoding", "separator", "columns", "bytes", "file_name", "known"])
    .where("user_id", "=", viewer.id)
    .orderBy("created_at")
    .execute();
}

async function contentOf(id: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of partsOf(id)) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function fileOf(size: number): string {
  const description = "x".repeat(4_900);
  const rows = Math.ceil(size / 5_000);
  const lines = Array.from({ length: rows }, (_, n) => `Blade ${n},120,racket,${description}`);
  return ["name,price,type,description", ...lines].join("\n");
}

describe("a stock file that is sent", () => {
  test("is stored unchanged and checked, and then waits for processing", async () => {
    const who = await person("shop");
    const text = racketFile(3);
    const { status, answer } = await send(who, text, { name: "C:\\stock\\rackets.csv", known: "update" });
    expect(status).toBe(200);
    const [upload, ...others] = await uploadsOf(who);
    expect(others).toEqual([]);
    expect(answer).toEqual({ id: upload?.id });
    expect(upload).toEqual({
      id: expect.any(String),
      state: "waiting",
      rows: 3,
      encoding: "utf-8",
      separator: ",",
      columns: ["name", "price", "type", "brand", "condition"],
      bytes: text.length,
      file_name: "rackets.csv",
      known: "update",
    });
    expect(await contentOf(upload?.id ?? "")).toBe(text);
  });

  test("is stored in parts of one size, whatever the size of the chunks in which it arrives", async () => {
    const who = await person("shop");
    const text = fileOf(MEGABYTE);
    const sent = { clientId: randomUUID(), fileName: "a.csv", known: "keep" } as const;
    const { id } = await receiveUpload(who.viewer, sent, inChunks(bytes(text), 77_777));
    const { n } = await db()
      .selectFrom("upload_parts")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("upload_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(n).toBe(Math.ceil(text.length / (256 * 1024)));
    expect((await contentOf(id)) === text).toBe(true);
  });

  test.each([
    { encoding: "windows-1252", o: "\u00f6" },
    { encoding: "macintosh", o: "\u009a" },
  ])(
    "in $encoding has its encoding and separator detected, and its columns matched",
    async ({ encoding, o }) => {
      const who = await person("shop");
      const text = `Naam;Prijs;TYPE;Head Size;who knows\r\nB${o}sch;12,50;racket;98;x\r\n`;
      const { status } = await send(who, Buffer.from(text, "latin1"));
      expect(status).toBe(200);
      const [upload] = await uploadsOf(who);
      expect(upload).toMatchObject({
        encoding,
        separator: ";",
        columns: ["name", "price", "type", "headsize", null],
        rows: 1,
      });
    },
  );

  test("twice with the same client id is one upload", async () => {
    const who = await person("shop");
    const client = randomUUID();
    const first = await send(who, racketFile(2), { client });
    const second = await send(who, racketFile(2), { client });
    expect(second).toEqual(first);
    expect(await uploadsOf(who)).toHaveLength(1);
    const other = await person("shop");
    await send(other, racketFile(2), { client });
    expect(await uploadsOf(other)).toHaveLength(1);
  });

  test("only in part leaves nothing stored, and can be sent again with the same client id", async () => {
    const who = await person("shop");
    const client = randomUUID();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes(racketFile(20_000)));
      },
      pull(controller) {
        controller.error(new Error("the line is gone"));
      },
    });
    const answer = await send(who, body, { client });
    expect(answer).toMatchObject({ status: 408, answer: { reason: "stock_file_broken" } });
    expect(await uploadsOf(who)).toEqual([]);
    expect((await send(who, racketFile(2), { client })).status).toBe(200);
  });

  test("again while the first request hangs replaces the first upload", async () => {
    const who = await person("shop");
    const clientId = randomUUID();
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
    const { promise: started, resolve: begin } = Promise.withResolvers<void>();
    async function* hanging() {
      yield bytes(racketFile(20_000));
      begin();
      await resumed;
      yield bytes("\r\nmore,120,racket,Wilson,Good");
    }
    const sent = { clientId, fileName: "a.csv", known: "keep" } as const;
    const first = receiveUpload(who.viewer, sent, hanging());
    await started;
    const { id } = await receiveUpload(who.viewer, sent, inChunks(bytes(racketFile(2))));
    resume();
    await expect(first).rejects.toMatchObject({ reason: "stock_file_broken" });
    expect(await uploadsOf(who)).toMatchObject([{ id, state: "waiting", rows: 2 }]);
  });

  test("is deleted when it has not arrived within an hour, or 30 days after it was processed", async () => {
    const who = await person("shop");
    const old = { user_id: who.viewer.id, file_name: "a.csv" };
    await insertRows("uploads", [
      { ...old, client_id: randomUUID(), created_at: new Date(Date.now() - 61 * 60_000) },
      { ...old, client_id: randomUUID(), created_at: new Date(Date.now() - 50 * 60_000) },
      {
        ...old,
        client_id: randomUUID(),
        state: "done",
        finished_at: new Date(Date.now() - 31 * 24 * 3_600_000),
      },
      { ...old, client_id: randomUUID(), state: "done", finished_at: new Date() },
    ]);
    await recoverAndExpireUploads();
    const left = await uploadsOf(who);
    expect(left.map(({ state }) => state).sort()).toEqual(["done", "receiving"]);
  });

  test("is deleted with a longer statement timeout, since it may have ordered a million pictures", async () => {
    const who = await person("shop");
    const old = { user_id: who.viewer.id, file_name: "a.csv", state: "done" };
    const [first] = await db()
      .insertInto("uploads")
      .values([
        { ...old, client_id: randomUUID(), finished_at: new Date() },
        { ...old, client_id: randomUUID(), finished_at: new Date(0) },
      ])
      .returning("id")
      .execute();
    await sql`create table patiences (patience text)`.execute(db());
    await sql`
      create function note_patience() returns trigger language plpgsql as $$
      begin
        insert into patiences values (current_setting('statement_timeout'));
        return old;
      end $$
    `.execute(db());
    await sql`
      create trigger note_patience before delete on uploads for each row execute function note_patience()
    `.execute(db());
    await recoverAndExpireUploads();
    await changeUpload(who.viewer, first?.id ?? "", "forget");
    const { rows } = await sql<{ patience: string }>`select patience from patiences`.execute(db());
    expect(rows).toEqual([{ patience: "10min" }, { patience: "10min" }]);
    await sql`drop trigger note_patience on uploads`.execute(db());
  });
});

describe("a stock file is refused", () => {
  const REFUSED: readonly (readonly [string, BodyInit, FileFault])[] = [
    ["that is empty", "", "empty"],
    ["that is a zip file", Buffer.from("PK\u0003\u0004 and so on"), "zip"],
    ["of an old spreadsheet", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), "spreadsheet"],
    ["that is no text", Buffer.from([1, 0, 0, 2, 0, 3]), "binary"],
    ["with a line that never ends", "x".repeat(MEGABYTE), "endless_line"],
    ["with a quotation mark left open", `name,price,type\n"Blade,120,racket`, "quotes"],
    ["with a heading alone", "name,price,type\r\n", "no_rows"],
    ["whose heading has no known column", "a,b\r\n1,2\r\n", "no_columns"],
    ["with too many rows", racketFile(50_001), "too_many_rows"],
  ];
  for (const [what, body, fault] of REFUSED)
    test(what, async () => {
      const who = await person("shop");
      const { status, answer } = await send(who, body);
      const { message } = answer as { message: string };
      expect(status).toBe(422);
      // The row of the fault is in some sentences.
      expect([1, 2, 3].map((row) => fileFaultText(fault, row))).toContain(message);
      expect(await uploadsOf(who)).toEqual([]);
    });

  test("that announces a gigabyte, before any of it is read", async () => {
    const who = await person("shop");
    let read = 0;
    const body = new ReadableStream({
      pull(controller) {
        read += 1;
        controller.enqueue(bytes("name"));
      },
    });
    const { status, answer } = await send(who, body, {
      headers: { "content-length": String(1024 * MEGABYTE) },
    });
    expect({ status, answer }).toMatchObject({ status: 413, answer: { reason: "stock_file_too_large" } });
    // A stream fills its buffer without being read.
    expect(read).toBeLessThan(3);
  });

  test("that is too large, as soon as the limit is reached [V5.2.1]", async () => {
    const who = await person("shop");
    let megabytes = 0;
    async function* endless() {
      yield bytes("name,price,type\n");
      for (;;) {
        megabytes += 1;
        yield bytes(`${`Blade,120,racket\n`.repeat(MEGABYTE / 17)}`);
      }
    }
    const sent = { clientId: randomUUID(), fileName: "a.csv", known: "keep" } as const;
    await expect(receiveUpload(who.viewer, sent, endless())).rejects.toMatchObject({
      reason: "stock_file_too_large",
    });
    expect(megabytes).toBeLessThan(53);
    expect(await uploadsOf(who)).toEqual([]);
  });

  test("while too many uploads of the same person are waiting", async () => {
    const who = await person("shop");
    for (let n = 0; n < MAX_UNFINISHED_UPLOADS; n += 1)
      expect((await send(who, racketFile(1))).status).toBe(200);
    expect(await send(who, racketFile(1))).toMatchObject({
      status: 409,
      answer: { reason: "stock_file_waiting" },
    });
  });

  test("from a visitor", async () => {
    expect(await send(null, racketFile(1))).toMatchObject({ status: 401, answer: { reason: "signed_out" } });
  });

  test("without a valid client id, or with an invalid list of columns", async () => {
    const who = await person("shop");
    expect(await send(who, racketFile(1), { client: "1" })).toMatchObject({
      status: 422,
      answer: { reason: "invalid" },
    });
    for (const columns of [["nothing"], ["name", "name"], "name"]) {
      const request = sending(who, racketFile(1));
      const address = new URL(request.url);
      address.searchParams.set("columns", JSON.stringify(columns));
      const response = await onUploads({ request: new Request(address, request), params: {} } as never);
      expect(response.status).toBe(422);
    }
  });

  test("from a person who has sent thirty files within an hour", async () => {
    const who = await person("shop");
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push(await send(who, ""));
    expect(answers.at(29)).toMatchObject({ status: 422 });
    expect(answers.at(30)).toMatchObject({ status: 429, answer: { reason: "too_often" } });
  });

  test("by any HTTP method but POST", async () => {
    expect(onLook().status).toBe(405);
    const request = sending(await person("shop"), racketFile(1));
    const put = new Request(request.url, { method: "PUT" });
    expect((await onUploads({ request: put, params: {} } as never)).status).toBe(405);
  });
});

describe("the uploads of a person", () => {
  test("can name the meaning of each column in a parameter; then the heading is not used to detect it", async () => {
    const who = await person("shop");
    const request = sending(who, "a,b,c,d\nBlade,120,racket,x\n");
    const address = new URL(request.url);
    address.searchParams.set("columns", JSON.stringify(["name", "price", "type"]));
    const response = await onUploads({ request: new Request(address, request), params: {} } as never);
    expect(response.status).toBe(200);
    expect(await uploadsOf(who)).toMatchObject([{ columns: ["name", "price", "type", null] }]);
  });

  test("are limited in number: the oldest are deleted", async () => {
    const who = await person("shop");
    const uploadRow = (n: number) => ({
      user_id: who.viewer.id,
      client_id: randomUUID(),
      file_name: `${n}.csv`,
      state: "done",
      created_at: new Date(Date.now() - (100 - n) * 60_000),
      finished_at: new Date(),
    });
    await insertRows(
      "uploads",
      Array.from({ length: MAX_KEPT_UPLOADS + 3 }, (_, n) => uploadRow(n)),
    );
    await send(who, racketFile(1), { name: "new.csv" });
    const names = (await uploadsOf(who)).map(({ file_name }) => file_name);
    expect(names).toHaveLength(MAX_KEPT_UPLOADS);
    expect(names.slice(0, 2)).toEqual(["4.csv", "5.csv"]);
    expect(names.at(-1)).toBe("new.csv");
  });
});
