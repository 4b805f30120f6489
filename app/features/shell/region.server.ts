import { z } from "zod";
import { type Choices, DEFAULT_COUNTRY, LANGUAGES } from "#app/domain/choices.ts";
import { CURRENCIES } from "#app/domain/currency.ts";
import { localizedHref, safeNext } from "#app/domain/local-path.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { m } from "#app/paraglide/messages.js";
import { choiceCookies, choicesOf } from "#app/platform/choices.server.ts";
import { env } from "#app/platform/env.server.ts";
import { currentLocale } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { saveChoices } from "./commands.server.ts";

/**
 * The initial values of the region form. The language is that of the URL; a missing country or currency gets its
 * default.
 */
export async function regionNow(request: Request): Promise<Choices> {
  const { country, currency } = await choicesOf(request);
  return {
    country: country ?? DEFAULT_COUNTRY,
    language: currentLocale(),
    currency: currency ?? CURRENCIES[0],
  };
}

export const choicesSchema = z.object({
  country: z.enum(COUNTRIES, { error: () => m.shell_country_unknown() }),
  language: z.enum(LANGUAGES, { error: () => m.shell_language_unknown() }),
  currency: z.enum(CURRENCIES, { error: () => m.shell_currency_unknown() }),
});

const regionSchema = choicesSchema.extend({ next: z.string().optional() });

/**
 * Saves the choices of the region form in cookies, and in the account of a signed-in user. The answer to a call has the
 * address of the next page in the chosen language.
 */
export function submitRegion(request: Request) {
  return submit(request, {
    who: viewerOf,
    schema: regionSchema,
    failed: () => m.shell_region_failed(),
    command: async ({ next, ...choices }, viewer) => {
      if (viewer) await saveChoices(viewer, choices);
      const headers = new Headers({ "x-remix-reload-document": "true" });
      for (const cookie of choiceCookies(choices)) headers.append("set-cookie", cookie);
      const path = localizedHref(safeNext(next), choices.language);
      return {
        // Absolute, because the router would add the prefix of the current language to a path.
        to: env().baseUrl + path,
        toast: { title: m.shell_region_saved({}, { locale: choices.language }) },
        headers,
        value: { href: path },
      };
    },
  });
}
