import type { CategoryDefinition } from "../definition.ts";

/** The brands that are stored without their accents, as the specification writes them. */
const OWN_SPELLING: ReadonlyMap<string, string> = new Map([["Volkl", "Völkl"]]);

/** A brand with its accents, for display. */
export function brandLabel(brand: string): string {
  return OWN_SPELLING.get(brand) ?? brand;
}

/** Returns the brand as it is stored: a known spelling variant becomes the category's spelling. */
export function storedBrand({ brand: { spellings = {} } }: CategoryDefinition, written: string): string {
  // Only own keys: every object has a "toString".
  return (Object.hasOwn(spellings, written) && spellings[written]) || written;
}
