/** Whether a browser sent the form by itself, without our script. */
export function isNavigation(request: Request): boolean {
  return request.headers.get("sec-fetch-mode") === "navigate";
}

/** More values than most fields have: the photos of a listing, the options of a filter. */
const MOST_VALUES = 100;

/**
 * The form of a request with these fields only, each as text: unknown fields are dropped, a file is an empty field, and
 * a value that is `longest` UTF-16 units or more is cut there: just beyond any limit, so that it is refused and still
 * can be shown. Of a field's values the first `mostValues` are read. Null when the body is no form at all.
 *
 * Nothing else may be given to Conform, which reads names as paths: "photo[100000000]" would be a list of that length.
 */
export async function readForm(
  request: Request,
  fields: readonly string[],
  longest = 2000,
  mostValues = MOST_VALUES,
): Promise<FormData | null> {
  let sent: FormData;
  try {
    sent = await request.formData();
  } catch {
    return null;
  }
  const form = new FormData();
  for (const name of fields) {
    for (const value of sent.getAll(name).slice(0, mostValues)) {
      form.append(name, typeof value === "string" ? value.slice(0, longest) : "");
    }
  }
  return form;
}
