// Exports of other systems, read as the browser's worker reads them: what is proposed without a click must be right.
import { expect, test } from "vitest";
import {
  type Proposed,
  type StockCase,
  stockCases,
  type Verdict,
  verdictOf,
} from "#tests/support/stock-cases.ts";
import { checkRow } from "../csv/check.ts";
import type { TranslatedRow } from "./choices.ts";
import { surveyFile, translation } from "./translate-file.ts";

const NOW = new Date("2026-11-29T12:00:00Z");
/** The share of listings that must be ready, over all files. */
const LEAST = 0.95;

async function proposedFor({ bytes }: StockCase): Promise<Proposed> {
  async function* source() {
    yield bytes;
  }
  const { layout, rows, report } = translation(await surveyFile(source), {}, NOW);
  const translated: TranslatedRow[] = [];
  for await (const batch of rows) translated.push(...batch);
  const { currencies, noCondition, leftOut } = report();
  return {
    profile: layout.profile,
    leftOut: new Map(
      Object.entries(leftOut).flatMap(([reason, { numbers }]) =>
        numbers.map((row) => [row, reason] as const),
      ),
    ),
    asked: [...(currencies.length > 0 ? ["currency"] : []), ...(noCondition.count > 0 ? ["condition"] : [])],
    rows: translated.map(({ number, cells }) => {
      const checked = checkRow(cells);
      if ("faults" in checked)
        return {
          row: number,
          isReady: false,
          marked: checked.faults.map(({ column }) => column),
          values: {},
        };
      const { type, key, input, quantity, imageUrls } = checked.item;
      const values = {
        ...input.attributes,
        condition: cells.condition ? input.attributes.condition : "asked",
        listing: type,
        name: input.name,
        description: input.description,
        brand: input.brand ?? "",
        price: input.priceCents,
        pictures: imageUrls.join(" "),
        sku: key?.slice("sku:".length) ?? "",
        quantity,
      };
      return { row: number, isReady: true, marked: checked.warnings.map(({ column }) => column), values };
    }),
  };
}

const verdicts = new Map<string, Verdict>();

test.each(stockCases())("$name comes out right", async (each) => {
  const verdict = verdictOf(each, await proposedFor(each));
  verdicts.set(each.name, verdict);
  expect(verdict.wrong).toEqual([]);
});

test("at least 95 % of what is for sale is ready", () => {
  const all = [...verdicts.values()];
  const share = all.reduce((sum, { ready }) => sum + ready, 0) / all.reduce((sum, { due }) => sum + due, 0);
  const notReady = [...verdicts].flatMap(([name, verdict]) =>
    verdict.notReady.map((why) => `${name}, ${why}`),
  );
  expect(share, notReady.join("\n")).toBeGreaterThanOrEqual(LEAST);
});
