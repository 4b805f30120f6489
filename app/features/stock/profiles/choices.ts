import type { DatedRate } from "#app/domain/currency.ts";
import type { Layout } from "./layout.ts";
import type { OutReason } from "./profile.ts";

export type CurrencyAnswer = DatedRate | number | "out";

/** What a person decides about a file, where the proposal of its layout is not enough. */
export interface FileChoices {
  /** Columns by which the prices are read, in place of the first of `Layout.prices`. */
  readonly price?: readonly number[];
  /** The name of one of COLUMNS or a role for each column of the file; null leaves it out. */
  readonly columns?: readonly (string | null)[];
  /** Whether rows that are not for sale (INCLUDABLE) come along. */
  readonly withUnavailable?: boolean;
  /** Whether these rows come along with the quantity 0: a feed takes their listings off sale, and creates none of them. */
  readonly asSoldOut?: boolean;
  /** By currency: the dated rate, how many of its units are worth a euro otherwise, or "out" to leave its rows out. */
  readonly currencies?: Readonly<Record<string, CurrencyAnswer>>;
  /** For rows that say nothing about it. */
  readonly condition?: string;
  readonly type?: string;
  /** Whether rows with the price 0 come along. A person confirms them in the table; nobody confirms a feed. */
  readonly withFree?: boolean;
}

/** A row of our own columns. */
export interface TranslatedRow {
  /** The number of its first row in the file. */
  readonly number: number;
  /** By the name of one of COLUMNS. */
  readonly cells: Readonly<Record<string, string>>;
}

/** Rows of the file, counted; `numbers` has the first of them, as a spreadsheet counts. */
export interface CountedRows {
  readonly count: number;
  readonly numbers: readonly number[];
}

export interface CurrencyQuestion extends CountedRows {
  readonly currency: string;
  /** Up to three prices as written. */
  readonly samples: readonly string[];
}

/** What became of the rows of a file. */
export interface TranslationReport {
  readonly profile: string;
  /** How many rows came out. */
  readonly rows: number;
  /** Rows that are not for sale, also those that come along with the quantity 0 (`asSoldOut`). */
  readonly leftOut: Readonly<Partial<Record<OutReason, CountedRows>>>;
  /** Prices that are not in euros, whatever was decided about them: `unansweredCurrencies` has the open ones. */
  readonly currencies: readonly CurrencyQuestion[];
  /** Rows that say nothing of their condition, or of what they are, whatever was chosen for them. */
  readonly noCondition: CountedRows;
  readonly noType: CountedRows;
  /** Rows whose name was shortened; the description begins with the whole name. */
  readonly shortened: CountedRows;
}

const KEPT_NUMBERS = 20;

class Counter {
  count = 0;
  readonly numbers: number[] = [];

  add(number: number): void {
    this.count += 1;
    if (this.numbers.length < KEPT_NUMBERS) this.numbers.push(number);
  }

  get view(): CountedRows {
    return { count: this.count, numbers: [...this.numbers] };
  }
}

/** Counts what becomes of rows. */
export class Tally {
  rows = 0;
  readonly noCondition = new Counter();
  readonly noType = new Counter();
  readonly shortened = new Counter();
  private readonly out = new Map<OutReason, Counter>();
  private readonly money = new Map<string, Counter & { samples?: string[] }>();

  leaveOut(reason: OutReason, number: number): void {
    const counter = this.out.get(reason) ?? new Counter();
    this.out.set(reason, counter);
    counter.add(number);
  }

  ask(currency: string, written: string, number: number): void {
    const counter = this.money.get(currency) ?? Object.assign(new Counter(), { samples: [] });
    this.money.set(currency, counter);
    counter.add(number);
    if (counter.samples && counter.samples.length < 3) counter.samples.push(written);
  }

  report(profile: string): TranslationReport {
    return {
      profile,
      rows: this.rows,
      leftOut: Object.fromEntries([...this.out].map(([reason, { view }]) => [reason, view])),
      currencies: [...this.money].map(([currency, { view, samples = [] }]) => ({
        ...view,
        currency,
        samples,
      })),
      noCondition: this.noCondition.view,
      noType: this.noType.view,
      shortened: this.shortened.view,
    };
  }
}

/** The currencies of which nobody has decided what becomes of their prices. */
export function unansweredCurrencies(report: TranslationReport, { currencies }: FileChoices): string[] {
  return report.currencies.map(({ currency }) => currency).filter((code) => currencies?.[code] === undefined);
}

/** Whether a person has to see how a file is read before its rows: they may go another way, or some stay out. */
export function hasQuestions(layout: Layout, report: TranslationReport): boolean {
  const { leftOut, currencies, noType, noCondition, shortened } = report;
  return (
    layout.profile !== "own" ||
    layout.columns.some(({ sure, role }) => !sure && role !== null) ||
    !layout.roles.name ||
    !layout.isPriceSure ||
    layout.prices.length !== 1 ||
    Object.keys(leftOut).length > 0 ||
    currencies.length > 0 ||
    shortened.count > 0 ||
    (noType.count > 0 && !layout.isOurs) ||
    (noCondition.count > 0 && !layout.roles.condition && !layout.isOurs)
  );
}
