/** The maximum quantity of a listing (also the database's limit). */
export const MAX_QUANTITY = 100_000;

/** Reads a quantity, "3": a whole number from 0, or null for any other text. It may exceed MAX_QUANTITY. */
export function parseQuantity(text: string): number | null {
  const digits = text.replace(/[\s\u00a0\u202f]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
