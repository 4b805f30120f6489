import { sql } from "kysely";
import { SWITCHED_PROMISES } from "#app/domain/promises.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { logStaff } from "#app/features/moderation/log.server.ts";
import { locales } from "#app/paraglide/runtime.js";
import { changingTag } from "#app/platform/cache-tags.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { SETTINGS_TAG } from "#app/platform/settings.server.ts";
import { meaningField, type PromisesInput } from "./promises-schema.ts";
import type { SettingsInput } from "./settings-schema.ts";

/**
 * Stores the settings and logs who changed them. After the commit, all servers reload them.
 * @throws Refused "too_often"
 */
export async function saveSettings(actor: StaffMember, input: SettingsInput): Promise<void> {
  await limit("staff_write", actor.id);
  const { offers, percent, fee, until } = input;
  const banner = Object.fromEntries(locales.map((locale) => [locale, input[locale] ?? undefined]));
  const languages = locales.filter((locale) => banner[locale] !== undefined);
  const row = {
    offers: offers === "default" ? null : offers === "on",
    offer_percent: percent,
    // The version before reads this.
    fee_percent: fee === null ? null : Math.round(fee),
    fee_exact: fee,
    banner: JSON.stringify(banner),
    banner_until: languages.length > 0 ? sql<string>`${until}::date` : null,
    changed_at: sql<Date>`now()`,
  };
  await changingTag(SETTINGS_TAG, async (trx) => {
    await trx
      .insertInto("settings")
      .values(row)
      .onConflict((conflict) => conflict.column("one").doUpdateSet(row))
      .execute();
    const facts = { offers, percent, fee, banner: languages.join(" ") };
    await logStaff({ actorId: actor.id, action: "settings_changed", subjectId: null, facts }, trx);
  });
}

/**
 * Stores which promises the shop makes, and what they mean. The log has only which are on.
 * @throws Refused "too_often"
 */
export async function savePromises(actor: StaffMember, input: PromisesInput): Promise<void> {
  await limit("staff_write", actor.id);
  const promises = Object.fromEntries(
    SWITCHED_PROMISES.map((promise) => {
      const texts = locales.flatMap((locale) => {
        const text = input[meaningField(promise, locale)];
        return text ? [[locale, text]] : [];
      });
      const choice = input[promise];
      return [
        promise,
        { ...(choice !== "default" && { on: choice === "on" }), texts: Object.fromEntries(texts) },
      ];
    }),
  );
  const row = { promises: JSON.stringify(promises), changed_at: sql<Date>`now()` };
  await changingTag(SETTINGS_TAG, async (trx) => {
    await trx
      .insertInto("settings")
      .values(row)
      .onConflict((conflict) => conflict.column("one").doUpdateSet(row))
      .execute();
    const facts = Object.fromEntries(SWITCHED_PROMISES.map((promise) => [promise, input[promise] ?? null]));
    await logStaff({ actorId: actor.id, action: "settings_changed", subjectId: null, facts }, trx);
  });
}
