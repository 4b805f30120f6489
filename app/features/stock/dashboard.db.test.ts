import { describe, expect, test } from "vitest";
import { takeFlash } from "#app/platform/flash.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { action, loader } from "#app/routes/stock/dashboard.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows } from "#tests/support/rows.ts";
import { racketFile } from "#tests/support/stock-files.ts";
import { refusal, Visitor } from "#tests/support/visitor.ts";
import { UPLOADS_JOB } from "./upload/jobs.server.ts";
import { FILE_FIELD, NO_SCRIPT_MEGABYTES } from "./upload/rules.ts";

const PATH = "/sell/business?tab=upload";
const MOST = NO_SCRIPT_MEGABYTES * 1024 * 1024;

openDatabase((url) => startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } }));

function send({ visitor }: { visitor: Visitor }, content: string, name = "stock.csv") {
  return visitor.submit(action, PATH, { [FILE_FIELD]: new File([content], name, { type: "text/csv" }) });
}

const uploadsOf = ({ viewer }: Person) =>
  findRows("uploads", { user_id: viewer.id }, ["id", "state", "rows"]);

function fileOf(bytes: number): string {
  const start = "name,price,type,description\n";
  const row = `Blade,120,racket,${"x".repeat(4_900)}\n`;
  const rows = row.repeat(Math.floor((bytes - start.length) / row.length));
  return (start + rows).padEnd(bytes, "\n");
}

describe("the upload form without JavaScript", () => {
  test("accepts a file, and redirects to its upload, which only its sender sees", async () => {
    const who = await person("plain");
    const answer = await send(who, racketFile(2));
    const [upload] = await uploadsOf(who);
    expect(answer).toMatchObject({ status: 302, location: `${PATH}&upload=${upload?.id}` });
    const shown = (visitor: Visitor) => visitor.open(loader, answer.location ?? "");
    expect((await shown(who.visitor)).data).toMatchObject({ bulk: { upload: { id: upload?.id, rows: 2 } } });
    expect((await shown((await person("stranger")).visitor)).data).toMatchObject({
      bulk: { upload: null, uploads: [] },
    });
    expect((await shown(new Visitor())).location).toContain("/auth?next=");
  });

  test("accepts a file of the maximum size, and refuses a file that is one byte larger, with a sentence", async () => {
    const who = await person("plain");
    const file = fileOf(MOST);
    expect((await send(who, file)).status).toBe(302);
    const rows = file.split("Blade,").length - 1;
    expect(await uploadsOf(who)).toMatchObject([{ state: "waiting", rows }]);
    const other = await person("plain");
    expect(await send(other, fileOf(MOST + 1))).toMatchObject(
      refusal(413, "Without JavaScript, the file can be 5 MB at most."),
    );
    expect(await uploadsOf(other)).toEqual([]);
  });

  test("says what is wrong with the file, or that none was chosen", async () => {
    const who = await person("plain");
    expect(await send(who, "PK\u0003\u0004 and so on")).toMatchObject(refusal(422, /\w/));
    const none = { status: 422, data: { message: "Please select a CSV file to upload." } };
    // The value that a browser sends for an empty field.
    expect(await send(who, "", "")).toMatchObject(none);
    expect(await who.visitor.submit(action, PATH, { [FILE_FIELD]: "text" })).toMatchObject(none);
    expect(await who.visitor.submit(action, PATH, new URLSearchParams())).toMatchObject(none);
    const nonsense = who.visitor.request(PATH, { method: "POST", body: "{}" });
    expect(await who.visitor.run(action, nonsense)).toMatchObject(none);
    expect(await uploadsOf(who)).toEqual([]);
  });

  test("says which rows it left out, and why, as far as a message has room", async () => {
    const who = await person("plain");
    const rows =
      "name,price,type,status\nBlade,120,racket,active\nPure,90,racket,draft\nAero,0,racket,active\n";
    const answer = await send(who, rows);
    const { flash } = takeFlash(
      new Request("http://shop.test", { headers: { cookie: answer.headers.getSetCookie().join("; ") } }),
    );
    expect(flash).toMatchObject({
      title: "These rows are left out",
      description: "Drafts: 1 (row 3) · With the price €0: 1 (row 4)",
      kind: "info",
    });
    expect((await send(who, racketFile(1))).headers.getSetCookie().join()).not.toContain("flash=");
  });

  test("says first which rows it left out, where the message has no room for all", async () => {
    const who = await person("plain");
    const rows = Array.from({ length: 20 }, (_, n) => `Aero ${n},90,Taler ${n},racket,active\n`).join("");
    const answer = await send(who, `name,price,currency,type,status\nPure,90,EUR,racket,draft\n${rows}`);
    const { flash } = takeFlash(
      new Request("http://shop.test", { headers: { cookie: answer.headers.getSetCookie().join("; ") } }),
    );
    expect(flash).toMatchObject({ description: expect.stringMatching(/^Drafts: 1 · Rows waiting/) });
  });

  test("is rate limited, before anything of the file is read", async () => {
    const who = await person("plain");
    for (let n = 0; n < 30; n += 1) await secondsToWait("stock_upload", who.viewer.id);
    expect((await send(who, "PK\u0003\u0004 and so on")).status).toBe(429);
    const answer = await send(who, racketFile(1));
    expect({ status: answer.status, waits: Number(answer.headers.get("retry-after")) > 0 }).toEqual({
      status: 429,
      waits: true,
    });
    expect(await uploadsOf(who)).toEqual([]);
  });
});
