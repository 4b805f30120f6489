import { type Country, isCountry } from "#app/domain/place.ts";
import { headingWord } from "./list.ts";

// The currency of a file whose prices do not say it, by the country for which it was written.

const OF_COUNTRIES: Readonly<Record<Country, string>> = {
  NL: "EUR",
  DE: "EUR",
  FR: "EUR",
  GB: "GBP",
  US: "USD",
};

/** The currency of the country in which a seller is; null where nothing is known of it. */
export function homeCurrency(country: string | null): string | null {
  return country !== null && isCountry(country) ? OF_COUNTRIES[country] : null;
}

/** As Shopify's headings name them: "Included / United States". */
const BY_NAME: Readonly<Record<string, string>> = {
  unitedstates: "USD",
  unitedkingdom: "GBP",
  canada: "CAD",
  australia: "AUD",
  newzealand: "NZD",
  switzerland: "CHF",
  sweden: "SEK",
  norway: "NOK",
  denmark: "DKK",
  poland: "PLN",
  czechia: "CZK",
  japan: "JPY",
};
const OF_MARKET = /^(?:included|price)\s*\/\s*(.+)$/i;
/** A market that is none of one country. */
const WORLD = /^(?:international|rest of (?:the )?world|world)$/i;

const UNIT_COLUMNS = new Set(["variantweightunit", "weightunitfordisplay", "weightunit", "unitofweight"]);
/** Only Americans sell by pounds and ounces. */
const AMERICAN = /^(?:lbs?|oz|pounds?|ounces?)$/i;
const AMERICAN_HEADING = /[([](?:lbs?|oz)[)\]]|(?<!\p{L})sales tax(?!\p{L})/iu;
/** Ireland's VAT has another rate. */
const BRITISH_HEADING = /(?<!\p{L})VAT(?!\p{L})\D*20(?:[.,]0+)?\s?%/u;

/** By the ends of addresses of a shop's pages and pictures. Others, as ".com", belong to no country. */
const OF_ADDRESSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["nl", "de", "fr", "be", "at", "ie", "es", "it"].map((end) => [end, "EUR"])),
  ...{ uk: "GBP", us: "USD", ch: "CHF", se: "SEK", no: "NOK", dk: "DKK", pl: "PLN", cz: "CZK" },
  ...{ au: "AUD", nz: "NZD", ca: "CAD", jp: "JPY" },
};
const ADDRESS = /^https?:\/\/[^/\s:]{0,100}\.([a-z]{2})(?=[/:\s]|$)/i;

/** What the headings and the units of a file say of its country. */
export class CurrencyClues {
  private readonly markets: ReadonlySet<string>;
  private readonly units: readonly number[];
  private american: boolean;
  private readonly isBritish: boolean;
  private readonly ofAddresses = new Set<string>();
  private metric = false;

  constructor(headings: readonly string[]) {
    const names = headings.map((heading) => OF_MARKET.exec(heading.trim())?.[1] ?? "");
    this.markets = new Set(names.filter((name) => name !== "" && !WORLD.test(name)).map(headingWord));
    this.units = [...headings.keys()].filter((at) => UNIT_COLUMNS.has(headingWord(headings[at] ?? "")));
    this.american = headings.some((heading) => AMERICAN_HEADING.test(heading));
    this.isBritish = headings.some((heading) => BRITISH_HEADING.test(heading));
  }

  add(cells: readonly string[]): void {
    for (const at of this.units) {
      const unit = (cells[at] ?? "").trim();
      if (AMERICAN.test(unit)) this.american = true;
      else if (unit !== "") this.metric = true;
    }
    for (const cell of cells) {
      const currency = OF_ADDRESSES[ADDRESS.exec(cell)?.[1]?.toLowerCase() ?? ""];
      if (currency) this.ofAddresses.add(currency);
    }
  }

  /** Null where they say nothing, or several things. */
  get currency(): string | null {
    const [market = "", ...others] = this.markets;
    if (market !== "" && others.length === 0) return BY_NAME[market] ?? "EUR";
    if (this.isBritish) return "GBP";
    if (this.american && !this.metric) return "USD";
    const [ofAddress = null, ...ofOthers] = this.ofAddresses;
    return ofOthers.length === 0 ? ofAddress : null;
  }
}
