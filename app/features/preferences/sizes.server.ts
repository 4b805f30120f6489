import { href } from "react-router";
import { z } from "zod";
import { sizesFrom } from "#app/domain/categories/sizes.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { submit } from "#app/platform/submit.server.ts";
import { saveSizes } from "./commands.server.ts";
import { LOADED_FIELD, loadedSizes, mergedSizes, readSizes } from "./schema.ts";

const LONGEST_SIZE = 40;

const list = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((values) => [values].flat());

const sizesSchema = z
  .object({ racket_sizes: list, clothes_sizes: list, shoe_sizes: list, [LOADED_FIELD]: list })
  .transform((fields, context) => {
    const read = readSizes((preference) => fields[preference]);
    if ("sizes" in read) return { sizes: read.sizes, loaded: fields[LOADED_FIELD] };
    const message = unknownSizeText(read.unknown);
    context.addIssue({ code: "custom", path: [read.preference], message });
    return z.NEVER;
  });

/** What is wrong with a value that is no size. */
export function unknownSizeText(value: unknown): string {
  return m.sizes_unknown({ size: JSON.stringify(String(value).slice(0, LONGEST_SIZE)) });
}

/** Saves the sizes of a form, and answers it. */
export function submitSizes(request: Request, who: (request: Request) => Promise<Viewer>) {
  return submit(request, {
    who,
    schema: sizesSchema,
    coerces: false,
    failed: () => m.sizes_unsaved(),
    // All ticked sizes, valid or not, and what was ticked when the form was loaded.
    keep: (form) => ({
      submitted: sizesFrom((preference) => form.getAll(preference).map(String)),
      loaded: loadedSizes(form.getAll(LOADED_FIELD).map(String)),
    }),
    command: async ({ sizes, loaded }, viewer) => ({
      to: href("/preferences/sizes"),
      toast: { title: m.sizes_saved(), description: m.sizes_updated() },
      value: await saveSizes(viewer, (stored) => mergedSizes(loaded, sizes, stored)),
    }),
  });
}
