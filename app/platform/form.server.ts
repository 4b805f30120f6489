import { m } from "#app/paraglide/messages.js";
import { BodyTooLarge, FORM_LIMITS, formIn } from "./body.server.ts";
import { problem } from "./problem.server.ts";

/** Whether a browser sent the form by itself, without our script. */
export function isNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-mode") === "navigate";
}

/** More values than most fields have: the photos of a listing, the options of a filter. */
const MAX_VALUES = 100;
/** What a form may have beside the fields that are asked for: the button, what an older page had. */
const OTHER_FIELDS = 50;

/**
 * The form of a request with these fields only, each as text: unknown fields are dropped, a file is an empty field, and
 * a value that is `longest` UTF-16 units or more is cut there: just beyond any limit, so that it is refused and still
 * can be shown. Of a field's values the first `mostValues` are read. Null when the body is no form at all.
 *
 * Nothing else may be given to Conform, which reads names as paths: "photo[100000000]" would be a list of that length.
 *
 * @throws 413 when there is more than a form with these fields can have; it is not parsed then
 */
export async function readForm(
  request: Request,
  fields: readonly string[],
  longest = 2000,
  mostValues = MAX_VALUES,
): Promise<FormData | null> {
  const { bytes, fields: most } = FORM_LIMITS;
  const possible = fields.length * mostValues + OTHER_FIELDS;
  const sent = await formIn(request, { bytes, fields: Math.min(possible, most) }).catch(tooLarge);
  if (!sent) return null;
  const form = new FormData();
  for (const name of fields) {
    for (const value of sent.getAll(name).slice(0, mostValues)) {
      form.append(name, typeof value === "string" ? value.slice(0, longest) : "");
    }
  }
  return form;
}

/** Says so in the visitor's language where it is too large; throws whatever else it is. */
function tooLarge(error: unknown): never {
  if (error instanceof BodyTooLarge) throw problem(413, { message: m.error_too_large() });
  throw error;
}
