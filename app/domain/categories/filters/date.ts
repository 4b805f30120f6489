import { DATE_FILTERS, type DateFilter } from "../../search.ts";
import type { Texts } from "../fields/kind.ts";
import { type FilterKind, USUAL } from "./kind.ts";

export interface DateOfListing {
  readonly by: "date";
}

const DATES = Object.keys(DATE_FILTERS) as DateFilter[];
const PARAM = "dateFilter";

function dateText({ m }: Texts, value: string): string {
  const texts: Readonly<Record<DateFilter, () => string>> = {
    all: m.browse_date_all,
    today: m.browse_date_today,
    week: m.browse_date_week,
    month: m.browse_date_month,
    three_months: m.browse_date_three_months,
    six_months: m.browse_date_six_months,
    year: m.browse_date_year,
  };
  return texts[value as DateFilter]();
}

export const byDate: FilterKind<DateOfListing> = {
  ...USUAL,
  ofAll: { by: "date" },
  name: () => PARAM,
  params: () => [PARAM],
  read: (_, params) => ({ date: DATES.find((value) => value === params.get(PARAM)) ?? "all" }),
  write: (search, params) => {
    if (search.date !== "all") params.set(PARAM, search.date);
  },
  chosen: (_, search) => (search.date === "all" ? [] : [search.date]),
  without: (_, search) => ({ ...search, date: "all" }),
  text: (_, value, __, { texts }) => dateText(texts, value),
  view: (_, search, { texts }) => ({
    kind: "one",
    name: PARAM,
    label: texts.m.browse_listing_date(),
    options: DATES.map((value) => ({ value, label: dateText(texts, value) })),
    chosen: search.date,
    isFaulty: false,
    isTyped: false,
  }),
};
