import { z } from "zod";
import { PREFERENCES, type Preference, sizesFrom, sizesOf } from "#app/domain/categories/sizes.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { preferencesOfPerson } from "./commands.server.ts";
import { unknownSizeText } from "./sizes.server.ts";

/** All lists are there, and each may be empty. */
function listOfSizes(preference: Preference) {
  const sizes = sizesOf(preference);
  return z
    .array(z.enum(sizes as [string, ...string[]], { error: ({ input }) => unknownSizeText(input) }))
    .max(sizes.length);
}

export const sizesChange = z.strictObject(
  Object.fromEntries(PREFERENCES.map((preference) => [preference, listOfSizes(preference)])) as Record<
    Preference,
    ReturnType<typeof listOfSizes>
  >,
);

/** The preferences of a person in the API, for themselves only. */
export const preferencesResource = z
  .object({
    user_id: id,
    ...sizesChange.shape,
    updated_at: moment.nullable().meta({ description: "Null if nothing was ever chosen." }),
  })
  .meta({ id: "Preferences" });

export async function preferencesOf({ id: userId }: Viewer): Promise<z.input<typeof preferencesResource>> {
  const { sizes, updatedAt } = await preferencesOfPerson(userId);
  return {
    user_id: userId,
    ...sizesFrom((preference) => [...sizes[preference]]),
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
