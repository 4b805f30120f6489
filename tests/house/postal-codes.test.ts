// Every reader of postal codes reads the same texts as the same codes (decision 0014).
import { describe, expect, test } from "vitest";
import { inputSchema } from "#app/domain/categories/derive/input.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { checkRow } from "#app/features/stock/csv/check.ts";

const [racket, ball] = ["racket", "ball"].map((type) => CATEGORIES.find((one) => one.type === type));
if (!racket || !ball) throw new Error("no category");
const ITEM = { type: "racket", name: "Blade", brand: "Wilson", price: "100" };

/** The other fields of the form for balls. */
const REQUIRED = {
  ...{ name: "US Open", brand: "Wilson", price: "6,90", photo: "1" },
  ...{ balls_per_can: "4", packaging_type: "can", grade: "premium", shipping: "Pick up" },
};

type Reader = (country: string, postalCode: string) => string | null;

const READERS: Readonly<Record<string, Reader>> = {
  "a listing's form": (country, postalCode) => {
    const form = { ...REQUIRED, country, postalCode };
    const read = inputSchema(ball).safeParse(form);
    const isFaulty = read.error?.issues.some(({ path }) => path[0] === "postalCode") ?? false;
    return isFaulty ? null : (read.data?.place?.postalCode ?? "the form has other faults");
  },
  "a stock file": (country, postalCode) => {
    const checked = checkRow({ ...ITEM, country, postalCode });
    return "item" in checked ? (checked.item.input.place?.postalCode ?? null) : null;
  },
  "a filter": (country, postalCode) =>
    parseSearch(racket, new URLSearchParams({ country, postalCode })).place?.postalCode ?? null,
};

describe.each(Object.entries(READERS))("%s reads", (_, read) => {
  test.each([
    ["DE", "D-10115", "10115"],
    ["NL", "1012-AB", "1012AB"],
    ["FR", "75001 Paris", "75001"],
    ["GB", "London SW1A 1AA", "SW1A1AA"],
    ["US", "San Francisco, CA 94103–1234", "94103-1234"],
    ["DE", "F-75001", null],
    ["NL", "1012 AB 12", null],
  ])("in %s, %j as %j", (country, text, code) => expect(read(country, text)).toBe(code));
});
