import { type RawBuilder, sql } from "kysely";
import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import type { Located } from "#app/domain/place.ts";

/** The columns of a listing that its owner's input sets, with their values. */
export function columnValues(
  input: Omit<ListingInput, "photoIds">,
  centre: Located | null,
  modelId: string | null,
) {
  return {
    name: input.name,
    brand: input.brand,
    description: input.description,
    price_cents: input.priceCents,
    country: input.place?.country ?? null,
    postal_code: input.place?.postalCode ?? null,
    latitude: centre?.latitude ?? null,
    longitude: centre?.longitude ?? null,
    town: centre?.town ?? null,
    approximate: centre?.approximate ?? false,
    model_id: modelId,
    attributes: input.attributes,
  };
}

type ColumnName = keyof ReturnType<typeof columnValues> | "quantity" | "sold_here" | "row_key";

interface StockColumn {
  readonly type: string;
  /** The column of a stock file without which the value stays as it is; every file has those of the others. */
  readonly csv?: string;
  /** Set for a value that follows from others, so that it alone changes no listing. */
  readonly follows?: true;
  /** The value after an update: of `row` and `listings`, and of whether the file has a column, by default `csv`. */
  readonly next?: (has: (csv?: string) => RawBuilder<unknown>) => RawBuilder<unknown>;
}

const PLACE = { csv: "postalCode" } as const;

/** How an import writes each column. */
const STOCK_COLUMNS: Readonly<Record<ColumnName, StockColumn>> = {
  row_key: { type: "text", next: () => sql`coalesce(row.row_key, listings.row_key)` },
  name: { type: "text", csv: "name" },
  brand: { type: "text", csv: "brand" },
  description: { type: "text", csv: "description" },
  price_cents: { type: "integer", csv: "price" },
  quantity: { type: "integer", csv: "quantity" },
  sold_here: { type: "integer", csv: "quantity" },
  country: { type: "text", ...PLACE },
  postal_code: { type: "text", ...PLACE },
  latitude: { type: "float8", follows: true, ...PLACE },
  longitude: { type: "float8", follows: true, ...PLACE },
  town: { type: "text", follows: true, ...PLACE },
  approximate: { type: "boolean", follows: true, ...PLACE },
  model_id: {
    type: "uuid",
    csv: "model",
    // The link to a model stays while the title stays, unless the file has a column for it.
    next: (has) => sql`case when ${has()} or (${has("name")} and listings.name <> row.name) then row.model_id
      else coalesce(listings.model_id, row.model_id) end`,
  },
  attributes: { type: "jsonb", next: () => sql`(listings.attributes - row.given_fields) || row.attributes` },
};

const COLUMNS = Object.entries(STOCK_COLUMNS);

function each(
  write: (name: string, column: StockColumn) => RawBuilder<unknown>,
  columns = COLUMNS,
): RawBuilder<unknown> {
  return sql.join(
    columns.map(([name, column]) => write(name, column)),
    sql`, `,
  );
}

/** The names and types, for the definition of a row. */
export const COLUMN_TYPES = each((name, { type }) => sql`${sql.ref(name)} ${sql.raw(type)}`);

export const COLUMN_NAMES = each((name) => sql.ref(name));

/** The values after an update by a file with these columns, from `row` and `listings`. */
export function nextValues(file: ReadonlySet<string>): RawBuilder<unknown> {
  return each((name, { csv, next }) => {
    const has = (column = csv) => sql`${column === undefined || file.has(column)}::boolean`;
    const [given, listed] = [sql.ref(`row.${name}`), sql.ref(`listings.${name}`)];
    const value = next?.(has) ?? sql`case when ${has()} then ${given} else ${listed} end`;
    return sql`${value} as ${sql.ref(name)}`;
  });
}

/** For `update listings set`, from the table `changed`. */
export const CHANGES = each((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`);

/** The names of the columns that `valuesIn` has. A text and its language belong together. */
const KEPT_NAMES = [...COLUMNS.map(([name]) => name), "language"];

/** SQL: a JSON object with the values that an import can change, of this row of `listings`. */
export function valuesIn(row: "listings" | "old" | "new"): RawBuilder<unknown> {
  const pairs = KEPT_NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${row}.${name}`)}`);
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`;
}

/** For `update listings set`: the values of this JSON object, and the listing's own where it has none. */
export function valuesFrom(former: RawBuilder<unknown>): RawBuilder<unknown> {
  const names = sql.join(
    KEPT_NAMES.map((name) => sql.ref(name)),
    sql`, `,
  );
  return sql`(${names}) = (select ${names} from jsonb_populate_record(listings, ${former}))`;
}

/** Whether a row of `changed` differs from its listing. */
export const IS_CHANGED = (() => {
  const compared = COLUMNS.filter(([, { follows }]) => !follows);
  const of = (table: string) => each((name) => sql.ref(`${table}.${name}`), compared);
  return sql`(${of("listings")}) is distinct from (${of("changed")})`;
})();
