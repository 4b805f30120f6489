import type { CategoryDefinition } from "../definition.ts";

/** Returns the brand as it is stored: a known other spelling becomes the category's own. */
export function storedBrand({ brand: { spellings = {} } }: CategoryDefinition, written: string): string {
  // Only own keys: every object has a "toString".
  return (Object.hasOwn(spellings, written) && spellings[written]) || written;
}
