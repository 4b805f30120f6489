import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import type { Interpretation } from "#app/features/search/dictionary/interpretation.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";
import { isTrue, letters, type Stock, valuesOf } from "./stock.ts";

/** A query as a buyer types it, and what an expert expects it to find in the demo stock. */
export interface GoldenQuery {
  readonly query: string;
  /** The types that the listings of the first page may have, joined by "|". Empty if they may have any type. */
  readonly type: string;
  /** Words that the brand or the title of the first listing must contain. Case, accents and spaces do not matter. */
  readonly name: string;
  /** Values that the first listing must have: pairs `field=value|value`, joined by ";". */
  readonly facts: string;
  /** A range in euros for each listing of the first page: "-100", "50-100", "200-". */
  readonly price: string;
  /** The minimum number of results. "0" means that the search must find nothing. */
  readonly least: string;
  /** The whole truth instead: the search finds the listings of the stock for which this holds (`isTrue`), and no others. */
  readonly all?: string;
  /**
   * What the page says of the words: "as typed"; or, joined by ";", words with a minus that were left out ("-volley"), and
   * words to which others were corrected ("babolat"). Empty if anything but a left-out part is right.
   */
  readonly said?: string;
}

/** A query whose results differ from what is expected. `why` is the first difference. */
interface Miss {
  readonly query: string;
  readonly why: string;
}

export interface Kind {
  readonly name: string;
  readonly queries: readonly GoldenQuery[];
}

/** The golden set: a file for each kind of query in tests/search/golden/, or in `other`, a folder or a file like them. */
export function goldenSet(other = path.join(import.meta.dirname, "golden")): Kind[] {
  const files = statSync(other).isFile() ? [other] : readdirSync(other).map((name) => path.join(other, name));
  return files.map((each) => ({
    name: path.basename(each, ".csv"),
    queries: parse(readFileSync(each), { columns: true, skip_empty_lines: true, bom: true }),
  }));
}

interface Results {
  readonly rows: readonly CardRow[];
  readonly total: number;
  readonly interpretation: Pick<Interpretation, "dropped" | "corrected" | "text">;
}

/** What a page says and should not, or the other way round. */
function unsaid(said: string, { dropped, corrected, text }: Results["interpretation"]): string | null {
  const leftOut = dropped.join(", ");
  if (said === "" || said === "as typed") {
    if (dropped.length > 0) return `left out: ${leftOut}`;
    return said !== "" && corrected ? `corrected to ${text}` : null;
  }
  const phrases = said.split(";").map((phrase) => phrase.trim());
  const minus = phrases.filter((phrase) => phrase.startsWith("-")).map((phrase) => phrase.slice(1));
  const right = phrases.filter((phrase) => !phrase.startsWith("-"));
  const missing = minus.find((phrase) => !letters(leftOut).includes(letters(phrase)));
  if (missing) return `"${missing}" is not left out, but "${leftOut}"`;
  if (letters(leftOut).length !== letters(minus.join("")).length) return `left out: ${leftOut}`;
  if (corrected !== right.length > 0) return corrected ? `corrected to ${text}` : "nothing is corrected";
  const other = right.find((phrase) => !letters(text).includes(letters(phrase)));
  return other ? `corrected to ${text}` : null;
}

function missOf(golden: GoldenQuery, results: Results, stock: Stock): string | null {
  const { rows, total, interpretation } = results;
  const { said = "" } = golden;
  if (golden.all) {
    const expected = stock.filter((listing) => isTrue(golden.all ?? "", listing, stock)).length;
    const wrong = rows.find((row) => !isTrue(golden.all ?? "", row, stock));
    if (expected === 0) return "nothing in the stock is meant: the file is wrong";
    const untold = unsaid(said, interpretation);
    if (untold) return untold;
    if (wrong) return `found ${total} of ${expected}, and ${wrong.type} ${wrong.name}`;
    return total === expected ? null : `found ${total} of ${expected}`;
  }
  const least = Number(golden.least);
  if (least === 0) return total === 0 ? null : `found ${total}: ${rows[0]?.name}`;
  if (total < least) return `found ${total} of ${least}`;
  const [first] = rows;
  if (!first) return "found nothing";
  const types = golden.type === "" ? null : golden.type.split("|");
  const wrong = types && rows.find(({ type }) => !types.includes(type));
  if (wrong) return `a ${wrong.type}: ${wrong.name}`;
  const title = letters(`${first.brand ?? ""} ${first.name}`);
  const word = golden.name.split(/\s+/).find((one) => !title.includes(letters(one)));
  if (word) return `"${word}" is not in the first: ${first.name}`;
  for (const pair of golden.facts.split(";").filter((one) => one !== "")) {
    const [field = "", values = ""] = pair.split("=");
    const has = valuesOf(first, field);
    if (!values.split("|").some((value) => has.includes(value)))
      return `${pair} is not of the first: ${first.name} (${has.join(", ")})`;
  }
  const [low = "", high = ""] = golden.price.split("-");
  const [min, max] = [low === "" ? 0 : Number(low) * 100, high === "" ? Infinity : Number(high) * 100];
  const outside = rows.find(({ price_cents: cents }) => cents < min || cents > max);
  return outside ? `${outside.price_cents / 100} euros: ${outside.name}` : null;
}

/** Runs every query, and returns those with unexpected results. */
export async function misses(queries: readonly GoldenQuery[], stock: Stock): Promise<Miss[]> {
  const missed: Miss[] = [];
  const context = { meaning: null, centre: null, viewerId: null, pageSize: 10, now: new Date() };
  for (const golden of queries) {
    const search = parseEverything(new URLSearchParams({ q: golden.query }));
    const { rows, total, interpretation } = await searchListings(EVERYTHING, search, context);
    const why = missOf(golden, { rows, total, interpretation }, stock);
    if (why !== null) missed.push({ query: golden.query, why });
  }
  return missed;
}
