import { normalizeWord } from "../csv/columns.ts";
import { amountInCell, centsCell, currencyInCell, currencyOf } from "./amount.ts";
import type { FileChoices, Tally } from "./choices.ts";
import type { Layout } from "./layout.ts";
import { NO } from "./own-list.ts";
import type { OutReason } from "./profile.ts";
import type { Source } from "./source-row.ts";

type Left = { readonly leftOut: OutReason };

const DAY = 24 * 60 * 60 * 1000;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DAY_FIRST = /^(\d{1,2})[.-](\d{1,2})[.-](\d{4})(?: (\d{1,2}:\d{2}(?::\d{2})?))?$/;

/**
 * The time of a date, in milliseconds; NaN, which is neither before nor after now, if it cannot be read.
 * @param days added to a date without a time
 */
function momentOf(text: string, days: 0 | 1): number {
  const iso = ISO.exec(text.trim());
  const [, day = "", month = "", year = "", clock] = DAY_FIRST.exec(text.trim()) ?? [];
  const [date, time, zone = "Z"] = iso
    ? [iso.slice(1, 4).join("-"), iso[4], iso[5]]
    : [[year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"), clock?.padStart(5, "0")];
  const at = Date.parse(`${date}T${time ?? "00:00"}${zone.replace(/(\d{2})(\d{2})$/, "$1:$2")}`);
  // JavaScript makes 3 March of 31 February.
  const isDay = !Number.isNaN(at) && new Date(`${date}T00:00Z`).toISOString().startsWith(date);
  return isDay ? at + (time === undefined ? days * DAY : 0) : Number.NaN;
}

/** Reads the price of rows from the columns that the person chose, or the layout proposes. */
export class Prices {
  private readonly layout: Layout;
  private readonly choices: FileChoices;
  private readonly now: Date;
  private readonly columns: readonly number[];
  private sum = { cents: 0, rows: 0 };

  constructor(layout: Layout, choices: FileChoices, now: Date) {
    this.layout = layout;
    this.choices = choices;
    this.now = now;
    this.columns = choices.price ?? (layout.isPriceSure ? (layout.prices[0] ?? []) : []);
  }

  /** Whether the row has no name and SKU, and its price is the sum of all prices before. */
  isSum(source: Source, isOfProduct: boolean): boolean {
    if (this.sum.rows < 2 || source.first("sku") !== "" || isOfProduct) return false;
    return source.first("name") === "" && this.centsOf(source) === this.sum.cents;
  }

  /** Notes the price of an article for `isSum`. */
  add(source: Source): void {
    const cents = this.centsOf(source);
    if (cents !== null && cents > 0) this.sum = { cents: this.sum.cents + cents, rows: this.sum.rows + 1 };
  }

  private centsOf(source: Source): number | null {
    const text = this.text(source)?.text ?? "";
    return text === "" ? null : amountInCell(text, this.layout.decimal).cents;
  }

  /** The text of the price, and its column; null where all columns of the price are empty. */
  text(source: Source): { text: string; column: number } | null {
    const isZero = (text: string) =>
      text.length < 60 && text.includes("0") && /^\D*0*(?:[.,]0*)?\D*$/.test(text);
    for (const column of this.columns) {
      const text = source.at(column);
      const isLast = column === this.columns.at(-1);
      if (text === "" || (isZero(text) && !isLast)) continue;
      if (this.layout.columns[column]?.price === "sale" && !this.isInSale(source)) continue;
      return { text, column };
    }
    return null;
  }

  /** Whether the price is the one at which an auction starts. */
  isStart(source: Source, first: Source): boolean {
    const priced = this.text(source) ?? this.text(first);
    return priced !== null && this.layout.columns[priced.column]?.price === "start";
  }

  private discounted(cents: number, source: Source, first: Source): number {
    const value = Number((source.first("discount") || first.first("discount")).replace(",", "."));
    if (!(value > 0) || !this.isInSale(source)) return cents;
    const mode = source.first("discount_mode") || first.first("discount_mode");
    const off = /percent/i.test(mode) ? (cents * Math.min(value, 100)) / 100 : value * 100;
    return Math.max(0, Math.round(cents - off));
  }

  private isInSale(source: Source, first = source): boolean {
    const flag = source.first("on_sale") || first.first("on_sale");
    if (NO.includes(normalizeWord(flag)) && flag !== "") return false;
    const [range = ""] = source.all("sale_from");
    // Google: "2026-11-01T13:00+01:00/2026-11-30".
    const [from = "", until = source.first("sale_until")] = /^\d{4}-.*\//.test(range)
      ? range.split("/")
      : [range];
    const now = this.now.getTime();
    return (
      (from.trim() === "" || momentOf(from, 0) <= now) && (until.trim() === "" || momentOf(until, 1) > now)
    );
  }

  /**
   * The price as our own files write it, or why its row is left out.
   * @param ask is called for each price that is not in euros
   */
  cell(source: Source, first: Source, ask: Tally["ask"]): string | Left {
    const priced = this.text(source) ?? (source === first ? null : this.text(first));
    if (!priced) return "";
    const { text, column } = priced;
    const { cents: written, currency: inCell } = amountInCell(text, this.layout.decimal);
    const cents = written === null ? null : this.discounted(written, source, first);
    const heading = this.layout.columns[column];
    const currency =
      inCell ??
      currencyInCell(source.first("currency") || first.first("currency")) ??
      (heading ? currencyOf(heading.heading) : null) ??
      this.layout.currency ??
      "EUR";
    if (cents === 0 && !this.choices.withFree && source.first("id") === "") return { leftOut: "free" };
    if (currency === "EUR") return cents === null || this.layout.isOurs ? text : centsCell(cents);
    ask(currency, text, source.number);
    const answer = this.choices.currencies?.[currency];
    if (answer === "out") return { leftOut: "currency" };
    const rate = typeof answer === "object" ? answer.rate : answer;
    if (rate === undefined || cents === null) return currencyOf(text) ? text : `${currency} ${text}`;
    return centsCell(Math.round(cents / rate));
  }
}
