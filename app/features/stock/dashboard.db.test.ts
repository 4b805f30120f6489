import { describe, expect, test } from "vitest";
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
  findRows("uploads", { user_id: viewer.id }, ["id", "state", "bytes"]);

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
    expect((await send(who, fileOf(MOST))).status).toBe(302);
    expect(await uploadsOf(who)).toMatchObject([{ state: "waiting", bytes: MOST }]);
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

  test("is rate limited", async () => {
    const who = await person("plain");
    for (let n = 0; n < 30; n += 1) await secondsToWait("stock_upload", who.viewer.id);
    const answer = await send(who, racketFile(1));
    expect({ status: answer.status, waits: Number(answer.headers.get("retry-after")) > 0 }).toEqual({
      status: 429,
      waits: true,
    });
    expect(await uploadsOf(who)).toEqual([]);
  });
});
