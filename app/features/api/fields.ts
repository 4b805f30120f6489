import { z } from "zod";
import { CATEGORIES } from "#app/domain/categories/registry.ts";

/** The id of a thing: a UUID. */
export const id = z
  .guid()
  .toLowerCase()
  .meta({ description: "A UUID.", examples: ["01981f2a-7c3e-7a4b-8f21-3d5e6a7b8c9d"] });

/** A moment as an answer has it: UTC, in ISO 8601. */
export const moment = z.iso.datetime().meta({ examples: ["2027-05-04T09:30:00.000Z"] });

/** The category of a listing, in the singular: "racket". */
export const listingType = z.enum(CATEGORIES.map(({ type }) => type) as [string, ...string[]]);

/** A price in euros, with at most two decimals. */
export const euros = z
  .number()
  .min(0)
  .max(10_000_000)
  .multipleOf(0.01)
  .meta({ description: "In euros.", examples: [129.5] });

export const currency = z.literal("EUR");

/** Cents as `euros` has them. */
export function eurosOf(cents: number): number {
  return cents / 100;
}

/** A number of a JSON body for a field of a form, which reads a text as people write it. */
export function fromNumber<Schema extends z.ZodType<unknown, string>>(schema: Schema) {
  return z.number().transform(String).pipe(schema);
}
