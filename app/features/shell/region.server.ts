import { type Choices, DEFAULT_COUNTRY } from "#app/domain/choices.ts";
import { CURRENCIES } from "#app/domain/currency.ts";
import { localizedHref, safeNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { choicesOf } from "#app/platform/choices.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { currentLocale } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { saveChoices } from "./commands.server.ts";
import { REGION_FIELDS, type RegionFaults, readRegion } from "./region.ts";

/** `href` is the URL of the next page in the chosen language. */
export type SavedRegion =
  | { readonly choices: Choices; readonly href: string }
  | { readonly status: number; readonly error: string; readonly faults: RegionFaults };

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

/** Validates the region form, and saves the choices in the account of a signed-in user. The caller sets the cookies. */
export async function saveRegion(request: Request): Promise<SavedRegion> {
  const form = await readForm(request, REGION_FIELDS);
  if (!form) return { status: 400, error: m.shell_region_failed(), faults: {} };
  const read = readRegion(form);
  if ("faults" in read) {
    const [error = m.shell_region_failed()] = Object.values(read.faults);
    return { status: 400, error, faults: read.faults };
  }
  const { choices } = read;
  const viewer = await viewerOf(request);
  if (viewer) {
    try {
      await saveChoices(viewer, choices);
    } catch (error) {
      if (error instanceof Refused) return { status: error.status, error: error.message, faults: {} };
      logger.error({ err: error }, "country, language and currency could not be stored");
      return { status: 500, error: m.shell_region_failed(), faults: {} };
    }
  }
  const next = safeNext(form.get("next")?.toString());
  return { choices, href: localizedHref(next, choices.language) };
}
