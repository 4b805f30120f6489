import type { DatedRate } from "#app/domain/currency.ts";
import { fingerprint } from "#app/domain/edit-merge.ts";
import type { CurrencyQuestion, FileChoices, TranslationReport } from "../profiles/choices.ts";
import type { Layout } from "../profiles/layout.ts";
import { headingWord } from "../profiles/list.ts";
import { INCLUDABLE } from "../profiles/profile.ts";

/**
 * What a seller has answered about the files of one shape (`shapeOf`): their choices without what only one file has. Columns
 * are named (`columnNames`), because others may come between them.
 */
export interface KeptAnswers {
  readonly price?: readonly string[];
  /** Only columns that do not mean what is proposed. */
  readonly columns?: Readonly<Record<string, string | null>>;
  readonly withUnavailable?: boolean;
  /** "rate": the newest rate of that currency, never the one of the day of the answer. */
  readonly currencies?: Readonly<Record<string, "rate" | number | "out">>;
  readonly condition?: string;
  readonly type?: string;
}

function columnNames({ columns }: Layout): readonly string[] {
  const count = new Map<string, number>();
  return columns.map(({ heading }) => {
    const word = headingWord(heading);
    const nth = (count.get(word) ?? 0) + 1;
    count.set(word, nth);
    return nth === 1 ? word : `${word} ${nth}`;
  });
}

/**
 * What files that are read alike have in common: their profile, and a fingerprint of the columns that it knows; of an own list,
 * of all columns. Null for a file of our own columns, about which nothing is kept.
 */
export function shapeOf(layout: Layout): string | null {
  if (layout.isOurs) return null;
  const names = columnNames(layout).filter((_, at) => {
    const column = layout.columns[at];
    return layout.profile === "own" || column?.role != null || column?.price != null;
  });
  return `${layout.profile}:${fingerprint(names.toSorted())}`;
}

/** Without empty parts. */
function compact(answers: KeptAnswers): KeptAnswers {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === false ||
    value === "" ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => !isEmpty(value)));
}

export function hasAnswers(answers: KeptAnswers): boolean {
  return Object.keys(compact(answers)).length > 0;
}

/** Milliseconds. Banks' holidays are shorter. */
const RATE_AGE = 7 * 24 * 60 * 60 * 1000;

/** @param dated "2026-11-27" */
export function isOldRate({ dated }: Pick<DatedRate, "dated">, now: Date): boolean {
  return now.getTime() - Date.parse(dated) > RATE_AGE;
}

/**
 * The rates by which "rate" converts: an older one only for as long after its seller has answered with its day before their
 * eyes.
 */
export function agreedRates(
  rates: readonly DatedRate[],
  answeredAt: Date | string | null | undefined,
  now: Date,
): readonly DatedRate[] {
  const isAgreed = answeredAt != null && now.getTime() - new Date(answeredAt).getTime() <= RATE_AGE;
  return isAgreed ? rates : rates.filter((rate) => !isOldRate(rate, now));
}

/** Of one file; each may be a word of its seller. */
export const MAX_CURRENCIES = 20;

type KeptCurrencies = NonNullable<KeptAnswers["currencies"]>;

/** The newer answers and as many of the older ones as are kept; undefined forgets a currency. */
export function mergedCurrencies(
  newer: Readonly<Record<string, KeptCurrencies[string] | undefined>>,
  older: KeptCurrencies = {},
): KeptCurrencies {
  const all = [
    ...Object.entries(newer),
    ...Object.entries(older).filter(([code]) => !Object.hasOwn(newer, code)),
  ];
  return Object.fromEntries(
    all
      .flatMap(([code, answer]) => (answer === undefined ? [] : [[code, answer] as const]))
      .slice(0, MAX_CURRENCIES),
  );
}

/** The answers, with those of `others` about currencies that they do not name. */
export function withCurrenciesOf(others: KeptAnswers, answers: KeptAnswers): KeptAnswers {
  return compact({ ...answers, currencies: mergedCurrencies(answers.currencies ?? {}, others.currencies) });
}

/**
 * What of the choices about a file applies to others of its shape.
 * @param before what was kept: it stays where this file cannot say it
 */
export function answersOf(choices: FileChoices, layout: Layout, before: KeptAnswers = {}): KeptAnswers {
  const names = columnNames(layout);
  const { price, columns, currencies = {}, withUnavailable, condition, type } = choices;
  const isProposed = layout.isPriceSure && String(price) === String(layout.prices[0]);
  const ofOthers = Object.entries(before.columns ?? {}).filter(([name]) => !columns || !names.includes(name));
  const ofThis = (columns ?? []).flatMap((role, at) =>
    role === layout.columns[at]?.role ? [] : [[names[at] ?? "", role] as const],
  );
  const chosen = Object.entries(currencies).map(
    ([currency, answer]) => [currency, typeof answer === "object" ? "rate" : answer] as const,
  );
  return compact({
    price: price ? (isProposed ? undefined : price.map((at) => names[at] ?? "")) : before.price,
    columns: Object.fromEntries([...ofOthers, ...ofThis]),
    withUnavailable,
    currencies: mergedCurrencies(Object.fromEntries(chosen), before.currencies),
    condition,
    type,
  });
}

/**
 * The choices about a file that kept answers make. What does not fit the file is left open.
 * @param rates `agreedRates`
 */
export function choicesOf(answers: KeptAnswers, layout: Layout, rates: readonly DatedRate[]): FileChoices {
  const names = columnNames(layout);
  const { columns, withUnavailable, condition, type } = answers;
  const price = pricesIn(answers, layout);
  const currencies = Object.entries(answers.currencies ?? {}).flatMap(([currency, answer]) => {
    const newest = rates.find((rate) => rate.currency === currency);
    const rate = answer === "rate" ? newest : answer;
    return rate === undefined ? [] : [[currency, rate] as const];
  });
  return {
    ...(price && { price }),
    ...(columns && {
      columns: layout.columns.map(({ role }, at) => {
        const name = names[at] ?? "";
        return Object.hasOwn(columns, name) ? (columns[name] ?? null) : role;
      }),
    }),
    ...(currencies.length > 0 && { currencies: Object.fromEntries(currencies) }),
    ...(withUnavailable && { withUnavailable }),
    ...(condition && { condition }),
    ...(type && { type }),
  };
}

/** The kept price's columns; null where the file lacks one, or has nothing in the first. */
function pricesIn({ price = [] }: KeptAnswers, layout: Layout): readonly number[] | null {
  const names = columnNames(layout);
  const at = price.map((name) => names.indexOf(name));
  const isFilled = (layout.columns[at[0] ?? -1]?.samples.length ?? 0) > 0;
  return isFilled && !at.includes(-1) ? at : null;
}

/** What a file leaves open, answered or not, for a form that does not have the file. */
export interface FileQuestions {
  readonly rows: number;
  /** Possible prices, if there are several or none is sure; `columns` as in `KeptAnswers.price`. */
  readonly prices: readonly {
    readonly columns: readonly string[];
    readonly headings: readonly string[];
    readonly samples: readonly string[];
  }[];
  readonly isPriceSure: boolean;
  /** The kept price that this file does not have. */
  readonly lostPrice?: readonly string[] | undefined;
  readonly currencies: readonly Pick<CurrencyQuestion, "currency" | "count" | "samples">[];
  readonly noType: number;
  readonly noCondition: number;
  /** What waited when the file was read. */
  readonly waited?: readonly Waiting[] | undefined;
  /** Rows that one choice takes along, though they are not for sale. */
  readonly notForSale: number;
}

const MAX_PRICES = 10;
const LONGEST_SAMPLE = 60;

/** @param answers with which the file was read */
export function questionsOf(
  layout: Layout,
  report: TranslationReport,
  answers: KeptAnswers = {},
): FileQuestions {
  const names = columnNames(layout);
  const heading = (at: number) => layout.columns[at]?.heading ?? "";
  const asksPrice = layout.prices.length > 1 || !layout.isPriceSure;
  return {
    rows: report.rows,
    prices: (asksPrice ? layout.prices.slice(0, MAX_PRICES) : []).map((columns) => ({
      columns: columns.map((at) => names[at] ?? ""),
      headings: columns.slice(0, 2).map(heading),
      samples: layout.columns[columns[0] ?? -1]?.samples ?? [],
    })),
    isPriceSure: layout.isPriceSure,
    lostPrice: pricesIn(answers, layout) ? undefined : answers.price,
    currencies: report.currencies.slice(0, MAX_CURRENCIES).map(({ currency, count, samples }) => ({
      currency,
      count,
      samples: samples.map((sample) => sample.slice(0, LONGEST_SAMPLE)),
    })),
    noType: report.noType.count,
    noCondition: report.noCondition.count,
    notForSale: INCLUDABLE.reduce((sum, reason) => sum + (report.leftOut[reason]?.count ?? 0), 0),
  };
}

export function hasAnyQuestion(questions: FileQuestions): boolean {
  const { prices, currencies, noType, noCondition, notForSale } = questions;
  return prices.length + currencies.length + noType + noCondition + notForSale > 0;
}

/** Rows that cannot be listed before their seller has answered. */
export interface Waiting {
  readonly about: "price" | "currency" | "type";
  /** "" unless it is about one. */
  readonly currency: string;
  readonly count: number;
}

/**
 * What nobody has answered yet. A condition is not needed: each type has its usual one.
 * @param rates `agreedRates`
 */
export function waitingFor(
  questions: FileQuestions,
  answers: KeptAnswers,
  rates: readonly DatedRate[],
): readonly Waiting[] {
  const { prices, isPriceSure, lostPrice, rows, currencies, noType } = questions;
  const hasPrice = answers.price !== undefined && String(answers.price) !== String(lostPrice);
  const isOpen = (currency: string) => {
    const answer = answers.currencies?.[currency];
    return answer === undefined || (answer === "rate" && rates.every((rate) => rate.currency !== currency));
  };
  const asked: Waiting[] = [
    { about: "price", currency: "", count: prices.length > 0 && !isPriceSure && !hasPrice ? rows : 0 },
    ...currencies.map(({ currency, count }) => ({
      about: "currency" as const,
      currency,
      count: isOpen(currency) ? count : 0,
    })),
    { about: "type", currency: "", count: answers.type ? 0 : noType },
  ];
  return asked.filter(({ count }) => count > 0);
}

/** What still waits of what did when a file was read: a rate that has become old since then holds back none of its rows. */
export function stillWaiting(
  waiting: readonly Waiting[],
  left: readonly Waiting[] | undefined,
): readonly Waiting[] {
  return waiting.filter(
    ({ about, currency }) => left?.some((each) => each.about === about && each.currency === currency) ?? true,
  );
}

/** How many units of a currency are worth a euro; undefined unless it is a number above 0. */
export function typedRate(text: string): number | undefined {
  const rate = Number(text.trim().replace(",", "."));
  return rate > 0 && Number.isFinite(rate) ? rate : undefined;
}
