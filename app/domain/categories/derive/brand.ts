import type { CategoryDefinition } from "../definition.ts";

/** Brands that are stored without accents, as the specification writes them, each with its name for display. */
const DISPLAY_NAMES: ReadonlyMap<string, string> = new Map([["Volkl", "Völkl"]]);

/** A brand with its accents, for display. */
export function brandLabel(brand: string): string {
  return DISPLAY_NAMES.get(brand) ?? brand;
}

/** Returns the brand as it is stored: a known spelling variant becomes the category's spelling. */
export function storedBrand({ brand: { spellings = {} } }: CategoryDefinition, written: string): string {
  // Only own keys: every object has a "toString".
  return (Object.hasOwn(spellings, written) && spellings[written]) || written;
}
