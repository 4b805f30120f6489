import { type EditConflict, type FormTexts, mergeEdits } from "#app/domain/edit-merge.ts";
import { m } from "#app/paraglide/messages.js";

/** The fields of an edit form with which it notices a change elsewhere. Every edit form reads them with its own. */
export const EDIT_FIELDS = ["loaded", "take_stored"] as const;

/**
 * For who does not see the form: what they entered.
 * @param textOf the text of a field's value; by default the value
 */
export function conflictText(
  conflicts: readonly EditConflict[],
  textOf: (name: string, value: string) => string = (_, value) => value,
): string {
  const typed = conflicts.map(
    ({ name, typed }) => typed.map((value) => textOf(name, value)).join(", ") || m.edit_conflict_nothing(),
  );
  return `${m.edit_conflict_typed()} ${typed.join(", ")}`;
}

/**
 * Writes into an edit form what was stored since it was loaded (`mergeEdits`, decision 0017). The
 * form must not be saved while there are conflicts: show them with `<EditConflicts>`.
 * @param stored all fields as the form would show them now
 */
export function mergeStored(form: FormData, stored: FormTexts): readonly EditConflict[] {
  const typed = Object.fromEntries(Object.keys(stored).map((name) => [name, form.getAll(name).map(String)]));
  const { merged, conflicts, loaded } = mergeEdits({
    loaded: String(form.get("loaded") ?? ""),
    typed,
    stored,
    taken: form.getAll("take_stored").map(String),
  });
  for (const [name, values] of Object.entries(merged)) {
    form.delete(name);
    for (const value of values) form.append(name, value);
  }
  form.delete("take_stored");
  form.set("loaded", loaded);
  return conflicts;
}
