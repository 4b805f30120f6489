/** The texts of a form's fields, as the form shows and sends them. */
export type FormTexts = Readonly<Record<string, string | readonly string[]>>;

/** A field that was changed in this form and also elsewhere, since the form was loaded. */
export interface EditConflict {
  readonly name: string;
  readonly typed: readonly string[];
  readonly stored: readonly string[];
}

/** A form's texts as they are compared: browsers send line ends as CRLF, and no field where nothing is chosen. */
function valuesOf(texts: FormTexts, name: string): readonly string[] {
  const value = texts[name] ?? [];
  return (typeof value === "string" ? [value] : value)
    .map((text) => text.replace(/\r\n?/g, "\n").trim())
    .filter((text) => text !== "");
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at]);
}

/** A hash (FNV-1a, twice) of texts, by which a form knows what it was loaded with. It protects nothing. */
export function fingerprint(values: readonly string[]): string {
  let [first, second] = [0x811c9dc5, 0x01000193];
  for (const char of values.join("\0")) {
    const code = char.codePointAt(0) ?? 0;
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return `${(first >>> 0).toString(36)}.${(second >>> 0).toString(36)}.${values.length}`;
}

/** What a form is loaded with, for its hidden field `loaded`. */
export function loadedWith(texts: FormTexts): string {
  return JSON.stringify(
    Object.fromEntries(Object.keys(texts).map((name) => [name, fingerprint(valuesOf(texts, name))])),
  );
}

function readLoaded(text: string): Readonly<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(text);
    return Object.fromEntries(Object.entries(read ?? {}).filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}

interface Edit {
  /** The hidden field `loaded`. Of a field that it does not name, the typed text is kept. */
  readonly loaded: string;
  readonly typed: FormTexts;
  /** All fields as they are stored now. */
  readonly stored: FormTexts;
  /** The conflicting fields for which the person chose the stored text. */
  readonly taken: readonly string[];
}

/**
 * Merges what a person typed with what was stored since they loaded the form: a field that only one side changed gets
 * the change. If both changed it, the form asks, with `loaded` as if this field had been loaded now.
 */
export function mergeEdits({ loaded, typed, stored, taken }: Edit) {
  const fingerprints = readLoaded(loaded);
  const merged: Record<string, readonly string[]> = {};
  const conflicts: EditConflict[] = [];
  for (const name of Object.keys(stored)) {
    const [mine, theirs] = [valuesOf(typed, name), valuesOf(stored, name)];
    const base = fingerprints[name];
    const isUntouched = base === fingerprint(mine);
    if (taken.includes(name) || isUntouched) merged[name] = theirs;
    if (merged[name] || base === undefined || isSame(mine, theirs) || base === fingerprint(theirs)) continue;
    conflicts.push({ name, typed: mine, stored: theirs });
  }
  const ofConflicts = Object.fromEntries(
    conflicts.map((conflict) => [conflict.name, fingerprint(conflict.stored)]),
  );
  return { merged, conflicts, loaded: JSON.stringify({ ...fingerprints, ...ofConflicts }) };
}
