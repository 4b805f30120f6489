import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { type SentToast, TOGGLE_TOAST_MS } from "#app/ui/toast.ts";
import { type Picked, pickedText, readKey, readPicked } from "./picked.ts";

const picked = z.string().transform((text, context) => {
  const read = readPicked(text);
  if (read) return read;
  context.addIssue({ code: "custom", message: m.bulk_failed() });
  return z.NEVER;
});

/** The values of a field that may be sent several times. */
export const sentValues = (sent: unknown): unknown[] => (sent === undefined ? [] : [sent].flat());

/** A listing, as `keyText` writes it. */
export const keySchema = z.string().transform((text, context) => {
  const key = readKey(text);
  if (key) return key;
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

/** A bulk action on the listings that were selected on a page. "restore" undoes "remove" and "clear". */
export const bulkSchema = z.object({
  intent: z.enum(["remove", "clear", "restore"]),
  item: z.preprocess(sentValues, z.array(picked).max(1_000)),
});

/** The toast after a removal, which can be undone by a form to the same path. */
export function removalToast(path: string, title: string, removed: readonly Picked[]): SentToast {
  const fields = { intent: "restore", item: removed.map(pickedText) };
  return { title, tone: "good", ...(removed.length > 0 && { undo: { path, fields } }) };
}

/** The toast of a `ToggleButton`. */
export function toggleToast(title: string): SentToast {
  return { title, milliseconds: TOGGLE_TOAST_MS };
}
