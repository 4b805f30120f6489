import type { Range, Search } from "../../search.ts";
import type { ChoiceView, Texts } from "../fields/kind.ts";
import type { Field } from "../fields/registry.ts";

/** What filters need to know about a category. */
export interface FilterScope {
  readonly fields: Readonly<Record<string, Field>>;
  readonly brand: {
    readonly form: readonly string[];
    readonly browse: readonly string[];
    readonly spellings?: Readonly<Record<string, string>>;
  };
  /** The price filter, in whole euros: a slider whose upper end is open, or two inputs. */
  readonly price:
    | { readonly as: "slider"; readonly max: number; readonly step: number }
    | { readonly as: "inputs" };
}

/** What the texts of a filter depend on. */
export interface FilterContext {
  readonly definition: FilterScope;
  readonly texts: Texts;
  /** The label of a field, or of what all listings have. */
  readonly label: (name: string) => string;
  /** The town of the searched postal code, if known. */
  readonly town: string | null;
}

/** The ends of a range that mean nothing, as typed. No search uses them. */
export interface UnreadEnds {
  readonly min?: string;
  readonly max?: string;
}

export interface WrittenEnds extends UnreadEnds {
  /** The message beside the field. */
  readonly error: string;
}

/** What the panel of filters depends on besides the search. */
export interface FilterViewContext extends FilterContext {
  /** As `label`; with the state of the strings, if all values of the field are measured in one state. */
  readonly measuredLabel: (name: string) => string;
  /** The brands of the category's listings. */
  readonly stocked: readonly string[];
  readonly countries: readonly ChoiceView[];
  /** The country that is preselected for a postal code. */
  readonly country: string;
  /** The place as typed, even when no search can use it. */
  readonly place: {
    readonly country: string | null;
    readonly postalCode: string;
    readonly error: string | null;
  } | null;
  /** The ends of this filter that mean nothing. */
  readonly written: WrittenEnds | null;
  /** The field that the menu entry of the page filters by. The form says when none of its values is chosen. */
  readonly entry: string | null;
}

interface AnyView {
  readonly name: string;
  readonly label: string;
  /** Whether an error is shown beside an input. */
  readonly isFaulty: boolean;
  /** Whether visitors type something. Text fields have ids that depend on their position in the page. */
  readonly isTyped: boolean;
}

export interface OneView extends AnyView {
  readonly kind: "one";
  readonly options: readonly ChoiceView[];
  readonly chosen: string;
}

export interface ManyView extends AnyView {
  readonly kind: "many";
  readonly options: readonly ChoiceView[];
  readonly chosen: readonly string[];
  /** The value that the form sends when no option is chosen; null when it then sends nothing. */
  readonly none: string | null;
}

export interface RangeView extends AnyView {
  readonly kind: "range";
  readonly as: "slider" | "inputs";
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string | null;
  /** The unit beside the number 1, if it has a singular. */
  readonly unitOfOne: string | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly written: WrittenEnds | null;
}

export interface MonthsView extends AnyView {
  readonly kind: "months";
  /** "2026-11" */
  readonly from: string | null;
  readonly to: string | null;
  readonly written: WrittenEnds | null;
}

export interface LocationView extends AnyView {
  readonly kind: "location";
  readonly countries: readonly ChoiceView[];
  readonly country: string;
  readonly postalCode: string;
  /** The message beside the field of the postal code; null when there is no error. */
  readonly error: string | null;
  readonly maxDistance: number | null;
  /** The range of the slider; null where the distance is typed. */
  readonly slider: { readonly min: number; readonly max: number; readonly step: number } | null;
}

export type FilterInputView = OneView | ManyView | RangeView | MonthsView | LocationView;

/**
 * All that depends on the kind of a filter, besides its condition in SQL (`FILTER_CONDITIONS`) and its input
 * (`FILTER_INPUTS`). Nothing outside this folder asks which kind a filter is (docs/laws.md, law 21).
 */
export interface FilterKind<Filter> {
  /** The filter that every search has, even one of a category whose panel does not show it. */
  readonly ofAll?: Filter;
  /** Whether the panel says how many listings have each option. */
  readonly isCounted: boolean;
  /** Which texts begin with the filter's name: each chip ("Weight 250 g to 300 g"), or a list ("Brand: Wilson, Head"). */
  readonly named: "chip" | "list" | "never";

  /** "brand", or the name of the filter's field. */
  name(filter: Filter): string;
  /** The parameters of an address. */
  params(filter: Filter): readonly string[];
  /** What an address says. Unknown and invalid values are dropped (decision 0006). */
  read(filter: Filter, params: URLSearchParams, scope: FilterScope): Partial<Search>;
  /** Writes all that a search has of this kind. */
  write(search: Search, params: URLSearchParams): void;
  /** The chosen values, each of which is a chip; a range is one value. */
  chosen(filter: Filter, search: Search): readonly string[];
  /** The search without this value, or without any. */
  without(filter: Filter, search: Search, value?: string): Search;
  /** A search for these values of the field; nothing where a filter has no field. */
  choose(filter: Filter, values: readonly string[], scope: FilterScope): Partial<Search>;
  /** Without the filter's name: "Wilson", "250 g to 300 g". */
  text(filter: Filter, value: string, search: Search, context: FilterContext): string;
  view(filter: Filter, search: Search, context: FilterViewContext): FilterInputView | null;
  /** What visitors typed that means nothing, with the code of its error and a sentence that says so. */
  unread(
    filter: Filter,
    params: URLSearchParams,
    context: FilterContext,
  ): (UnreadEnds & { readonly issue: string; readonly notice: string }) | null;
}

/** What most kinds do. */
export const USUAL = {
  isCounted: false,
  named: "never",
  choose: (): Partial<Search> => ({}),
  unread: () => null,
} as const;

/** In a URL: no value of the filter is chosen, not even the saved preference. */
export const ANY = "any";

/** "string_tension" -> "StringTension". */
function capitalised(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function rangeParams(name: string): { min: string; max: string } {
  return { min: `min${capitalised(name)}`, max: `max${capitalised(name)}` };
}

export function readNumber(text: string | null, from: number, to: number): number | null {
  if (text === null || !/^-?\d{1,12}(?:[.,]\d{1,4})?$/.test(text.trim())) return null;
  const value = Number(text.trim().replace(",", "."));
  return value >= from && value <= to ? value : null;
}

export function readWhole(text: string | null, from: number, to: number): number | null {
  const value = readNumber(text, from, to);
  return value === null ? null : Math.floor(value);
}

/** Ends in the wrong order are swapped. */
export function readEnds(
  params: URLSearchParams,
  name: string,
  read: (text: string | null) => number | null,
): Range {
  const names = rangeParams(name);
  const [min, max] = [read(params.get(names.min)), read(params.get(names.max))];
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max };
}

export function writeEnds(params: URLSearchParams, name: string, { min, max }: Range): void {
  const names = rangeParams(name);
  if (min !== null) params.set(names.min, String(min));
  if (max !== null) params.set(names.max, String(max));
}

export function isOpen({ min, max }: Range): boolean {
  return min === null && max === null;
}

/** The length to which a typed end is cut before it is shown again. */
const LONGEST = 20;

/** The ends for which `isRead` is false, and the first of them in full. Null when each is empty or can be read. */
export function unreadEnds(params: URLSearchParams, name: string, isRead: (text: string) => boolean) {
  const names = rangeParams(name);
  const faultyEnd = (end: string) => {
    const text = (params.get(end) ?? "").trim();
    return text === "" || isRead(text) ? undefined : text;
  };
  const [min, max] = [faultyEnd(names.min), faultyEnd(names.max)];
  const first = min ?? max;
  if (first === undefined) return null;
  const ends: UnreadEnds = { min: min?.slice(0, LONGEST), max: max?.slice(0, LONGEST) };
  return { first, shown: first.slice(0, LONGEST), ends };
}

/** "250 g to 300 g", "from 250 g", "up to 300 g" */
export function endsText({ min, max }: Range, { m }: Texts, format: (value: number) => string): string {
  if (min !== null && max !== null) return m.browse_chip_between({ min: format(min), max: format(max) });
  if (min !== null) return m.browse_chip_from({ min: format(min) });
  return m.browse_chip_to({ max: format(max ?? 0) });
}
