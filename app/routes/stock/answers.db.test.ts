import { beforeEach, describe, expect, test } from "vitest";
import { answersOf, shapeOf } from "#app/features/stock/answers/answers.ts";
import { MAX_SHAPES } from "#app/features/stock/answers/commands.server.ts";
import { answersPath } from "#app/features/stock/answers/view.ts";
import { surveyFile } from "#app/features/stock/profiles/translate-file.ts";
import { UPLOADS_JOB } from "#app/features/stock/upload/jobs.server.ts";
import { FILE_FIELD } from "#app/features/stock/upload/rules.ts";
import { sendPath } from "#app/features/stock/upload/view.ts";
import { processUploads } from "#app/features/stock/upload/work.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { exportOf } from "#tests/support/data-export.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows, insertRow } from "#tests/support/rows.ts";
import { racketFile } from "#tests/support/stock-files.ts";
import { faultsIn, type Outcome, refusal, Visitor } from "#tests/support/visitor.ts";
import { action as change, loader as look } from "./answers.route.tsx";
import { loader as dashboard, action as sendPlain } from "./dashboard.route.tsx";
import { action as sendFile } from "./uploads.route.ts";

const UPLOAD = "/sell/business?tab=upload";
const NOTHING = "00000000-0000-7000-8000-000000000000";
const FILE = "name,price USD,type,brand,condition,sku\nBlade 98,$125,racket,Wilson,Good,A\n";

let owner: Person;
let stranger: Person;

openDatabase(async (url) => {
  await startJobs(url, { [UPLOADS_JOB]: { once: true, async work() {} } });
  stranger = await person("stranger");
});
beforeEach(async () => {
  owner = await person("shop");
});

/** Sends a file without scripts; the message of the next page. */
async function plain(file: string) {
  const sent = new File([file], "stock.csv", { type: "text/csv" });
  return flashOf(await owner.visitor.submit(sendPlain, UPLOAD, { [FILE_FIELD]: sent }));
}

function flashOf({ headers }: Outcome) {
  const cookie = headers.getSetCookie().join("; ");
  return takeFlash(new Request("http://shop.test", { headers: { cookie } })).flash;
}

async function pricesListed() {
  await processUploads(owner.viewer.id, new AbortController().signal);
  const rows = await findRows("listings", { user_id: owner.viewer.id }, ["price_cents"]);
  return rows.map((row) => row.price_cents);
}

const rows = ({ viewer }: Person) => findRows("stock_answers", { user_id: viewer.id }, ["id", "answers"]);

async function onlyId(): Promise<string> {
  const [row, ...others] = await rows(owner);
  expect(others).toEqual([]);
  return row?.id ?? expect.fail("nothing is kept");
}

const open = (visitor: Visitor, id: string) => visitor.open(look, answersPath(id), { id });
const give = (visitor: Visitor, id: string, fields: Record<string, string>) =>
  visitor.submit(change, answersPath(id), fields, { id });
const IN_DOLLARS = { intent: "save", currency: "USD", way: "rate", rate: "" };

describe("a file that is sent without scripts", () => {
  test("names what it would ask; its sender answers on a page, and the next file of its shape uses that", async () => {
    expect(await plain(FILE)).toMatchObject({ title: "Rows waiting for your answer: Prices in USD: 1." });
    expect(await pricesListed()).toEqual([]);
    const id = await onlyId();
    expect((await owner.visitor.open(dashboard, UPLOAD)).data).toMatchObject({
      bulk: {
        answers: [{ id, title: "stock.csv", waiting: [{ about: "currency", currency: "USD", count: 1 }] }],
      },
    });
    expect((await open(owner.visitor, id)).data).toMatchObject({
      details: { questions: { currencies: [{ currency: "USD", count: 1, samples: ["$125"] }] } },
    });
    expect((await give(owner.visitor, id, IN_DOLLARS)).location).toBe(UPLOAD);
    expect(await plain(FILE)).toMatchObject({
      title: expect.stringMatching(/^Your answers of .+ are used\. €1 = 1\.172 USD, rate of /),
    });
    expect(await pricesListed()).toEqual([10_666]);
  });

  test("asks nothing, and nothing is kept, if it is in our own columns", async () => {
    expect(await plain(racketFile(1))).toBeNull();
    expect(await rows(owner)).toEqual([]);
  });

  test("says which rows it left out besides", async () => {
    const draft = FILE.replace("sku\n", "sku,status\n").replace(
      ",A\n",
      ",A,active\nPure,$9,racket,Head,Good,B,draft\n",
    );
    expect(await plain(draft)).toMatchObject({
      title: "These rows are left out",
      description: "Drafts: 1 (row 3) · Rows waiting for your answer: Prices in USD: 1.",
    });
  });
});

describe("the answers about files", () => {
  test("are seen and changed by nobody else", async () => {
    await plain(FILE);
    const id = await onlyId();
    for (const of of [id, NOTHING, "x"]) expect((await open(stranger.visitor, of)).status).toBe(404);
    expect((await open(new Visitor(), id)).location).toMatch(/^\/auth\?next=/);
    const before = await rows(owner);
    for (const fields of [IN_DOLLARS, { intent: "forget" }]) {
      expect(await give(stranger.visitor, id, fields)).toMatchObject(
        refusal(404, "These answers no longer exist, or they are not yours."),
      );
      expect((await give(new Visitor(), id, fields)).location).toMatch(/^\/auth/);
    }
    expect(await rows(owner)).toEqual(before);
    expect((await stranger.visitor.open(dashboard, UPLOAD)).data).toMatchObject({ bulk: { answers: [] } });
  });

  test("can be an own rate, which is a number", async () => {
    await plain(FILE);
    const id = await onlyId();
    const ownRate = { ...IN_DOLLARS, way: "own", rate: "a lot" };
    const refused = await give(owner.visitor, id, ownRate);
    expect(faultsIn(refused)).toEqual({ "rate[0]": ["Enter a number above 0."] });
    await give(owner.visitor, id, { ...ownRate, rate: "1,25" });
    expect(await plain(FILE)).toMatchObject({
      title: expect.stringContaining("€1 = 1.25 USD, your own rate"),
    });
    expect(await pricesListed()).toEqual([10_000]);
  });

  test("keep what a form does not ask", async () => {
    await plain(FILE);
    const id = await onlyId();
    await give(owner.visitor, id, IN_DOLLARS);
    await give(owner.visitor, id, { intent: "save", condition: "Good", type: "racket" });
    expect(await rows(owner)).toMatchObject([
      { answers: { currencies: { USD: "rate" }, condition: "Good", type: "racket" } },
    ]);
    expect((await give(owner.visitor, id, { intent: "save", condition: "Mint" })).status).toBe(422);
  });

  test("change only where a form says something else than it showed", async () => {
    await plain(FILE);
    const id = await onlyId();
    const opened = { ...IN_DOLLARS, way: "", shown: "{}" };
    await give(owner.visitor, id, { ...IN_DOLLARS, condition: "Good" });
    await give(owner.visitor, id, { ...opened, type: "racket" });
    const answers = { currencies: { USD: "rate" }, condition: "Good", type: "racket" };
    expect(await rows(owner)).toMatchObject([{ answers }]);
    await give(owner.visitor, id, { ...opened, shown: JSON.stringify(answers) });
    expect((await rows(owner))[0]?.answers).toEqual({ currencies: {} });
  });

  test("are deleted by who starts over", async () => {
    await plain(FILE);
    const id = await onlyId();
    await give(owner.visitor, id, IN_DOLLARS);
    expect((await give(owner.visitor, id, { intent: "forget" })).location).toBe(UPLOAD);
    expect(await rows(owner)).toEqual([]);
    expect(await plain(FILE)).toMatchObject({ title: expect.stringContaining("Prices in USD: 1") });
  });

  test("are exported", async () => {
    await plain(FILE);
    await give(owner.visitor, await onlyId(), IN_DOLLARS);
    expect(await exportOf(owner)).toMatchObject({
      answersAboutFiles: [{ fileName: "stock.csv", answers: { currencies: { USD: "rate" } } }],
    });
  });

  test("are those of the files that were used last", async () => {
    const before = { user_id: owner.viewer.id, file_name: "old.csv", used_at: new Date("2026-01-01") };
    for (let n = 0; n < MAX_SHAPES; n += 1)
      await insertRow("stock_answers", { ...before, shape: `own:${n}` });
    await plain(FILE);
    const kept = await findRows("stock_answers", { user_id: owner.viewer.id }, ["file_name"]);
    expect(kept).toHaveLength(MAX_SHAPES);
    expect(kept).toContainEqual({ file_name: "stock.csv" });
  });
});

describe("a file that a browser has read", () => {
  async function sent(visitor: Visitor, answers: object, startsOver = false): Promise<Outcome> {
    const { layout } = await surveyFile(async function* () {
      yield new TextEncoder().encode(FILE);
    });
    const kept = { shape: shapeOf(layout) ?? "", answers: answersOf(answers, layout), startsOver };
    const path = sendPath(crypto.randomUUID(), "stock.csv", "keep", kept);
    return visitor.run(sendFile, visitor.request(path, { method: "POST", body: racketFile(1) }));
  }

  test("keeps its answers for the next one, in a browser or without scripts; none are forgotten", async () => {
    expect((await sent(owner.visitor, { currencies: { USD: 1.25 }, condition: "Good" })).status).toBe(200);
    expect((await owner.visitor.open(dashboard, UPLOAD)).data).toMatchObject({
      bulk: { answers: [{ title: "stock.csv", answers: { currencies: { USD: 1.25 }, condition: "Good" } }] },
    });
    expect(await plain(FILE)).toMatchObject({ title: expect.stringContaining("your own rate") });
    await sent(owner.visitor, {}, true);
    expect(await rows(owner)).toEqual([]);
  });

  test("keeps what was answered about other currencies meanwhile, unless its sender starts over", async () => {
    await sent(owner.visitor, { currencies: { USD: 1.25, SEK: "out" } });
    await sent(owner.visitor, { currencies: { USD: 1.2, GBP: 0.9 }, condition: "Good" });
    const currencies = { USD: 1.2, SEK: "out", GBP: 0.9 };
    expect(await rows(owner)).toMatchObject([{ answers: { currencies, condition: "Good" } }]);
    await sent(owner.visitor, { currencies: { GBP: 0.9 } }, true);
    expect((await rows(owner))[0]?.answers).toEqual({ currencies: { GBP: 0.9 } });
  });

  test("keeps nothing for a visitor, and nothing that cannot be an answer", async () => {
    expect((await sent(new Visitor(), { condition: "Good" })).status).toBe(401);
    const path = `${sendPath(crypto.randomUUID(), "stock.csv", "keep")}&shape=own:none&answers=`;
    for (const text of ["{", "[]", '{"columns":{"a":"__proto__"}}', '{"condition":"Mint"}'])
      expect(
        (
          await owner.visitor.run(
            sendFile,
            owner.visitor.request(path + encodeURIComponent(text), { method: "POST", body: racketFile(1) }),
          )
        ).status,
      ).toBe(422);
    expect(await findRows("stock_answers", { shape: "own:none" }, ["id"])).toEqual([]);
  });
});
