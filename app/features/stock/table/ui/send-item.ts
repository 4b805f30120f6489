import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import type { ItemAnswer, StockItem } from "../view.ts";

const TIMEOUT_MS = 20_000;

/**
 * Never rejects: a failed request returns a refusal. It does not use `call()`, which would drop the stored values in
 * the body of a refusal.
 * @param path the path of stock-item.route.ts, with the language prefix of the page
 */
export async function sendItem(
  path: string,
  item: Pick<StockItem, "type" | "id">,
  fields: Readonly<Record<string, string>>,
): Promise<ItemAnswer> {
  const body = new FormData();
  body.set("item", keyText(item));
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(path, { method: "POST", body, signal });
    return (await response.json()) as ItemAnswer;
  } catch {
    const message = navigator.onLine ? m.stock_not_saved() : m.error_offline_message();
    return { ok: false, status: 0, message, current: null };
  }
}
