import { accessory } from "./accessory.ts";
import { bag } from "./bag.ts";
import { ball } from "./ball.ts";
import { clothes } from "./clothes.ts";
import type { CategoryDefinition } from "./definition.ts";
import { listingPath, oldListingPath } from "./paths.ts";
import { racket } from "./racket.ts";
import { string } from "./string.ts";

/** Every category, in menu order. To add one, see docs/where-do-i.md. */
export const CATEGORIES: readonly CategoryDefinition[] = [racket, string, bag, ball, clothes, accessory];

const byType = new Map(CATEGORIES.map((category) => [category.type, category]));
const byPlural = new Map(CATEGORIES.map((category) => [category.plural, category]));

export function categoryOfType(type: string): CategoryDefinition | undefined {
  return byType.get(type);
}

export function categoryOfPlural(plural: string): CategoryDefinition | undefined {
  return byPlural.get(plural);
}

/** A listing can have a type that is no longer a category. Its page is then "not found". */
export function listingPathOf(type: string, id: string): string {
  const category = categoryOfType(type);
  return category ? listingPath(category, id) : oldListingPath({ type }, id);
}
