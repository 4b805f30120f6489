import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import { m } from "#app/paraglide/messages.js";
import { type NotificationCursor, readCursor } from "./cursor.ts";

const cursor = z.string().transform((text, context): NotificationCursor => {
  const read = readCursor(text);
  if (read) return read;
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

/** The query parameters of the list of notifications. Invalid values are ignored. */
export const listSchema = z.object({
  show: z.literal("unread").optional().catch(undefined),
  before: cursor.optional().catch(undefined),
  /** Ignored if `before` is set. */
  after: cursor.optional().catch(undefined),
});
export type NoticeListQuery = z.output<typeof listSchema>;

const wrong = { error: () => m.notices_bad_request() };

/** The query of the page that sent the form: "?show=unread". */
const next = z
  .string()
  .regex(/^\?[\w=&.-]{0,200}$/)
  .catch("");

export const markReadSchema = z.union(
  [
    z.object({ id: z.string(wrong).refine(isId, wrong).toLowerCase(), next }),
    z.object({
      asOf: z
        .string(wrong)
        .regex(/^\d{1,16}$/, wrong)
        .transform(Number),
      next,
    }),
  ],
  wrong,
);

/** Which notifications to mark as read: one, or all that were created up to a time, in microseconds since 1970. */
export type Mark = { readonly id: string } | { readonly asOf: number };
