import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { rangeParams } from "#app/domain/categories/derive/search.ts";
import { monthOfText } from "#app/domain/categories/month-text.ts";
import { MAX_PRICE_CENTS, readPrice, readPriceLimit } from "#app/domain/money.ts";
import { m } from "#app/paraglide/messages.js";
import { issueText } from "./issue-text.ts";
import { fieldLabel } from "./texts.server.ts";

/** The ends of a filter that mean nothing, as typed. No search uses them. */
export interface WrittenLimits {
  readonly min?: string;
  readonly max?: string;
  /** The message beside the field. */
  readonly error: string;
  /** A sentence that says why the results ignore the filter. */
  readonly notice: string;
}

/** The length to which a typed limit is cut before it is shown again. */
const LONGEST = 20;

/** The limits of this filter for which `isRead` is false. Null when each is empty or can be read. */
function unreadableLimits(params: URLSearchParams, name: string, isRead: (text: string) => boolean) {
  const names = rangeParams(name);
  const faultyEnd = (end: string) => {
    const text = (params.get(end) ?? "").trim();
    return text === "" || isRead(text) ? undefined : text;
  };
  const [min, max] = [faultyEnd(names.min), faultyEnd(names.max)];
  const first = min ?? max;
  if (first === undefined) return null;
  return { first, min: min?.slice(0, LONGEST), max: max?.slice(0, LONGEST) };
}

/** Null when each end is empty or an amount. */
export function writtenPrice(definition: CategoryDefinition, params: URLSearchParams): WrittenLimits | null {
  const limits = unreadableLimits(params, "price", (text) => readPriceLimit(text) !== null);
  if (!limits) return null;
  const { first, ...ends } = limits;
  const label = fieldLabel(definition, "price");
  const read = readPrice(first);
  const issue =
    read === null
      ? "not_an_amount"
      : "otherCurrency" in read
        ? "other_currency"
        : "cents" in read && read.cents > 0
          ? `too_high:${MAX_PRICE_CENTS / 100}`
          : "negative";
  return {
    ...ends,
    error: issueText(issue, { label, requiredText: label }),
    notice: m.browse_malformed_price({ price: first.slice(0, LONGEST) }),
  };
}

/** The same for the filters by month, by field. */
export function writtenMonths(
  definition: CategoryDefinition,
  params: URLSearchParams,
): ReadonlyMap<string, WrittenLimits> {
  const byField = new Map<string, WrittenLimits>();
  for (const filter of definition.filters) {
    if (filter.by !== "months") continue;
    const limits = unreadableLimits(params, filter.field, (text) => monthOfText(text) !== undefined);
    if (!limits) continue;
    const { first, ...ends } = limits;
    const label = fieldLabel(definition, filter.field);
    byField.set(filter.field, {
      ...ends,
      error: issueText("not_a_month", { label, requiredText: label }),
      notice: m.browse_malformed_month({ month: first.slice(0, LONGEST), label }),
    });
  }
  return byField;
}
