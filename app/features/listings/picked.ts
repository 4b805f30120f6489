import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey } from "./queries.server.ts";

/** More than any user's page shows. Items beyond it are ignored. */
export const MAX_PICKED = 5000;

/** A listing picked on a page, and the time it was added, where it can be restored. */
export interface Picked {
  readonly type: string;
  readonly id: string;
  readonly at: Date | null;
}

/** A bulk action and its listings. */
export interface BulkInput {
  readonly intent: "remove" | "clear" | "restore";
  readonly picked: readonly Picked[];
}

export const BULK_FIELDS = ["intent", "item"] as const;

/** A picked listing as a form sends it: "racket:0198…", with the time in milliseconds as a third part. */
export function pickedText({ type, id, at }: Picked): string {
  return at === null ? `${type}:${id}` : `${type}:${id}:${at.getTime()}`;
}

/** "racket:0198…" */
export function keyText({ type, id }: ListingKey): string {
  return `${type}:${id}`;
}

/** Reads what `keyText` writes; null for an invalid key. */
export function readKey(text: string): ListingKey | null {
  const [type = "", id = "", more] = text.split(":");
  return more === undefined && categoryOfType(type) && isId(id) ? { type, id: id.toLowerCase() } : null;
}

function readPicked(text: string): Picked | null {
  const [type = "", id = "", at, more] = text.split(":");
  if (more !== undefined || !categoryOfType(type) || !isId(id)) return null;
  if (at === undefined) return { type, id, at: null };
  return /^\d{1,14}$/.test(at) ? { type, id, at: new Date(Number(at)) } : null;
}

/** Reads a bulk form; null for any other form, or for values that no page of the shop sends. */
export function readBulk(form: FormData | null): BulkInput | null {
  const intent = form?.get("intent");
  if (!form || (intent !== "remove" && intent !== "clear" && intent !== "restore")) return null;
  const picked = form.getAll("item").map((text) => readPicked(String(text)));
  const known = picked.filter((one) => one !== null);
  return known.length === picked.length ? { intent, picked: known } : null;
}
/** The result of a bulk removal. `restorable` is what a form sends to undo it; empty where undo is not offered. */
export type BulkAnswer =
  | { readonly ok: true; readonly title: string; readonly restorable: readonly string[] }
  | { readonly ok: false; readonly title: string; readonly message: string };
