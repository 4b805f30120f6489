/** Money is whole euro cents (design §4). The dearest listing: 100,000 euros. */
export const MAX_PRICE_CENTS = 10_000_000;

/**
 * Reads "199", "199.5", "199,50" or "€ 1.199,50" as cents.
 * Returns null for what is not an amount with at most two decimals.
 */
export function parseCents(text: string): number | null {
  const amount = text.replace(/[€\s\u00a0\u202f]/g, "");
  const match = /^(-?)(\d{1,3}(?:([.,'])\d{3})(?:\3\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(amount);
  if (!match) return null;
  const [, sign, whole = "", , fraction = ""] = match;
  const cents = Number(whole.replace(/[.,']/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
  return sign ? -cents : cents;
}

/** Cents as an input shows them: "199.50", "199". */
export function centsToInput(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
