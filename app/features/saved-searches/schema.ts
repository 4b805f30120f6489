import { z } from "zod";
import { isBlank, isWritable, lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { LONGEST_NAME } from "./rules.ts";

export const savedName = z
  .string()
  .transform(oneLine)
  .superRefine((name, context) => {
    const fault = faultOf(name);
    if (fault) context.addIssue({ code: "custom", message: fault });
  });

function faultOf(name: string): string | null {
  if (isBlank(name)) return m.saved_name_required();
  if (!isWritable(name)) return m.saved_name_unreadable();
  return lengthOf(name) > LONGEST_NAME ? m.saved_name_long({ most: LONGEST_NAME }) : null;
}

const isOn = z
  .string()
  .optional()
  .transform((text) => text === "on");

/** The form that names a saved search. */
export const savedForm = z.object({ name: savedName, notify: isOn });

/**
 * The buttons about saved searches. `of` is the path and query of a search. Saving also restores a removed search, with
 * its name and whether it notifies.
 */
export const savingSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    of: z.string(),
    name: savedName.optional(),
    notify: z
      .string()
      .optional()
      .transform((text) => text !== "off"),
  }),
  z.object({ intent: z.literal("remove"), id: z.string() }),
  z.object({ intent: z.literal("notify"), id: z.string(), notify: isOn }),
]);
