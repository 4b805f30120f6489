const LONGEST = 2000;

/**
 * The form of a request with these fields only, each as text: unknown fields are dropped, a file is an empty
 * field, and what is longer than any limit is cut just beyond it, so that it is refused and still can be shown.
 * Null when the body is no form at all.
 */
export async function readForm(request: Request, fields: readonly string[]): Promise<FormData | null> {
  let sent: FormData;
  try {
    sent = await request.formData();
  } catch {
    return null;
  }
  const form = new FormData();
  for (const name of fields) {
    for (const value of sent.getAll(name).slice(0, 2)) {
      form.append(name, typeof value === "string" ? value.slice(0, LONGEST) : "");
    }
  }
  return form;
}
