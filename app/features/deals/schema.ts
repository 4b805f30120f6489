import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { checkPrice } from "#app/domain/money.ts";
import { issueText } from "#app/features/listings/issue-text.ts";
import { keyText, readKey } from "#app/features/listings/picked.ts";
import { MAX_QUANTITY, parseQuantity } from "#app/features/listings/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { ITEMS_MAX } from "./rules.ts";

/** The highest price of a deal, for all pieces together. A database check has the same limit. */
export const DEAL_PRICE_MAX_CENTS = 1_000_000_000;
/** The value of the field `with` for a buyer outside the shop. */
const ELSEWHERE = "elsewhere";

// The error text is a function: the schema is created once, but each request has its own language.
export const bad = { error: () => m.deal_bad_request() };

/**
 * A price for all pieces together, in euros as users write it. `sentence` is the error message for a text that is not a
 * price. Amounts that cannot be used have their own messages.
 */
export function priceSchema(sentence: () => string) {
  return z
    .string({ error: sentence })
    .max(40, { error: sentence })
    .transform((text, context) => {
      const read = checkPrice(text, DEAL_PRICE_MAX_CENTS);
      if ("cents" in read) return read.cents;
      const wrong = sentence();
      const isAmount = read.issue !== "required" && read.issue !== "not_an_amount";
      const named = { label: m.field_price(), requiredText: wrong };
      context.addIssue({ code: "custom", message: isAmount ? issueText(read.issue, named) : wrong });
      return z.NEVER;
    });
}

export const pieces = z.string(bad).transform((text, context) => {
  const count = parseQuantity(text);
  if (count !== null && count >= 1 && count <= MAX_QUANTITY) return count;
  context.addIssue({ code: "custom", message: m.deal_pieces_wrong() });
  return z.NEVER;
});

/** The key of a listing: "racket:0198…" */
export const listingSchema = z.string(bad).transform((text, context) => {
  const key = readKey(text);
  if (key) return key;
  context.addIssue({ code: "custom", message: m.deal_bad_request() });
  return z.NEVER;
});

function several<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (sent) => (sent === undefined ? [] : Array.isArray(sent) ? sent : [sent]),
    z.array(schema).max(ITEMS_MAX, bad),
  );
}

/** The chosen listings, each once, with the number of pieces in its row. */
function itemsIn(form: {
  readonly listing: readonly ListingKey[];
  readonly row: readonly ListingKey[];
  readonly pieces: readonly number[];
}) {
  const rows = form.row.length === 0 ? form.listing : form.row;
  const counts = new Map(rows.map((key, index) => [keyText(key), form.pieces[index] ?? 1]));
  const chosen = new Map(form.listing.map((key) => [keyText(key), key]));
  return [...chosen].map(([text, key]) => ({ ...key, pieces: counts.get(text) ?? 1 }));
}

/**
 * The form that starts a deal (`POST /deals`), with these fields:
 * - `listing`: a chosen listing ("racket:0198…"). The form has this field once for each of them.
 * - `row`: a listing that the form offers, chosen or not. A form that offers only one listing has no `row`.
 * - `pieces`: a number of pieces for each `row`, or for the only listing.
 * - `with`: the id of the conversation with the buyer, or "elsewhere" for a buyer outside the shop.
 * - `as`: the new status of the listings, "reserved" or "sold".
 * - `price`: for all pieces together, in euros as users write it.
 * - `deal`: the id of the new deal, so that a form that is sent twice makes only one.
 */
export const markItemSchema = z
  .object({
    listing: several(listingSchema).refine((keys) => keys.length > 0, {
      error: () => m.deal_items_missing(),
    }),
    row: several(listingSchema),
    with: z
      .string({ error: () => m.deal_with_missing() })
      .refine((text) => text === ELSEWHERE || isId(text), { error: () => m.deal_with_missing() })
      .transform((text) => (text === ELSEWHERE ? null : text.toLowerCase())),
    as: z.enum(["reserved", "sold"], bad),
    pieces: several(pieces),
    price: priceSchema(m.deal_price_wrong),
    deal: z.guid(bad).toLowerCase().nullable().default(null),
  })
  .transform(({ with: roomId, deal: dealId, as, price, ...form }) => ({
    items: itemsIn(form),
    as,
    price,
    roomId,
    dealId,
  }));
export type DealInput = z.output<typeof markItemSchema>;
