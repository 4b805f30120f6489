// Every reader of prices reads the same texts as the same amounts (decision 0124).
import { describe, expect, test } from "vitest";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { priceSchema } from "#app/features/deals/schema.ts";
import { readLowerPrice } from "#app/features/listings/rules.ts";
import { offerAnswerSchema } from "#app/features/offers/schema.ts";
import { vocabulary } from "#app/features/search/dictionary/vocabulary.server.ts";
import { intentOf } from "#app/features/search/understand/intent.ts";
import { priceIn } from "#app/features/search/understand/parts.ts";
import { checkRow } from "#app/features/stock/csv/check.ts";
import { readCell } from "#app/features/stock/table/rules.ts";

type Reader = (text: string) => number | null;

const [ball] = CATEGORIES.filter(({ price }) => price.as === "inputs");
if (!ball) throw new Error("no category has inputs for its price");

const PRICES: Readonly<Record<string, Reader>> = {
  "a stock file": (text) => {
    const checked = checkRow({ type: "racket", name: "Blade", brand: "Wilson", price: text });
    return "item" in checked ? checked.item.input.priceCents : null;
  },
  "a cell of the stock": (text) => {
    const read = readCell("price", text);
    return "value" in read ? read.value : null;
  },
  "a deal": (text) => priceSchema(() => "wrong").safeParse(text).data ?? null,
  "a counter-offer": (text) => {
    const { data } = offerAnswerSchema.safeParse({ intent: "counter", price: text });
    return data?.intent === "counter" ? data.price : null;
  },
  "a lower price": (text) => {
    const read = readLowerPrice(text, Number.MAX_SAFE_INTEGER);
    return "cents" in read ? read.cents : null;
  },
};

const LIMITS: Readonly<Record<string, Reader>> = {
  "a price filter": (text) => parseSearch(ball, new URLSearchParams({ maxPrice: text })).price.max,
  "the search box": (text) => priceIn(intentOf(`balls under ${text}`, vocabulary).parts)?.max ?? null,
};

describe.each(Object.entries({ ...PRICES, ...LIMITS }))("%s reads", (_, read) => {
  test.each([
    ["45€00", 4500],
    ["45,-", 4500],
    ["10,- €", 1000],
    ["45 euros", 4500],
    ["1’299", 129900],
    ["1.299,00 €", 129900],
    ["1 299,50 €", 129950],
    ["1,299.50", 129950],
  ])("%j as %i cents", (text, cents) => expect(read(text)).toBe(cents));

  test.each(["45 CHF", "2x45", "1e3", "45 %"])("%j as no amount", (text) => expect(read(text)).toBeNull());
});

describe.each(Object.entries(PRICES))("%s", (_, read) => {
  test.each(["1 2 0", "1.299", "1,299", "$45", "-45", "45-50", "9999999999"])("refuses %j", (text) => {
    expect(read(text)).toBeNull();
  });
});

describe.each(Object.entries(LIMITS))("%s", (_, read) => {
  test.each(["1.299", "1,299"])("reads %j as thousands, because no limit has three decimals", (text) => {
    expect(read(text)).toBe(129900);
  });
});
