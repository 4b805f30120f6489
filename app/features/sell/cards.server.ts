import { sellPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import type { SellCard } from "./ui/sell-cards.tsx";

export function sellCards(): SellCard[] {
  return CATEGORIES.map((definition) => ({
    to: sellPath(definition),
    title: sentence(definition, "plural"),
    text: sentence(definition, "sell_title"),
    drawing: definition.drawing,
  }));
}
