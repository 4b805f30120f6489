import { useHref } from "react-router";
import { formatPrice } from "#app/domain/format.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { showToast } from "#app/ui/toast.ts";
import { useStateResetBy } from "#app/ui/use-synced-state.ts";
import { STOCK_PATH } from "../address.ts";
import type { StockField } from "../rules.ts";
import type { ItemAnswer, PriceAndQuantityView, StockItem } from "../view.ts";
import { sendItem } from "./send-item.ts";

const UNDO_MS = 10_000;

const COLUMN = { price: "priceCents", quantity: "quantity" } as const;

export interface StockChanges {
  /** With the changes since the page was loaded. */
  readonly items: readonly StockItem[];
  /** After a refusal, `items` has the stored values, and the caller has to show the message. */
  readonly write: (item: StockItem, field: StockField, value: number, was: number) => Promise<ItemAnswer>;
  readonly sell: (item: StockItem) => void;
}

/** A changed row keeps its position until the page is loaded again. A sale is shown before the server responds. */
export function useStock(items: readonly StockItem[]): StockChanges {
  const path = useHref(`${STOCK_PATH}/item`);
  const [changes, setChanges] = useStateResetBy(
    items,
    (): ReadonlyMap<string, PriceAndQuantityView> => new Map(),
  );
  const put = (item: StockItem, change: PriceAndQuantityView) =>
    setChanges((before) => new Map(before).set(keyText(item), { ...before.get(keyText(item)), ...change }));

  async function write(item: StockItem, field: StockField, value: number, was: number): Promise<ItemAnswer> {
    const answer = await send(item, field, value, was);
    if (answer.ok) {
      const title =
        field === "price"
          ? m.stock_price_saved({ name: item.name, price: formatPrice(value, getLocale()) })
          : m.stock_quantity_saved({ name: item.name, count: value });
      offer(title, () => send(item, field, was, value));
    }
    return answer;
  }

  async function send(item: StockItem, field: StockField, value: number, was: number) {
    const answer = await sendItem(path, item, {
      intent: field,
      value: field === "price" ? (value / 100).toFixed(2) : String(value),
      was: String(was),
    });
    if (answer.ok) put(item, { [COLUMN[field]]: answer.current[COLUMN[field]] });
    else if (answer.current) put(item, answer.current);
    return answer;
  }

  function sell(item: StockItem) {
    if (item.quantity === 0) return;
    put(item, { quantity: item.quantity - 1 });
    void count(item, "sold").then((answer) => {
      if (!answer.ok) {
        put(item, { quantity: answer.current?.quantity ?? item.quantity });
        return refuse(answer.message);
      }
      const left = answer.current.quantity ?? 0;
      const title =
        left === 0
          ? m.stock_sold_last({ name: item.name })
          : m.stock_sold_left({ name: item.name, count: left });
      offer(title, () => count(item, "unsold"));
    });
  }

  async function count(item: StockItem, intent: "sold" | "unsold") {
    const answer = await sendItem(path, item, { intent });
    if (answer.ok) put(item, answer.current);
    return answer;
  }

  return {
    items: items.map((item) => ({ ...item, ...changes.get(keyText(item)) })),
    write,
    sell,
  };
}

function refuse(message: string) {
  showToast({ title: m.ui_error(), description: message, tone: "danger" });
}

function offer(title: string, back: () => Promise<ItemAnswer>) {
  async function undo() {
    const answer = await back();
    if (answer.ok) showToast({ title: m.stock_as_before(), tone: "good" });
    else refuse(answer.message);
  }
  const action = { label: m.stock_undo(), run: () => void undo() };
  showToast({ title, tone: "good", milliseconds: UNDO_MS, action });
}
