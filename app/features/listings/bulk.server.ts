import { sql, type Transaction } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { csvColumns } from "#app/domain/categories/derive/csv.ts";
import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import type { Located } from "#app/domain/place.ts";
import type { DB } from "#app/platform/db-types.ts";
import {
  CHANGES,
  COLUMN_NAMES,
  COLUMN_TYPES,
  columnValues,
  IS_CHANGED,
  nextValues,
  valuesIn,
} from "./columns.server.ts";
import { isEditable } from "./on-offer.server.ts";
import { type Pieces, piecesEdited, piecesStated } from "./sold-here.ts";

/** A validated row of a shop's stock file. */
export interface BulkRow {
  readonly type: string;
  /** The id of the listing that the row updates. */
  readonly id: string | null;
  /**
   * The key that identifies the row in the next import (`listings.row_key`). In a row with an id, it becomes the
   * listing's new key; null keeps the listing's old key.
   */
  readonly rowKey: string | null;
  readonly input: Omit<ListingInput, "photoIds">;
  readonly centre: Located | null;
  /** The id of the model that the row's `model` column or its title names; null for none. */
  readonly modelId: string | null;
  readonly quantity: number;
  /** Set for a row that only lowers the pieces of its listing. */
  readonly onlyFewer?: boolean;
  /** When a new listing was listed; now by default. */
  readonly listedAt?: Date;
}

/** The values before a change, by the names of their columns. */
export type FormerValues = Readonly<Record<string, unknown>>;

interface PiecesOutcome {
  readonly id: string;
  /** The row names more pieces than the listing has, because the others were sold here (docs/decisions/0189). */
  readonly isSoldHere: boolean;
  /** The row names fewer pieces than are reserved: the listing has as many as are reserved, and no other new value. */
  readonly isReserved: boolean;
}

/**
 * The outcome of a row. `former` has the columns that were changed. "sold_out": see `Known`. "not_yours": its id is not one of
 * this owner's listings of this type, or moderators removed the listing with its id or key.
 */
export type StockOutcome =
  | { readonly what: "created"; readonly id: string }
  | ({ readonly what: "unchanged" } & PiecesOutcome)
  | ({ readonly what: "updated"; readonly former: FormerValues } & PiecesOutcome)
  | { readonly what: "sold_out" }
  | { readonly what: "not_yours" };

/**
 * What to do with rows whose listing exists already. `columns` are those of the file. `skipsSoldOut`: rows with the quantity
 * 0 create no listing.
 */
export type Known =
  | { readonly what: "keep" }
  | { readonly what: "update"; readonly columns: ReadonlySet<string>; readonly skipsSoldOut?: boolean };

const GIVEN = sql`row (n integer, type text, id uuid, ${COLUMN_TYPES}, given_fields text[], listed_at timestamptz)`;

/** The language in which the owner is written to: a file is imported outside of a request. */
const languageOf = (ownerId: string) =>
  sql`(select language from user_preferences where user_id = ${ownerId})`;

function given({ type, id, rowKey, input, centre, modelId, quantity }: BulkRow, n: number) {
  return { n, type, id, row_key: rowKey, quantity, sold_here: 0, ...columnValues(input, centre, modelId) };
}

/**
 * Creates or updates listings from rows of a stock file. A row whose id or key belongs to a listing keeps or updates
 * this listing. An unchanged listing is not written, so that nobody is notified of it. When two rows belong to the same
 * listing, only the first is written. After the commit, call `invalidateListingPages`.
 * @returns an outcome for each row, in the order of the rows
 * @throws the database's error for a row that the database refuses: then no row is written
 */
export async function writeStock(
  trx: Transaction<DB>,
  ownerId: string,
  rows: readonly BulkRow[],
  context: Known,
): Promise<readonly StockOutcome[]> {
  const all = rows.map((row, n) => ({ row, n }));
  const ids = new Map<number, string>();
  const pieces = new Map<number, ReservedPieces>();
  const note = (listed: readonly (Numbered & ReservedPieces)[]) => {
    for (const { n, id, ...before } of listed) {
      ids.set(n, id);
      pieces.set(n, before);
    }
  };
  const unknown = () => all.filter(({ row, n }) => row.id === null && !ids.has(n));
  // Existing listings are looked up first, because an insert that conflicts costs as much as one that succeeds.
  note(await findListed(trx, ownerId, all));
  const isSkipped = ({ quantity, onlyFewer }: BulkRow) =>
    onlyFewer === true || (context.what === "update" && context.skipsSoldOut === true && quantity === 0);
  const fresh = unknown().filter(({ row }) => !isSkipped(row));
  const inserted = await insertNew(trx, ownerId, fresh);
  const created = new Set(inserted.map(({ n }) => n));
  for (const { n, id } of inserted) ids.set(n, id);
  // Another transaction may have inserted listings for the remaining rows in between.
  note(await findListed(trx, ownerId, unknown()));
  const seen = new Set<string>();
  const listed = all.flatMap(({ row, n }) => {
    const id = ids.get(n);
    if (id === undefined || created.has(n) || seen.has(id)) return [];
    seen.add(id);
    return [{ row, n, id, ...piecesAfter(row, pieces.get(n)) }];
  });
  const soldHere = new Set<number>();
  const reserved = new Set<number>();
  if (context.what === "update" && context.columns.has("quantity"))
    for (const { row, n, quantity, isReserved } of listed) {
      if (quantity < row.quantity) soldHere.add(n);
      if (isReserved) reserved.add(n);
    }
  const updated = new Map<number, FormerValues>();
  if (context.what === "update") {
    const { columns } = context;
    const isFewer = ({ row, n }: NumberedRow) => row.onlyFewer === true || reserved.has(n);
    const whole = listed.filter((row) => !isFewer(row));
    const fewer = listed.filter((row) => isFewer(row) && columns.has("quantity"));
    const changes = [await updateListed(trx, ownerId, whole, columns), await lowerQuantities(trx, fewer)];
    for (const { n, former } of changes.flat()) updated.set(n, former);
  }
  return all.map(({ row, n }): StockOutcome => {
    const id = ids.get(n);
    if (id === undefined) return { what: row.id === null && isSkipped(row) ? "sold_out" : "not_yours" };
    if (created.has(n)) return { what: "created", id };
    const former = updated.get(n);
    const outcome = { id, isSoldHere: soldHere.has(n), isReserved: reserved.has(n) };
    return former ? { what: "updated", former, ...outcome } : { what: "unchanged", ...outcome };
  });
}

interface Numbered {
  readonly n: number;
  readonly id: string;
}

type Listed = Numbered & Pieces;

/** Before a row, with how many of them are reserved. */
type ReservedPieces = Pieces & { readonly reserved: number };

interface NumberedRow {
  readonly row: BulkRow;
  readonly n: number;
}

/** A row with our id is an edited row of ours, any other one is of the shop's own system. What is reserved stays. */
function piecesAfter(
  { id, quantity }: BulkRow,
  before: ReservedPieces | undefined,
): Pieces & { readonly isReserved: boolean } {
  if (!before) return { quantity, soldHere: 0, isReserved: false };
  const after = id === null ? piecesStated(quantity, before) : piecesEdited(quantity, before);
  const { reserved } = before;
  if (after.quantity >= reserved) return { ...after, isReserved: false };
  return { quantity: reserved, soldHere: 0, isReserved: true };
}

async function insertNew(
  trx: Transaction<DB>,
  ownerId: string,
  rows: readonly NumberedRow[],
): Promise<readonly Numbered[]> {
  const fresh = rows.map(({ row, n }) => ({ ...given(row, n), listed_at: row.listedAt ?? null }));
  if (fresh.length === 0) return [];
  const { rows: made } = await sql<{ type: string; row_key: string; id: string }>`
    insert into listings (type, user_id, ${COLUMN_NAMES}, language, created_at, updated_at)
    select type, ${ownerId}, ${COLUMN_NAMES}, ${languageOf(ownerId)},
      coalesce(listed_at, now()), coalesce(listed_at, now())
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as ${GIVEN}
    on conflict (type, user_id, row_key) where row_key is not null do nothing
    returning type, row_key, id
  `.execute(trx);
  const places = new Map(fresh.map(({ n, type, row_key }) => [`${type} ${row_key}`, n]));
  return made.flatMap(({ type, row_key, id }) => {
    const n = places.get(`${type} ${row_key}`);
    return n === undefined ? [] : [{ n, id }];
  });
}

/**
 * Locks the listings that exist already until the transaction ends. All bulk changes lock in the same order: in
 * different orders, two could wait for each other's locks.
 */
async function findListed(
  trx: Transaction<DB>,
  ownerId: string,
  others: readonly NumberedRow[],
): Promise<readonly (Numbered & ReservedPieces)[]> {
  if (others.length === 0) return [];
  const numbers = others.map(({ n }) => n);
  const types = others.map(({ row }) => row.type);
  const ids = others.map(({ row }) => row.id);
  const keys = others.map(({ row }) => (row.id === null ? row.rowKey : null));
  const { rows } = await sql<Numbered & ReservedPieces>`
    with given_keys as (
      select * from unnest(${numbers}::integer[], ${types}::text[], ${ids}::uuid[], ${keys}::text[])
        as given_keys (n, type, id, row_key)
    ),
    found as (
      select n, type, id, null as row_key from given_keys where id is not null
      union all
      select n, type, listings.id, row_key from given_keys join listings using (type, row_key)
      where listings.user_id = ${ownerId}
    )
    select n, listings.id, quantity, sold_here as "soldHere", reserved from found join listings using (type, id)
    where listings.user_id = ${ownerId} and (found.row_key is null or listings.row_key = found.row_key)
      and ${isEditable}
    order by listings.type, listings.id for update of listings
  `.execute(trx);
  return rows;
}

/** The names of the category's fields (not those that all listings have) that have a column in the file. */
function fieldsGiven(definition: CategoryDefinition, columns: ReadonlySet<string>): string[] {
  return [...csvColumns(definition)].filter(([, column]) => columns.has(column)).map(([field]) => field);
}

async function updateListed(
  trx: Transaction<DB>,
  ownerId: string,
  listed: readonly (NumberedRow & Listed)[],
  columns: ReadonlySet<string>,
): Promise<readonly (Numbered & { readonly former: FormerValues })[]> {
  const fields = new Map<string, string[]>();
  if (listed.length === 0) return [];
  const changes = listed.map(({ row, n, id, quantity, soldHere }) => {
    const definition = categoryOfType(row.type);
    const givenFields = fields.get(row.type) ?? (definition ? fieldsGiven(definition, columns) : []);
    fields.set(row.type, givenFields);
    const attributes = Object.fromEntries(
      Object.entries(row.input.attributes).filter(([field]) => givenFields.includes(field)),
    );
    return { ...given(row, n), id, quantity, sold_here: soldHere, attributes, given_fields: givenFields };
  });
  const { rows } = await sql<Numbered & { former: FormerValues }>`
    with changed as (
      select row.n, listings.type, listings.id, ${nextValues(columns)}
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as ${GIVEN}
      join listings on listings.type = row.type and listings.id = row.id
    )
    update listings set ${CHANGES}, updated_at = now(),
      language = case when (listings.name, listings.description) = (changed.name, changed.description)
        then listings.language else ${languageOf(ownerId)} end
    from changed
    where listings.type = changed.type and listings.id = changed.id and ${IS_CHANGED}
    returning changed.n, listings.id, (
      select jsonb_object_agg(key, before.value)
      from jsonb_each(${valuesIn("old")}) as before join jsonb_each(${valuesIn("new")}) as after using (key)
      where before.value <> after.value
    ) as former
  `.execute(trx);
  return rows;
}

/** Writes the numbers of pieces of those listings that have more, or of whose sales here the shop's system has learned. */
async function lowerQuantities(
  trx: Transaction<DB>,
  listed: readonly (NumberedRow & Listed)[],
): Promise<readonly (Numbered & { readonly former: FormerValues })[]> {
  if (listed.length === 0) return [];
  const fewer = listed.map(({ row: { type }, n, id, quantity, soldHere }) => {
    return { n, type, id, quantity, sold_here: soldHere };
  });
  const { rows } = await sql<Numbered & { former: FormerValues }>`
    update listings set quantity = row.quantity, sold_here = row.sold_here, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(fewer)}::jsonb)
      as row (n integer, type text, id uuid, quantity integer, sold_here integer)
    where listings.type = row.type and listings.id = row.id and row.quantity <= listings.quantity
      and (row.quantity, row.sold_here) is distinct from (listings.quantity, listings.sold_here)
    returning n, listings.id, jsonb_strip_nulls(jsonb_build_object(
      'quantity', nullif(old.quantity, new.quantity), 'sold_here', nullif(old.sold_here, new.sold_here)
    )) as former
  `.execute(trx);
  return rows;
}
