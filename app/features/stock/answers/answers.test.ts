import { describe, expect, test } from "vitest";
import type { DatedRate } from "#app/domain/currency.ts";
import type { FileChoices } from "../profiles/choices.ts";
import { surveyFile, translation } from "../profiles/translate-file.ts";
import {
  agreedRates,
  answersOf,
  choicesOf,
  hasAnswers,
  type KeptAnswers,
  questionsOf,
  shapeOf,
  waitingFor,
} from "./answers.ts";
import { answersSchema, readAnswers } from "./schema.ts";

const NOW = new Date("2026-11-29T12:00:00Z");
const ratesOf = (usd: number): readonly DatedRate[] => [{ currency: "USD", rate: usd, dated: "2026-11-27" }];

const RATE: DatedRate = { currency: "USD", rate: 1.25, dated: "2026-11-27" };

function survey(text: string) {
  return surveyFile(async function* () {
    yield new TextEncoder().encode(text);
  });
}

const layoutOf = async (text: string) => (await survey(text)).layout;

async function questionsAbout(text: string, choices: FileChoices = {}) {
  const file = await survey(text);
  const { rows, report } = translation(file, choices, NOW);
  for await (const _ of rows);
  return questionsOf(file.layout, report());
}

const SHOPIFY = "Handle,Title,Vendor,Type,Variant Price,Status\nblade,Blade 98,Wilson,Racket,120,active\n";
const LIST = "Artikel,net price,list price USD\nBlade 98,100,$125\nPure Aero,90,$110\n";

describe("the shape of a file", () => {
  test("is that of its profile and of the columns that this knows", async () => {
    const shape = shapeOf(await layoutOf(SHOPIFY));
    expect(shape).toMatch(/^shopify:/);
    const more = SHOPIFY.replace("Handle", "Warehouse shelf,Handle").replace("blade,", "A 7,blade,");
    expect(shapeOf(await layoutOf(more))).toBe(shape);
    const fewer = SHOPIFY.replace(",Status", "").replace(",active", "");
    expect(shapeOf(await layoutOf(fewer))).not.toBe(shape);
  });

  test("of an own list is that of all its columns", async () => {
    const shape = shapeOf(await layoutOf(LIST));
    expect(shapeOf(await layoutOf(LIST.replace("Pure Aero", "Pure Drive")))).toBe(shape);
    expect(shapeOf(await layoutOf(LIST.replace("Artikel,", "Regal,Artikel,")))).not.toBe(shape);
  });

  test("is none for a file of our own columns", async () => {
    expect(shapeOf(await layoutOf("name,price,type\nBlade 98,120,racket\n"))).toBeNull();
  });
});

describe("answers about a file", () => {
  test("choose the same for another file of its shape, whose columns stand elsewhere", async () => {
    const layout = await layoutOf(LIST);
    const choices: FileChoices = {
      price: [2],
      columns: ["brand", null, null],
      currencies: { USD: RATE, SEK: "out", CHF: 0.9 },
      condition: "Good",
      type: "racket",
      withUnavailable: true,
    };
    const answers = answersOf(choices, layout);
    expect(answers).toMatchObject({
      price: ["listpriceusd"],
      currencies: { USD: "rate", SEK: "out", CHF: 0.9 },
    });
    expect(answersSchema.parse(JSON.parse(JSON.stringify(answers)))).toEqual(answers);
    expect(choicesOf(answers, layout, ratesOf(1.25))).toEqual(choices);
    const moved = await layoutOf("list price USD,Artikel,net price\n$130,Blade 98,100\n");
    expect(choicesOf(answers, moved, ratesOf(1.25)).price).toEqual([0]);
  });

  test("keep what columns mean where it is not what is proposed", async () => {
    const layout = await layoutOf(LIST);
    const answers = answersOf({ columns: ["brand", "sku", null] }, layout);
    expect(answers).toEqual({ columns: { artikel: "brand", netprice: "sku" } });
    expect(choicesOf(answers, layout, []).columns).toEqual(["brand", "sku", layout.columns[2]?.role]);
  });

  test("take the newest rate of a currency, and leave it open where none is known", async () => {
    const layout = await layoutOf(LIST);
    const answers = answersOf({ currencies: { USD: RATE } }, layout);
    expect(choicesOf(answers, layout, ratesOf(1.17)).currencies).toEqual({ USD: ratesOf(1.17)[0] });
    expect(choicesOf(answers, layout, [])).toEqual({});
  });

  test("leave the price open where its column is empty", async () => {
    const answers = answersOf({ price: [2] }, await layoutOf(LIST));
    expect(choicesOf(answers, await layoutOf(LIST.replace("$125", "").replace("$110", "")), [])).toEqual({});
  });

  test("stay an own rate that is the same as that of the day", async () => {
    const layout = await layoutOf(LIST);
    const answers = answersOf({ currencies: { USD: 1.25 } }, layout);
    expect(answers).toEqual({ currencies: { USD: 1.25 } });
    expect(choicesOf(answers, layout, [RATE]).currencies).toEqual({ USD: 1.25 });
  });

  test("keep what this file cannot say: its price column is empty, it lacks a column, or a currency", async () => {
    const layout = await layoutOf(LIST.replace("$125", "").replace("$110", ""));
    const before: KeptAnswers = {
      price: ["listpriceusd"],
      columns: { regal: "sku", artikel: "brand" },
      currencies: { USD: "rate", SEK: 11 },
      condition: "Good",
    };
    const choices = choicesOf(before, layout, [RATE]);
    expect(answersOf(choices, layout, before)).toEqual(before);
    const roles = layout.columns.map(({ role }) => role);
    expect(answersOf({ columns: roles, currencies: { SEK: "out" } }, layout, before)).toEqual({
      price: ["listpriceusd"],
      columns: { regal: "sku" },
      currencies: { SEK: "out", USD: "rate" },
    });
  });

  test("do not name the price that is proposed, so that a sale price of next week counts", async () => {
    const layout = await layoutOf("name,price,type\nBlade 98,120,racket\nx,1,y\n".replace("type", "Art"));
    expect(layout).toMatchObject({ isPriceSure: true, prices: [[1]] });
    expect(answersOf({ price: [1], columns: ["name", null, null] }, layout)).not.toHaveProperty("price");
  });

  test("are of twenty currencies at most, and are read part by part", async () => {
    const currencies = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`X${n}`, 1.5]));
    const answers = answersOf({ currencies, condition: "Good" }, await layoutOf(LIST));
    expect(Object.keys(answers.currencies ?? {})).toHaveLength(20);
    expect(answersSchema.parse(answers)).toEqual(answers);
    expect(readAnswers({ currencies, condition: "Good", type: "boat" })).toEqual(answers);
    expect(readAnswers(null)).toEqual({});
  });

  test("use a rate that is older than a week only in the week in which it was agreed to", () => {
    const old = { ...RATE, dated: "2026-11-20" };
    expect(agreedRates([RATE, old], null, NOW)).toEqual([RATE]);
    expect(agreedRates([RATE, old], "2026-11-21T12:00:00Z", NOW)).toEqual([RATE]);
    expect(agreedRates([RATE, old], new Date("2026-11-23T12:00:00Z"), NOW)).toEqual([RATE, old]);
  });

  test("are none where nothing was chosen", async () => {
    const layout = await layoutOf(SHOPIFY);
    const columns = layout.columns.map(({ role }) => role);
    expect(hasAnswers(answersOf({ columns, currencies: {}, withUnavailable: false }, layout))).toBe(false);
  });

  test.each([
    { columns: { artikel: "constructor" } },
    { columns: { artikel: "__proto__" } },
    { currencies: { USD: 0 } },
    { currencies: { USD: "1.2" } },
    { condition: "Mint" },
    { type: "boat" },
    { price: [] },
    { price: [3] },
  ])("are refused as %j", (answers) => {
    expect(answersSchema.safeParse(answers).success).toBe(false);
  });
});

describe("questions about a file", () => {
  test("wait again where a price is kept that the file lacks, or there is no rate", async () => {
    const file = await survey(LIST);
    const { rows, report } = translation(file, { price: [2] }, NOW);
    for await (const _ of rows);
    const answers: KeptAnswers = { price: ["uvp"], currencies: { USD: "rate" } };
    const questions = questionsOf(file.layout, report(), answers);
    expect(waitingFor(questions, answers, [])).toEqual(
      expect.arrayContaining([
        { about: "price", currency: "", count: 2 },
        { about: "currency", currency: "USD", count: 2 },
      ]),
    );
    const chosen = { ...answers, price: ["netprice"] };
    expect(waitingFor(questions, chosen, [RATE]).map(({ about }) => about)).not.toContain("price");
  });

  test("are the price, currencies, and types that nobody recognises", async () => {
    const questions = await questionsAbout(LIST);
    expect(questions).toMatchObject({
      rows: 2,
      isPriceSure: false,
      prices: [
        { columns: ["netprice"], headings: ["net price"], samples: ["100", "90"] },
        { columns: ["listpriceusd"], headings: ["list price USD"], samples: ["$125", "$110"] },
      ],
    });
    expect(waitingFor(questions, {}, [])).toContainEqual({ about: "price", currency: "", count: 2 });
    const priced = await questionsAbout(LIST, { price: [2] });
    expect(waitingFor(priced, { price: ["listpriceusd"] }, [])).toContainEqual({
      about: "currency",
      currency: "USD",
      count: 2,
    });
    expect(
      waitingFor(priced, { price: ["listpriceusd"], currencies: { USD: "rate" }, type: "racket" }, [RATE]),
    ).toEqual([]);
  });
});
