import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { comparable } from "#app/domain/text-rules.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";
import { searchListings } from "#app/features/search/search.server.ts";

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
}

/** A query whose results differ from what is expected. `why` is the first difference. */
export interface Miss {
  readonly query: string;
  readonly why: string;
}

/** Reads a golden set: tests/search/golden.csv, or another file with the same columns. */
export function goldenSet(file: string): GoldenQuery[] {
  return parse(readFileSync(file), { columns: true, skip_empty_lines: true, bom: true });
}

function plain(text: string): string {
  return comparable(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

function attribute(row: CardRow, field: string): readonly string[] {
  const columns: Readonly<Record<string, unknown>> = {
    brand: row.brand,
    postal_code: row.postal_code?.replace(/\s/g, ""),
  };
  const value = columns[field] ?? (row.attributes as Record<string, unknown>)[field];
  return (Array.isArray(value) ? value : [value ?? ""]).map(String);
}

function missOf(golden: GoldenQuery, rows: readonly CardRow[], total: number): string | null {
  const least = Number(golden.least);
  if (least === 0) return total === 0 ? null : `found ${total}: ${rows[0]?.name}`;
  if (total < least) return `found ${total} of ${least}`;
  const [first] = rows;
  if (!first) return "found nothing";
  const types = golden.type === "" ? null : golden.type.split("|");
  const wrong = types && rows.find(({ type }) => !types.includes(type));
  if (wrong) return `a ${wrong.type}: ${wrong.name}`;
  const title = plain(`${first.brand ?? ""} ${first.name}`);
  const word = golden.name.split(/\s+/).find((one) => !title.includes(plain(one)));
  if (word) return `"${word}" is not in the first: ${first.name}`;
  for (const pair of golden.facts.split(";").filter((one) => one !== "")) {
    const [field = "", values = ""] = pair.split("=");
    const has = attribute(first, field);
    if (!values.split("|").some((value) => has.includes(value)))
      return `${pair} is not of the first: ${first.name} (${has.join(", ")})`;
  }
  const [low = "", high = ""] = golden.price.split("-");
  const [min, max] = [low === "" ? 0 : Number(low) * 100, high === "" ? Infinity : Number(high) * 100];
  const outside = rows.find(({ price_cents: cents }) => cents < min || cents > max);
  return outside ? `${outside.price_cents / 100} euros: ${outside.name}` : null;
}

/** Runs every query, and returns those with unexpected results. */
export async function misses(queries: readonly GoldenQuery[]): Promise<Miss[]> {
  const found: Miss[] = [];
  const context = { meaning: null, centre: null, viewerId: null, pageSize: 10, now: new Date() };
  for (const golden of queries) {
    const search = parseEverything(new URLSearchParams({ q: golden.query }));
    const { rows, total } = await searchListings(EVERYTHING, search, context);
    const why = missOf(golden, rows, total);
    if (why !== null) found.push({ query: golden.query, why });
  }
  return found;
}
