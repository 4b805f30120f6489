import { readPrice } from "#app/domain/money.ts";
import { COLUMNS, matchColumns } from "../csv/columns.ts";
import { currencyInCell, currencyOf, currencyOfTitle } from "./amount.ts";
import { ColumnValues } from "./column-values.ts";
import { CurrencyClues } from "./currency-clues.ts";
import { type Heading, headingOf, type SourceRow } from "./heading.ts";
import { fileProfile, fits, headingWord, recognizedProfile } from "./list.ts";
import { priceClassOf } from "./own-list.ts";
import { currencyOfFile, isTie, priceChoices, priceClasses } from "./price-columns.ts";
import type { PriceClass, Profile } from "./profile.ts";
import { rolesOf } from "./roles.ts";

export interface LayoutColumn {
  readonly heading: string;
  /** The name of one of COLUMNS, or a role that only profiles have; null for a column that is left out. */
  readonly role: string | null;
  /** Whether the role is not a guess. */
  readonly sure: boolean;
  readonly price: PriceClass | null;
  /** The first three different texts of the column. */
  readonly samples: readonly string[];
}

/** How a file is read, proposed from its heading and its cells. */
export interface Layout {
  readonly profile: string;
  /** Whether the heading has only our own names, as in our template and exports. */
  readonly isOurs: boolean;
  /** The number of the heading's row in a spreadsheet, and of the first row below it. */
  readonly headingRow: number;
  readonly firstRow: number;
  readonly columns: readonly LayoutColumn[];
  /** Columns by role, the first choice first. */
  readonly roles: Readonly<Record<string, readonly number[]>>;
  /** Possible prices, the best first: each a column, and those that replace its empty cells. */
  readonly prices: readonly (readonly number[])[];
  /** Whether the first of `prices` can be taken without asking. */
  readonly isPriceSure: boolean;
  /** The decimal sign that prices of the file prove. */
  readonly decimal: "," | "." | null;
  /** The currency that a heading says for all rows: "GBP". */
  readonly currency: string | null;
}

/** What a pass over a file says about its columns. */
export class Survey {
  private readonly heading: Heading;
  private readonly values: readonly ColumnValues[];
  private decimals = { ",": 0, ".": 0 };
  private readonly pricy: readonly boolean[];
  private readonly isSold: readonly boolean[];
  private readonly ofCurrencies: readonly boolean[];
  private readonly titleCurrency: string | null;
  private readonly currencies = new Map<string, number>();
  private readonly clues: CurrencyClues;
  private readonly home: string | null;

  /**
   * @param start the first rows of the file
   * @param home the currency of the seller's country, if it is known
   */
  constructor(start: readonly SourceRow[], home: string | null) {
    this.heading = headingOf(start);
    this.home = home;
    const { cells } = this.heading;
    this.clues = new CurrencyClues(cells);
    this.values = cells.map(() => new ColumnValues());
    this.pricy = cells.map((cell) => priceClassOf(cell) !== null);
    this.isSold = cells.map((cell) => !["cost", "list", null].includes(priceClassOf(cell)));
    this.ofCurrencies = cells.map(
      (cell) => fileProfile("own").columns.currency?.includes(headingWord(cell)) ?? false,
    );
    const titles = start.filter(({ number }) => number < this.heading.number);
    this.titleCurrency = currencyOfTitle(titles.flatMap((row) => row.cells).join(" "));
  }

  add({ number, cells }: SourceRow): void {
    if (number < this.heading.firstRow) return;
    this.clues.add(cells);
    for (const [at, values] of this.values.entries()) {
      const text = (cells[at] ?? "").trim();
      if (text === "") continue;
      values.add(text);
      if (this.pricy[at]) this.note(text);
      const currency = this.ofCurrencies[at]
        ? currencyInCell(text)
        : this.isSold[at]
          ? currencyOf(text)
          : null;
      if (currency) this.currencies.set(currency, (this.currencies.get(currency) ?? 0) + 1);
    }
  }

  layout(): Layout {
    const { cells, number, firstRow } = this.heading;
    const profile = recognizedProfile(cells) ?? fileProfile("own");
    const isOurs =
      profile.key === "own" &&
      cells.every((cell) => !cell.trim() || COLUMNS.some(({ name }) => name === cell.trim()));
    const roles = isOurs ? ourRoles(cells, this.values) : rolesOf(profile, cells, this.values);
    const classes = isOurs ? cells.map(() => null) : priceClasses(profile, cells, this.values);
    const prices = isOurs
      ? (roles.price ?? []).map((at) => [at])
      : priceChoices(
          profile,
          classes,
          this.values.map(({ filled }) => filled),
          cells,
        );
    const [first] = prices[0] ?? [];
    const best = first === undefined ? null : classes[first];
    const { ",": comma, ".": point } = this.decimals;
    return {
      profile: profile.key,
      isOurs,
      headingRow: number,
      firstRow,
      columns: cells.map((heading, at) => ({
        heading: heading.slice(0, 60),
        role: roleOf(roles, at),
        sure: profile.key !== "own" || isOurs || isSure(profile, heading),
        price: classes[at] ?? null,
        samples: this.values[at]?.samples ?? [],
      })),
      roles,
      prices,
      isPriceSure:
        isOurs ||
        (best != null &&
          !(profile.key === "own" && isTie(prices, classes, cells)) &&
          (["sale", "including", "selling", "plain"].includes(best) || !!profile.fixedStart)),
      decimal: comma > 0 && point === 0 ? "," : point > 0 && comma === 0 ? "." : null,
      currency: currencyOfFile(cells) ?? this.titleCurrency ?? (isOurs ? null : this.likelyCurrency),
    };
  }

  /** The currency that some cells name: bare numbers beside "£ 40" are asked about too. Where none does, that of the country. */
  private get likelyCurrency(): string | null {
    if (this.currencies.has("EUR")) return null;
    const [most] = [...this.currencies].toSorted(([, one], [, other]) => other - one);
    return most?.[0] ?? this.clues.currency ?? this.home;
  }

  private note(text: string): void {
    const plain = text.replace(/[^\d.,]/g, "");
    const read = readPrice(plain);
    if (!read || !("cents" in read)) return;
    const sign = /([.,])\d{1,2}$/.exec(plain)?.[1] as "," | "." | undefined;
    if (sign) this.decimals[sign] += 1;
  }
}

function roleOf(roles: Layout["roles"], at: number): string | null {
  return Object.entries(roles).find(([, columns]) => columns.includes(at))?.[0] ?? null;
}

function isSure(profile: Profile, heading: string): boolean {
  const word = headingWord(heading);
  const isNamed = Object.values(profile.columns).some((all) => all?.some((wanted) => fits(wanted, word)));
  return isNamed || priceClassOf(heading) !== null || (matchColumns([heading])[0]?.sure ?? true);
}

function ourRoles(cells: readonly string[], values: readonly ColumnValues[]): Record<string, number[]> {
  const roles: Record<string, number[]> = {};
  const names = cells.map((cell) => cell.trim());
  for (const [at, name] of names.entries()) {
    if (name === "" || roles[name]) continue;
    if (name !== "id" || values[at]?.hasIds) roles[name] = [at];
    else if (!names.includes("sku")) roles.sku = [at];
  }
  return roles;
}
