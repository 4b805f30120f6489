import { useHref } from "react-router";
import { formatPrice } from "#app/domain/format.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { Failure } from "#app/ui/answer.ts";
import { call, messageOf } from "#app/ui/call.ts";
import { showToast, UNDO_TOAST_MS } from "#app/ui/toast.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import { STOCK_PATH } from "../address.ts";
import type { StockField } from "../rules.ts";
import type { PriceAndQuantityView, StockItem } from "../view.ts";

const ITEM_PATH = `${STOCK_PATH}/item`;

export interface StockChanges {
  /** With the changes since the page was loaded. */
  readonly items: readonly StockItem[];
  /** @throws Error with a sentence for the cell; `items` has the stored values if they were changed meanwhile */
  readonly write: (item: StockItem, field: StockField, value: number, was: number) => Promise<void>;
  readonly sell: (item: StockItem) => Promise<void>;
}

/** A changed row keeps its position until the page is loaded again. A sale is shown before the server responds. */
export function useStock(items: readonly StockItem[]): StockChanges {
  const path = useHref(ITEM_PATH);
  const [changes, setChanges] = useStateResetBy(
    items,
    (): ReadonlyMap<string, PriceAndQuantityView> => new Map(),
  );

  async function write(item: StockItem, field: StockField, value: number, was: number) {
    await send(item, cellFields(field, value, was));
    const title =
      field === "price"
        ? m.stock_price_saved({ name: item.name, price: formatPrice(value, getLocale()) })
        : m.stock_quantity_saved({ name: item.name, count: value });
    offerUndo(item, title, { ...cellFields(field, was, value), undo: "1" });
  }

  async function sell(item: StockItem) {
    if (item.quantity === 0) return;
    put(item, { quantity: item.quantity - 1 });
    try {
      const { quantity: left = 0 } = await send(item, { intent: "sold" });
      const { name } = item;
      const title = left === 0 ? m.stock_sold_last({ name }) : m.stock_sold_left({ name, count: left });
      offerUndo(item, title, { intent: "unsold" });
    } catch (error) {
      put(item, { quantity: item.quantity });
      showToast({ title: m.ui_error(), description: messageOf(error), tone: "danger" });
    }
  }

  async function send(item: StockItem, fields: Record<string, string>) {
    try {
      const form = new URLSearchParams({ item: keyText(item), ...fields });
      const stored = await call<PriceAndQuantityView>(path, form);
      put(item, stored);
      return stored;
    } catch (error) {
      const failure = (error as Error).cause as Failure<PriceAndQuantityView> | undefined;
      if (failure?.reason === "stock_changed") put(item, failure.kept);
      throw error;
    }
  }

  function put(item: StockItem, change: PriceAndQuantityView) {
    setChanges((before) => new Map(before).set(keyText(item), { ...before.get(keyText(item)), ...change }));
  }

  return { items: items.map((item) => ({ ...item, ...changes.get(keyText(item)) })), write, sell };
}

function cellFields(field: StockField, value: number, was: number) {
  return {
    intent: field,
    value: field === "price" ? (value / 100).toFixed(2) : String(value),
    was: String(was),
  };
}

function offerUndo(item: StockItem, title: string, fields: Record<string, string>) {
  const undo = { path: ITEM_PATH, fields: { item: keyText(item), ...fields } };
  showToast({ title, tone: "good", milliseconds: UNDO_TOAST_MS, undo });
}
