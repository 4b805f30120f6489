import type { CategoryDefinition } from "../definition.ts";

/** A brand as it is stored: another spelling of one that the category knows becomes that one. */
export function storedBrand({ brand: { spellings = {} } }: CategoryDefinition, written: string): string {
  // Own keys alone: every object has a "toString".
  return (Object.hasOwn(spellings, written) && spellings[written]) || written;
}
