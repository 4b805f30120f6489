import { formatPrice } from "../../format.ts";
import { MAX_PRICE_CENTS, readPrice, readPriceLimit } from "../../money.ts";
import {
  endsText,
  type FilterKind,
  isOpen,
  rangeParams,
  readEnds,
  USUAL,
  unreadEnds,
  writeEnds,
} from "./kind.ts";

export interface PriceOfListing {
  readonly by: "price";
}

const NAME = "price";

function inEuros(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/** The code of the error for a text that `readPriceLimit` refuses. */
function issueOf(text: string): string {
  const read = readPrice(text);
  if (read === null) return "not_an_amount";
  if ("otherCurrency" in read) return "other_currency";
  return "cents" in read && read.cents > 0 ? `too_high:${MAX_PRICE_CENTS / 100}` : "negative";
}

export const byPrice: FilterKind<PriceOfListing> = {
  ...USUAL,
  ofAll: { by: "price" },
  named: "list",
  name: () => NAME,
  params: () => Object.values(rangeParams(NAME)),
  read(_, params) {
    const { min, max } = readEnds(params, NAME, (text) => readPriceLimit(text ?? ""));
    // No price is below 0.
    return { price: { min: min === 0 ? null : min, max } };
  },
  write: ({ price: { min, max } }, params) =>
    writeEnds(params, NAME, { min: inEuros(min), max: inEuros(max) }),
  chosen: (_, search) => (isOpen(search.price) ? [] : [NAME]),
  without: (_, search) => ({ ...search, price: { min: null, max: null } }),
  text: (_, __, search, { texts }) =>
    endsText(search.price, texts, (cents) => formatPrice(cents, texts.locale())),
  view(_, search, { definition, label, written }) {
    const slider = definition.price.as === "slider" ? definition.price : { max: 1000, step: 1 };
    return {
      kind: "range",
      name: NAME,
      label: label(NAME),
      as: definition.price.as,
      min: 0,
      max: slider.max,
      step: slider.step,
      unit: "€",
      unitOfOne: null,
      from: inEuros(search.price.min),
      to: inEuros(search.price.max),
      written,
      isFaulty: written !== null,
      isTyped: definition.price.as === "inputs",
    };
  },
  unread(_, params, { texts }) {
    const unread = unreadEnds(params, NAME, (text) => readPriceLimit(text) !== null);
    if (!unread) return null;
    const notice = texts.m.browse_malformed_price({ price: unread.shown });
    return { ...unread.ends, issue: issueOf(unread.first), notice };
  },
};
