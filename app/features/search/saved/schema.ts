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

/** `of` is the path and query of the search; `notify` switches its notifications. */
export const SAVED_FIELDS = ["intent", "of", "id", "name", "notify"] as const;

export const LONGEST_FIELD = 6001; // One more than the longest address.
