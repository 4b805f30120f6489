/** The brand of everything whose brand no form lists. Nobody searches for it. */
export const OTHER_BRAND = "Other";

/** Brands that are stored without accents, as the specification writes them. */
const DISPLAY_NAMES: ReadonlyMap<string, string> = new Map([["Volkl", "Völkl"]]);

export function brandLabel(brand: string): string {
  return DISPLAY_NAMES.get(brand) ?? brand;
}

/** Returns the category's spelling of the brand, or `written` when the category has none. */
export function storedBrand(
  { brand: { spellings = {} } }: { brand: { spellings?: Readonly<Record<string, string>> } },
  written: string,
): string {
  // Only own keys: every object has a "toString".
  return (Object.hasOwn(spellings, written) && spellings[written]) || written;
}
