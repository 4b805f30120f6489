import { sql } from "kysely";
import { type Choices, type Language, NOTHING_CHOSEN, type SomeChoices } from "#app/domain/choices.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import { saveLanguage } from "#app/platform/profile.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";

/**
 * Saves the user's country, language and currency. The sizes in the same row are unchanged.
 * @throws Refused "too_often"
 */
export async function saveChoices(viewer: Viewer, choices: Choices): Promise<void> {
  await limit("preferences", viewer.id);
  const { country, language, currency } = choices;
  await db()
    .insertInto("user_preferences")
    .values({ user_id: viewer.id, country, language, language_chosen: true, currency })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ country, language, language_chosen: true, currency, updated_at: sql`now()` }),
    )
    .execute();
}

/**
 * Saves the language that the user chose by a link to the page in that language.
 * @throws Refused "too_often"
 */
export async function chooseLanguage(viewer: Viewer, language: Language): Promise<void> {
  await limit("preferences", viewer.id);
  await saveLanguage(db(), viewer.id, language, { chosen: true });
}

/** The country, language and currency that a person chose; null for what they did not choose. */
export async function choicesOfPerson(userId: string): Promise<SomeChoices> {
  const row = await db()
    .selectFrom("user_preferences")
    .select(["country", "currency", sql`case when language_chosen then language end`.as("language")])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return (row as SomeChoices | undefined) ?? NOTHING_CHOSEN;
}
