import type { CategoryDefinition } from "../definition.ts";

/** Brands that the specification, files and addresses write without their letters. */
const OWN_SPELLING: ReadonlyMap<string, string> = new Map([["Volkl", "Völkl"]]);

/** A brand as it writes itself, for display. */
export function brandLabel(brand: string): string {
  return OWN_SPELLING.get(brand) ?? brand;
}

/** Returns the brand as it is stored: a known other spelling becomes the category's own. */
export function storedBrand({ brand: { spellings = {} } }: CategoryDefinition, written: string): string {
  // Only own keys: every object has a "toString".
  return (Object.hasOwn(spellings, written) && spellings[written]) || written;
}
