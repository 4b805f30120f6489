import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { choicesOfPerson } from "./commands.server.ts";
import { choicesSchema } from "./region.server.ts";

/** What a person chooses: all three together, as in the dialog. */
export const regionChange = z.strictObject(choicesSchema.shape);

/** The country, language and currency that a person chose, in the API. */
export const regionResource = z
  .object({
    country: choicesSchema.shape.country.nullable(),
    language: choicesSchema.shape.language.nullable(),
    currency: choicesSchema.shape.currency.nullable(),
  })
  .meta({ id: "Region" });

export async function regionOf(viewer: Viewer): Promise<z.input<typeof regionResource>> {
  const { country, language, currency } = await choicesOfPerson(viewer.id);
  return { country, language, currency };
}
