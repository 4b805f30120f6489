import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import { type Cursor, readCursor } from "./cursor.ts";

const cursor = z.string().transform((text, context): Cursor => {
  const read = readCursor(text);
  if (read) return read;
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

/** Which part of the list an address asks for; what is not understood is not asked. */
export const listSchema = z.object({
  show: z.literal("unread").optional().catch(undefined),
  /** Those older than this one, else those newer than this one, else the newest. */
  before: cursor.optional().catch(undefined),
  after: cursor.optional().catch(undefined),
});
export type ListWindow = z.output<typeof listSchema>;

export const MARK_FIELDS = ["id", "asOf", "next"] as const;

/** Marks one by its `id`, else all that were there as of a moment: when the list was read that somebody looks at. */
export const markSchema = z.union([
  z.object({ id: z.string().refine(isId).toLowerCase() }),
  z.object({
    asOf: z
      .string()
      .regex(/^\d{1,16}$/)
      .transform(Number),
  }),
]);
export type Mark = z.output<typeof markSchema>;

/** Where a form was sent from, as the query of the page: "?show=unread". */
export const nextSchema = z
  .string()
  .regex(/^\?[\w=&.-]{0,200}$/)
  .catch("");
