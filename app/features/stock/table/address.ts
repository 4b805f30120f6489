import { href } from "react-router";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { isWritable, oneLine } from "#app/domain/text-rules.ts";
import { STOCK_SORTS, STOCK_STATES, type StockSort, type StockState } from "./rules.ts";

export const STOCK_PATH = href("/sell/business/stock");

export interface StockFilter {
  /** Words, each of which must be in the name, the brand or the SKU; or the id of a listing. */
  readonly q: string;
  readonly type: string | null;
  readonly state: StockState | null;
  /** The id of an upload that has created or changed the listings. */
  readonly upload: string | null;
}

/** `id` and `value` are the id and the sort value of a row. */
export interface StockCursor {
  readonly way: "after" | "before";
  readonly id: string;
  readonly value: string;
}

export interface StockRequest extends StockFilter {
  readonly sort: StockSort;
  readonly cursor: StockCursor | null;
}

const LONGEST_WORDS = 200;

/** Invalid parameters are ignored. */
export function readStock(params: URLSearchParams): StockRequest {
  const q = oneLine(params.get("q") ?? "").slice(0, LONGEST_WORDS);
  const type = params.get("type") ?? "";
  const upload = params.get("upload") ?? "";
  return {
    q: isWritable(q) ? q : "",
    type: categoryOfType(type) ? type : null,
    state: STOCK_STATES.find((state) => state === params.get("state")) ?? null,
    upload: isId(upload) ? upload : null,
    sort: STOCK_SORTS.find((sort) => sort === params.get("sort")) ?? "newest",
    cursor: readCursor("after", params.get("after")) ?? readCursor("before", params.get("before")),
  };
}

function readCursor(way: StockCursor["way"], text: string | null): StockCursor | null {
  const [id = "", ...value] = (text ?? "").split("~");
  return isId(id) && value.length > 0 && isWritable(value.join("~"))
    ? { way, id, value: value.join("~") }
    : null;
}

/** Without a cursor in `change`, the URL is that of the first page. */
export function stockPath(request: StockRequest, change: Partial<StockRequest> = {}): string {
  const { q, type, state, upload, sort, cursor } = { ...request, cursor: null, ...change };
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (type) params.set("type", type);
  if (state) params.set("state", state);
  if (upload) params.set("upload", upload);
  if (sort !== "newest") params.set("sort", sort);
  if (cursor) params.set(cursor.way, `${cursor.id}~${cursor.value}`);
  return params.size > 0 ? `${STOCK_PATH}?${params}` : STOCK_PATH;
}

export function isFiltered({ q, type, state, upload }: StockFilter): boolean {
  return q !== "" || type !== null || state !== null || upload !== null;
}
