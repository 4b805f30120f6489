import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { rangeParams } from "#app/domain/categories/derive/search.ts";
import { MAX_PRICE_CENTS, readPrice, readPriceLimit } from "#app/domain/money.ts";
import { m } from "#app/paraglide/messages.js";
import { issueText } from "./issue-text.ts";
import { fieldLabel } from "./texts.server.ts";

/** The ends of a price filter that are no amounts of euros, as typed. No search uses them. */
export interface WrittenPrice {
  readonly min?: string;
  readonly max?: string;
  /** The message beside the field. */
  readonly error: string;
  /** A sentence that says why the results ignore the price. */
  readonly notice: string;
}

/** The length to which a typed price is cut before it is shown again. */
const LONGEST = 20;

/** Null when each end is empty or an amount. */
export function writtenPrice(definition: CategoryDefinition, params: URLSearchParams): WrittenPrice | null {
  const names = rangeParams("price");
  const faultyEnd = (name: string) => {
    const text = (params.get(name) ?? "").trim();
    return text === "" || readPriceLimit(text) !== null ? undefined : text;
  };
  const [min, max] = [faultyEnd(names.min), faultyEnd(names.max)];
  const faulty = min ?? max;
  if (faulty === undefined) return null;
  const label = fieldLabel(definition, "price");
  const read = readPrice(faulty);
  const issue =
    read === null
      ? "not_an_amount"
      : "otherCurrency" in read
        ? "other_currency"
        : "cents" in read && read.cents > 0
          ? `too_high:${MAX_PRICE_CENTS / 100}`
          : "negative";
  return {
    min: min?.slice(0, LONGEST),
    max: max?.slice(0, LONGEST),
    error: issueText(issue, { label, requiredText: label }),
    notice: m.browse_malformed_price({ price: faulty.slice(0, LONGEST) }),
  };
}
