import { z } from "zod";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { COLUMNS } from "../csv/columns.ts";
import { type KeptAnswers, MAX_CURRENCIES, mergedCurrencies, typedRate } from "./answers.ts";

/** Of columns, as `KeptAnswers` names them. */
const name = z.string().max(100);
const currency = z.string().min(1).max(12);
const type = z.enum(CATEGORIES.map((definition) => definition.type));
const condition = z.enum(COLUMNS.find((column) => column.name === "condition")?.values ?? []);

/** `shapeOf`. */
export const shapeSchema = z.string().regex(/^[\w.:-]{1,80}$/);

const currencies = z.record(currency, z.union([z.literal(["rate", "out"]), z.number().positive()]));
const answersObject = z.object({
  price: z.array(name).min(1).max(20).optional(),
  columns: z.record(name, z.enum(COLUMNS.map((column) => column.name)).nullable()).optional(),
  withUnavailable: z.boolean().optional(),
  currencies: currencies.transform((all) => mergedCurrencies(all)).optional(),
  condition: condition.optional(),
  type: type.optional(),
});

/** What a browser sends. */
export const answersSchema: z.ZodType<KeptAnswers> = answersObject;

/** What is stored: another version of the program may have written it. Parts that cannot be read are asked again. */
export function readAnswers(stored: unknown): KeptAnswers {
  const parts = Object.entries(answersObject.shape).flatMap(([part, schema]) => {
    const { data } = schema.safeParse((stored as Record<string, unknown> | null)?.[part]);
    return data === undefined ? [] : [[part, data] as const];
  });
  return Object.fromEntries(parts);
}

/** What a form showed when it was opened, as its hidden field has it; nothing for any other text. */
function shownBefore(text: string): KeptAnswers {
  try {
    return readAnswers(JSON.parse(text));
  } catch {
    return {};
  }
}

const listOf = (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const MOST_ASKED = 2 * MAX_CURRENCIES;

/**
 * The form of a seller's answers about the files of one shape, read as it is typed. `currency`, `way` and `rate` are lists:
 * one entry for each currency.
 */
export const answersFormSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("save"),
      /** The answers that the form showed: only what differs from them is changed. */
      shown: z.string().max(10_000).default("").transform(shownBefore),
      /** The first of the price's columns. */
      price: name.default(""),
      currency: z.preprocess(listOf, z.array(currency).max(MOST_ASKED)),
      way: z.preprocess(listOf, z.array(z.enum(["", "rate", "own", "out"]))),
      rate: z.preprocess(listOf, z.array(z.string().max(30))),
      condition: z.union([z.literal(""), condition]).default(""),
      type: z.union([z.literal(""), type]).default(""),
      withUnavailable: z.literal("on").optional(),
    })
    .superRefine(({ way, rate }, context) => {
      for (const [at, chosen] of way.entries())
        if (chosen === "own" && typedRate(rate[at] ?? "") === undefined)
          context.addIssue({ code: "custom", path: ["rate", at], message: m.business_currency_wrong() });
    }),
  z.object({ intent: z.literal("forget") }),
]);

export type GivenAnswers = Extract<z.output<typeof answersFormSchema>, { intent: "save" }>;
