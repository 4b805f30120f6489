/** The most pieces that a listing may stand for (also the database's limit). */
export const MAX_QUANTITY = 100_000;

/** Reads a number of pieces, "3": a whole number from 0; null for what is none. It may be more than MAX_QUANTITY. */
export function parseQuantity(text: string): number | null {
  const digits = text.replace(/[\s\u00a0\u202f]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
