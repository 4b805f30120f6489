import { z } from "zod";
import { SWITCHED_PROMISES, type SwitchedPromise } from "#app/domain/promises.ts";
import { lines } from "#app/features/accounts/profile/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { baseLocale, type Locale, locales } from "#app/paraglide/runtime.js";

const MEANING_MAX = 600;

/** For "default", the shop decides: a demo shop makes the promise, and a public shop does not. */
export const PROMISE_CHOICES = ["default", "on", "off"] as const;

/** The name of the field with the text of a promise in a language. */
export function meaningField(promise: SwitchedPromise, locale: Locale): string {
  return `${promise}-${locale}`;
}

const PROMISE_FIELDS: readonly string[] = SWITCHED_PROMISES.flatMap((promise) => [
  promise,
  ...locales.map((locale) => meaningField(promise, locale)),
]);

const choice = z.enum(PROMISE_CHOICES, { error: () => m.auth_form_broken() });
const meaning = lines(MEANING_MAX);

/** A promise that is switched on needs a text, at least in the language that the others fall back to. */
export const promisesSchema = z
  .object(
    Object.fromEntries(PROMISE_FIELDS.map((name) => [name, name.includes("-") ? meaning : choice])) as Record<
      string,
      typeof meaning | typeof choice
    >,
  )
  .superRefine((value, context) => {
    for (const promise of SWITCHED_PROMISES) {
      const name = meaningField(promise, baseLocale);
      if (value[promise] === "on" && value[name] === null)
        context.addIssue({ code: "custom", path: [name], message: m.promises_meaning_required() });
    }
  });

export type PromisesInput = z.output<typeof promisesSchema>;
