import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";

/** More than anybody's page shows: what is beyond is not looked at. */
export const MAX_PICKED = 5000;

/** A listing that was picked on a page, and when it had come there, where that is to be given back. */
export interface Picked {
  readonly type: string;
  readonly id: string;
  readonly at: Date | null;
}

/** What is done to several at once. */
export interface BulkInput {
  readonly intent: "remove" | "clear" | "restore";
  readonly picked: readonly Picked[];
}

export const BULK_FIELDS = ["intent", "item"] as const;

/** A picked listing as a form sends it: "racket:0198…", with the moment in milliseconds as a third part. */
export function pickedText({ type, id, at }: Picked): string {
  return at === null ? `${type}:${id}` : `${type}:${id}:${at.getTime()}`;
}

function readPicked(text: string): Picked | null {
  const [type = "", id = "", at, more] = text.split(":");
  if (more !== undefined || !categoryOfType(type) || !isId(id)) return null;
  if (at === undefined) return { type, id, at: null };
  return /^\d{1,14}$/.test(at) ? { type, id, at: new Date(Number(at)) } : null;
}

/** Reads a form of several; null when it is none or says something that no page of ours does. */
export function readBulk(form: FormData | null): BulkInput | null {
  const intent = form?.get("intent");
  if (!form || (intent !== "remove" && intent !== "clear" && intent !== "restore")) return null;
  const picked = form.getAll("item").map((text) => readPicked(String(text)));
  const known = picked.filter((one) => one !== null);
  return known.length === picked.length ? { intent, picked: known } : null;
}
/** What came of removing several. `restorable` is what a form sends to have them back; nothing where that is not offered. */
export type BulkAnswer =
  | { readonly ok: true; readonly title: string; readonly restorable: readonly string[] }
  | { readonly ok: false; readonly title: string; readonly message: string };
