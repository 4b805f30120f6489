import { type CategoryDefinition, MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { csvColumns, NO_BRAND, checkRow as readRow } from "#app/domain/categories/derive/csv.ts";
import type { ListingInput } from "#app/domain/categories/derive/input.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { checkPrice } from "#app/domain/money.ts";
import { isWritable, lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { MAX_QUANTITY, parseQuantity } from "#app/features/listings/rules.ts";
import { REQUIRED_COLUMNS } from "./columns.ts";
import {
  type Cells,
  colorInstead,
  meantByCells,
  normalizeRow,
  sizeInstead,
  typeOfText,
  withoutNavy,
} from "./normalize-row.ts";
import { impossibleLink } from "./picture-link.ts";
import { withStoredValues } from "./stored-values.ts";

export interface CellFault {
  /** The name of one of COLUMNS; "" for the whole row. */
  readonly column: string;
  readonly code: string;
  readonly parameters: readonly (string | number)[];
  /** The key of a row that is listed later, without the rows before it. */
  readonly rowKey?: string | null;
}

export interface StockItem {
  readonly type: string;
  /** The listing's id when the row is from an export, else null. */
  readonly id: string | null;
  /** "sku:…"; null without a SKU. Then `rowKey` makes a key, unless the row has an id. */
  readonly key: string | null;
  readonly input: ListingInput;
  readonly quantity: number;
  /** The URLs of the pictures as written in the cell, in their order; at most 20. */
  readonly imageUrls: readonly string[];
}

/** `warnings` are about values that were replaced; such a row can still be listed. */
export type Checked =
  | { readonly item: StockItem; readonly warnings: readonly CellFault[] }
  | { readonly faults: readonly CellFault[] };

export const MAX_SKU_LENGTH = 190;
/** The database has the same limit (db/migrations/0013_uploads.sql). */
export const MAX_URL_LENGTH = 2000;

function fault(column: string, code: string, ...parameters: (string | number)[]): CellFault {
  return { column, code, parameters };
}

/** The checks that the specification lists for rows of any type. */
function specifiedFaults(cells: Cells, definition: CategoryDefinition | undefined, isOurs: boolean) {
  const faults: CellFault[] = [];
  for (const column of REQUIRED_COLUMNS)
    if ((cells[column] ?? "").trim() === "") faults.push(fault(column, "missing", column));
  const type = (cells.type ?? "").trim();
  if (!definition && type !== "") faults.push(fault("type", "type", type.slice(0, 60)));
  const condition = oneLine(cells.condition ?? "").toLowerCase();
  if (condition !== "" && !isOurs && !CONDITIONS.some((each) => each.toLowerCase() === condition))
    faults.push(fault("condition", "condition"));
  return faults;
}

/** The conditions that files may have. */
const CONDITIONS = [
  ...new Set(
    CATEGORIES.flatMap(({ fields }) =>
      fields.condition ? kindOf(fields.condition).offered(fields.condition) : [],
    ),
  ),
];

/** `issue` is the code of a form with its parameters, such as "range:85:135". */
function issueFault(column: string, issue: string): CellFault {
  const [code = "", ...parameters] = issue.split(":");
  return fault(column, code === "not_an_amount" ? "price" : code, ...parameters);
}

/** `message` is what the category's form check reports about the field `name`. */
function faultOf(definition: CategoryDefinition, cells: Cells, name: string, message: string): CellFault {
  const field = definition.fields[name];
  const column = csvColumns(definition).get(name) ?? name;
  if (message === "required") return fault(column, "missing", column);
  if (!field || message !== "not_offered") return issueFault(column, message);
  const offered = kindOf(field).offeredBeside(field, meantByCells(definition, cells)) ?? [];
  return offered.length > 0 ? fault(column, "one_of", offered.join(", ")) : issueFault(column, message);
}

/** Spreadsheets also write whole numbers as "3.0" or "3,00". */
function quantityOf(text: string): number | CellFault {
  if (text === "") return 1;
  const quantity = parseQuantity(text.replace(/[.,]0{1,2}$/, ""));
  if (quantity === null) return fault("quantity", "whole_number");
  return quantity <= MAX_QUANTITY ? quantity : fault("quantity", "range", 0, MAX_QUANTITY);
}

/** Our own exports may have addresses of this shop, on whichever machine it runs. */
function imageUrlsOf(text: string, isOurs: boolean): readonly string[] | CellFault {
  const urls = text
    .split(/[|\r\n]|,\s*(?=https?:)/)
    .map((url) => url.trim())
    .filter((url) => url !== "");
  if (urls.length > MAX_PHOTOS) return fault("imageUrls", "too_many_images");
  if (urls.some((url) => url.length > MAX_URL_LENGTH)) return fault("imageUrls", "too_long", MAX_URL_LENGTH);
  if (!urls.every(isWritable)) return fault("imageUrls", "characters");
  const impossible = isOurs ? undefined : urls.find(impossibleLink);
  return impossible === undefined ? urls : fault("imageUrls", "image_link", impossible.slice(0, 80));
}

function isFault(value: number | readonly string[] | CellFault): value is CellFault {
  return typeof value === "object" && "code" in value;
}

function skuFault(sku: string): CellFault[] {
  if (lengthOf(sku) > MAX_SKU_LENGTH) return [fault("sku", "too_long", MAX_SKU_LENGTH)];
  return isWritable(sku) ? [] : [fault("sku", "characters")];
}

/**
 * Checks a row, given as cells by column name. An empty or missing cell means the column's default. In a
 * row of an export, every value that a form can store is allowed, and empty cells of attributes mean no value.
 * @param isOurs whether this program wrote the row: it has a listing's id, or is from the demo stock
 * @returns the item, or its faults; without a known type, only of the columns that all types have
 */
export function checkRow(written: Cells, isOurs = (written.id ?? "").trim() !== ""): Checked {
  const stored = withStoredValues(written);
  const definition = categoryOfType(typeOfText(stored.type ?? "") ?? "");
  const cells = definition ? withoutNavy(definition, stored) : stored;
  const id = (cells.id ?? "").trim();
  const sku = oneLine(cells.sku ?? "");
  const quantity = quantityOf((cells.quantity ?? "").trim());
  const imageUrls = imageUrlsOf(cells.imageUrls ?? "", isOurs);
  const faults = [
    ...specifiedFaults(cells, definition, isOurs),
    ...(id === "" || isId(id) ? [] : [fault("id", "id")]),
    ...skuFault(sku),
    ...[quantity, imageUrls].filter(isFault),
  ];
  if (!definition) {
    const price = checkPrice(cells.price ?? "");
    if ("issue" in price && price.issue !== "required") faults.push(issueFault("price", price.issue));
    return { faults };
  }
  const empty = isOurs ? "nothing" : "defaults";
  const plain = normalizeRow(definition, cells, empty);
  const { input, issues } = readRow(definition, plain, empty);
  const faultyColumns = new Set(faults.map(({ column }) => column));
  for (const { name, message } of issues) {
    const reported = faultOf(definition, plain, name, message);
    if (!faultyColumns.has(reported.column)) faults.push(reported);
  }
  if (faults.length > 0 || !input || isFault(quantity) || isFault(imageUrls)) return { faults };
  const color = colorInstead(definition, oneLine(cells.color ?? ""));
  const size = sizeInstead(definition, oneLine(cells.size ?? ""), input.attributes.size);
  return {
    warnings: [
      ...(oneLine(cells.brand ?? "") === "" && input.brand === NO_BRAND
        ? [fault("brand", "brand_instead", NO_BRAND)]
        : []),
      ...(color === null ? [] : [fault("color", "color_instead", color)]),
      ...(size === null ? [] : [fault("size", "size_instead", size)]),
      ...(input.priceCents === 0 && !isOurs ? [fault("price", "free")] : []),
    ],
    item: {
      type: definition.type,
      id: id === "" ? null : id.toLowerCase(),
      key: sku === "" ? null : `sku:${sku}`,
      input,
      quantity,
      imageUrls,
    },
  };
}

/** A text that is equal for equal items: type, name, brand and attributes, without price, quantity or description. */
export function rowIdentity({ type, input }: StockItem): string {
  const facts = Object.entries(input.attributes).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([type, input.name, input.brand, facts]);
}

export interface UniqueValue {
  readonly column: "id" | "sku";
  /** Equal for two rows that mean the same listing. */
  readonly name: string;
}

/** The values of a row that no other row of its file may have. */
export function uniqueValuesOf({ type, id, key }: StockItem): readonly UniqueValue[] {
  const values: UniqueValue[] = [];
  if (id !== null) values.push({ column: "id", name: `${type} ${id}` });
  if (key !== null) values.push({ column: "sku", name: `${type} ${key}` });
  return values;
}

/** `first` is the number of the earlier row with the same id or SKU, as in a spreadsheet. */
export function duplicateFault(column: UniqueValue["column"], first: number): CellFault {
  return fault(column, "sku_twice", first);
}
