import { z } from "zod";
import { BodyTooLarge, FORM_LIMITS, formIn } from "./body.server.ts";
import { logger } from "./log.server.ts";
import { Refused } from "./refused.server.ts";

/** Whether the browser sent the form itself, without our script. */
export function isNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-mode") === "navigate";
}

/** Whether a script sent the request by `call` (app/ui/call.ts). */
export function isCall(request: Request): boolean {
  return request.headers.get("accept") === "application/json";
}

/** The loader of a route that only takes forms. */
export function postOnly(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}

/** In UTF-16 units. Both are more than any field allows, so that its schema refuses what is cut. */
const LONGEST_VALUE = 100_000;
/** Of one name. */
const MOST_VALUES = 1_001;

/**
 * Reads only these fields of a request's form, as texts; a file becomes an empty text. Null when the body is not a
 * form. Pass nothing else to Conform, which reads names as paths: "photo[100000000]" would become a list of that length.
 * @throws 413 when there is more than any form has (`FORM_LIMITS`); it is not parsed then
 */
export async function readForm(request: Request, fields: readonly string[]): Promise<FormData | null> {
  const sent = await formIn(request, FORM_LIMITS).catch(refuseTooLarge);
  if (sent) logUnread(request, sent, fields);
  return sent && fieldsOf(sent, fields);
}

/** A field that the shop's own page sends and its action does not read is a fault. */
function logUnread(request: Request, sent: FormData, fields: readonly string[]): void {
  if (!logger.isLevelEnabled("debug")) return;
  const unread = [...new Set(sent.keys())].filter((name) => !fields.includes(name));
  if (unread.length === 0) return;
  const names = unread.slice(0, 20).map((name) => name.slice(0, 100));
  logger.debug({ path: new URL(request.url).pathname, names }, "fields that nobody reads");
}

/** The fields that a schema reads. */
export function namesIn(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return namesIn(schema.in as z.ZodType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namesIn(option as z.ZodType));
  throw new Error(`The schema of a form is an object, or a union of objects, not ${schema.def.type}.`);
}

/** Like `readForm`, for a form that was already parsed. */
export function fieldsOf(sent: FormData, fields: readonly string[]): FormData {
  const form = new FormData();
  for (const name of fields) {
    for (const value of sent.getAll(name).slice(0, MOST_VALUES)) {
      form.append(name, typeof value === "string" ? value.slice(0, LONGEST_VALUE) : "");
    }
  }
  return form;
}

/** Turns BodyTooLarge into a refusal, and throws every other error again. */
export function refuseTooLarge(error: unknown): never {
  if (error instanceof BodyTooLarge) throw new Refused("error_too_large");
  throw error;
}

/** An answer in JSON. It has its length, so that the host does not compress short answers. */
export function json(answer: object | null, { status, headers }: ResponseInit): Response {
  const text = JSON.stringify(answer);
  const all = new Headers(headers);
  all.set("content-type", "application/json");
  all.set("content-length", String(Buffer.byteLength(text)));
  return new Response(text, { status, headers: all });
}
