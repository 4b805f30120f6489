/** The database has the same limit. */
export const MAX_QUANTITY = 100_000;

/** A whole number from 0, which may exceed MAX_QUANTITY; null for any other text. */
export function parseQuantity(text: string): number | null {
  const digits = text.replace(/[\s\u00a0\u202f]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
