import { z } from "zod";
import { COUNTRIES } from "#app/domain/place.ts";
import { DATE_FILTERS, type DateFilter } from "#app/domain/search.ts";
import { listingType } from "#app/features/api/fields.ts";
import type { Interpretation } from "./dictionary/interpretation.ts";
import type { PartKind } from "./understand/parts.ts";

const euros = z.number().nullable();

const fact = z.object({ listing_type: listingType, field: z.string(), values: z.array(z.string()) });

/** What the words of a search were taken to mean. */
export const searchIntent = z
  .object({
    text: z.string().meta({ description: "What was searched for: the words, with corrections." }),
    corrected: z.boolean(),
    listing_types: z.array(listingType).nullable().meta({
      description: "The categories that the words mean. Null for all; empty for what the shop does not sell.",
    }),
    values: z
      .array(z.object({ typed: z.string(), any_of: z.array(fact) }))
      .meta({ description: "Values of fields. A listing has one of each `any_of`, or the words." }),
    words: z.array(z.string()).meta({ description: "Words that a listing must have." }),
    excluded: z.array(z.string()).meta({ description: "What no listing has." }),
    left_out: z.array(z.string()).meta({ description: "What was left out, because nothing has it." }),
    price: z.object({ min: euros, max: euros }).nullable().meta({ description: "In euros." }),
    date_filter: z.enum(Object.keys(DATE_FILTERS) as DateFilter[]).nullable(),
    place: z.object({ typed: z.string(), town: z.string().nullable(), within_km: z.number() }).nullable(),
    country: z.enum(COUNTRIES).nullable(),
    seller: z.string().nullable().meta({ description: "The username, as typed." }),
  })
  .meta({ id: "SearchIntent" });

const VALUES: ReadonlySet<PartKind> = new Set(["measure", "value", "thing", "audience"]);

function inEuros(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/** An interpretation as `searchIntent` describes it; null for a search without words. */
export function presentIntent(interpretation: Interpretation): z.input<typeof searchIntent> | null {
  const { parts, types, text, corrected, dropped, price, date, place, km, country } = interpretation;
  if (parts.length === 0 && types === null) return null;
  const typedAs = (...kinds: PartKind[]) =>
    parts.filter(({ kind, typed }) => kinds.includes(kind) && typed !== "").map(({ typed }) => typed);
  return {
    text,
    corrected,
    listing_types: types && [...types],
    values: parts
      .filter(({ kind }) => VALUES.has(kind))
      .flatMap(({ typed, facts }) =>
        facts.map((alternatives) => ({
          typed,
          any_of: alternatives.map(({ type, field, values }) => ({
            listing_type: type,
            field,
            values: [...values],
          })),
        })),
      ),
    words: typedAs("words", "extra").filter((typed) => !dropped.includes(typed)),
    excluded: typedAs("excluded"),
    left_out: [...new Set([...dropped, ...typedAs("unmet", "absent", "sport")])],
    price: price && { min: inEuros(price.min), max: inEuros(price.max) },
    date_filter: date,
    place: place && { typed: typedAs("place").join(" "), town: place.town, within_km: km },
    country,
    seller: typedAs("seller")[0] ?? null,
  };
}
