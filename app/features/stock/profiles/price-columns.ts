import { currencyOf } from "./amount.ts";
import type { ColumnValues } from "./column-values.ts";
import { fits, headingWord } from "./list.ts";
import { priceClassOf } from "./own-list.ts";
import { PRICE_CLASSES, type PriceClass, type Profile } from "./profile.ts";

export function priceClasses(
  profile: Profile,
  cells: readonly string[],
  values: readonly ColumnValues[],
): (PriceClass | null)[] {
  if (profile.key === "own" || !profile.prices) {
    const named = cells.map((cell) => priceClassOf(cell));
    const isSold = named.some((each) => each !== null && each !== "cost" && each !== "list");
    // "Retail inc VAT": amounts show that it is a price.
    return isSold ? named : cells.map((cell, at) => priceClassOf(cell, values[at]?.hasMoney));
  }
  return cells.map((cell) => {
    const word = headingWord(cell);
    const named = PRICE_CLASSES.find((each) => profile.prices?.[each]?.some((wanted) => fits(wanted, word)));
    return named ?? null;
  });
}

/** The best price has the lowest number. Of prices in several currencies, those in euros come first. */
function rankOf(at: number, classes: readonly (PriceClass | null)[], headings: readonly string[]): number {
  const isForeign = (currencyOf(headings[at] ?? "") ?? "EUR") !== "EUR";
  return PRICE_CLASSES.indexOf(classes[at] ?? "cost") + (isForeign ? PRICE_CLASSES.length : 0);
}

export function priceChoices(
  profile: Profile,
  classes: readonly (PriceClass | null)[],
  filled: readonly number[],
  headings: readonly string[],
): number[][] {
  const order = (at: number) => rankOf(at, classes, headings);
  const candidates = [...classes.keys()]
    .filter((at) => classes[at] && classes[at] !== "cost" && (filled[at] ?? 0) > 0)
    .toSorted((one, other) => order(one) - order(other) || one - other);
  const fallbacks = ["including", "selling", "plain", ...(profile.fixedStart ? ["start"] : [])];
  return candidates.map((at) => {
    if (classes[at] !== "sale" && !(profile.fixedStart && classes[at] === "plain")) return [at];
    return [at, ...candidates.filter((other) => other !== at && fallbacks.includes(classes[other] ?? ""))];
  });
}

/** Whether nothing says which of the two best prices is meant, as of "price" and "price 2". */
export function isTie(
  choices: readonly (readonly number[])[],
  classes: readonly (PriceClass | null)[],
  headings: readonly string[],
): boolean {
  const [[first] = [], [second] = []] = choices;
  if (first === undefined || second === undefined) return false;
  return rankOf(first, classes, headings) === rankOf(second, classes, headings);
}

const SITES: Readonly<Record<string, string>> = {
  uk: "GBP",
  us: "USD",
  switzerland: "CHF",
  poland: "PLN",
  australia: "AUD",
  canada: "CAD",
};

/** eBay's heading says "*Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193)". */
export function currencyOfFile(cells: readonly string[]): string | null {
  const action = cells.find((cell) => /SiteID=/i.test(cell)) ?? "";
  const code = /Currency=([A-Z]{3})/i.exec(action)?.[1]?.toUpperCase();
  const site = /SiteID=(\w+)/i.exec(action)?.[1]?.toLowerCase() ?? "";
  return code ?? SITES[site] ?? null;
}
