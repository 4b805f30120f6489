import { z } from "zod";
import { isBlank, isWritable, lengthOf } from "#app/domain/text-rules.ts";
import { listingSchema, pieces, priceSchema } from "#app/features/deals/schema.ts";
import { m } from "#app/paraglide/messages.js";

/** In characters. */
export const NOTE_MAX = 500;

// The error text is a function: the schema is created once, but each request has its own language.
const bad = { error: () => m.deal_bad_request() };

/** The form already contains the id of the new offer, so that a form that is sent twice makes only one. */
const offerId = z.guid(bad).toLowerCase();
const price = priceSchema(m.offer_price_wrong);

const note = z
  .string(bad)
  .default("")
  .refine(isWritable, { error: () => m.deal_characters() })
  .transform((text) => (isBlank(text) ? "" : text.replaceAll("\r\n", "\n").trim()))
  .refine((text) => lengthOf(text) <= NOTE_MAX, { error: () => m.deal_long({ max: NOTE_MAX }) });

/** The form in which a buyer makes an offer (`POST /offers/new`). `price` is in euros for all pieces together. */
export const makeSchema = z.object({
  listing: listingSchema,
  price,
  pieces: pieces.default(1),
  note,
  offer: offerId,
  /** Set after the buyer was told what is dangerous about the note. */
  risk_confirmed: z.literal("on", bad).optional(),
});
export type OfferInput = z.output<typeof makeSchema>;

/** An answer to an offer (`POST /offers/:id`). Only a counter-offer has a price. */
export const offerAnswerSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("accept") }),
    z.object({ intent: z.literal("decline") }),
    z.object({ intent: z.literal("withdraw") }),
    z.object({ intent: z.literal("counter"), price }),
  ],
  bad,
);
export type OfferAnswerInput = z.output<typeof offerAnswerSchema>;

/** The form of "Buy Now" (`POST /buy`). `cents` is the price of one piece, as the buyer saw it. */
export const buySchema = z.object({
  listing: listingSchema,
  pieces: pieces.default(1),
  cents: z
    .string(bad)
    .regex(/^\d{1,10}$/, bad)
    .transform(Number),
  deal: z.guid(bad).toLowerCase(),
});
export type BuyInput = z.output<typeof buySchema>;
