import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { formatDay } from "#app/domain/format.ts";
import { brandText, sentence, valueText } from "#app/features/listings/texts.server.ts";
import { presentMainPhoto } from "#app/features/photos/present.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import type { StockItemRow } from "./queries.server.ts";
import type { StockItem } from "./view.ts";

/** Null for a type without a category. */
export function presentItem(row: StockItemRow): StockItem | null {
  const definition = categoryOfType(row.type);
  if (!definition) return null;
  const field = definition.fields.condition;
  const condition = row.condition !== null && field ? valueText(field, row.condition) : null;
  return {
    type: row.type,
    id: row.id,
    path: listingPath(definition, row.id),
    typeLabel: sentence(definition, "plural"),
    name: row.name,
    about: [row.brand && brandText(row.brand), condition].filter(Boolean).join(" · "),
    sku: row.sku,
    photo: presentMainPhoto(row.photo, definition),
    failedPictures: row.failed_pictures,
    priceCents: row.price_cents,
    quantity: row.quantity,
    listed: formatDay(row.created_at, getLocale()),
    listedAt: row.created_at.toISOString(),
  };
}
