import { formatPrice } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import {
  type PriceAndQuantity,
  sellOne,
  setPriceAndQuantity,
  takeSaleBack,
} from "#app/features/listings/commands.server.ts";
import { issueText } from "#app/features/listings/issue-text.ts";
import { readKey } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { readCell, type StockField } from "./rules.ts";
import { fieldName } from "./texts.ts";
import type { ItemAnswer } from "./view.ts";

/** An action on one row of the stock table. "unsold" undoes "sold", which sells one piece. */
export type ItemIntent = StockField | "sold" | "unsold";

/** Null for a form of a bulk change. */
export function itemIntent(form: FormData): ItemIntent | null {
  const intents: readonly ItemIntent[] = ["price", "quantity", "sold", "unsold"];
  return intents.find((intent) => intent === form.get("intent")) ?? null;
}

function refusal(status: number, message: string, current: PriceAndQuantity | null = null): ItemAnswer {
  return { ok: false, status, message, current: current };
}

/** The called commands check that the listing is the viewer's own. */
export async function changeItem(viewer: Viewer, intent: ItemIntent, form: FormData): Promise<ItemAnswer> {
  const key = readKey(String(form.get("item")));
  if (!key) return refusal(400, m.stock_not_understood());
  try {
    if (intent === "sold") return { ok: true, current: { quantity: await sellOne(viewer, key) } };
    if (intent === "unsold") return { ok: true, current: { quantity: await takeSaleBack(viewer, key) } };
    const label = fieldName(intent);
    const read = readCell(intent, String(form.get("value") ?? ""));
    if ("issue" in read) {
      return refusal(
        400,
        issueText(read.issue, { label, requiredText: m.listing_error_required({ label }) }),
      );
    }
    const was = Number(form.get("was") ?? Number.NaN);
    if (!Number.isSafeInteger(was)) return refusal(400, m.stock_not_understood());
    const column = COLUMN[intent];
    const { done, current } = await setPriceAndQuantity(
      viewer,
      key,
      { [column]: was },
      { [column]: read.value },
    );
    if (done) return { ok: true, current: current };
    const now = intent === "price" ? formatPrice(current.priceCents, getLocale()) : current.quantity;
    return refusal(409, m.stock_meanwhile({ now }), current);
  } catch (error) {
    if (error instanceof Refused) return refusal(error.status, error.message);
    logger.error({ err: error, ...key }, "a row of the stock could not be changed");
    return refusal(500, m.stock_not_saved());
  }
}

const COLUMN = { price: "priceCents", quantity: "quantity" } as const satisfies Record<
  StockField,
  keyof PriceAndQuantity
>;
