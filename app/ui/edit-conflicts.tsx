import type { EditConflict } from "#app/domain/edit-merge.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "./alert.tsx";
import { Checkbox } from "./checkbox.tsx";

/** The conflicts in the answer of an action; most of its answers have none. */
export function conflictsIn(answer: object | undefined): readonly EditConflict[] {
  return (answer as { readonly conflicts?: readonly EditConflict[] } | undefined)?.conflicts ?? [];
}

/**
 * Inside of an edit form: the fields that were also changed elsewhere, and for each the choice to take what is stored.
 * Nothing chosen: what is typed is saved.
 *
 * @param labelOf the label of a field
 * @param textOf the text of a field's value; by default the value
 */
export function EditConflicts({
  conflicts,
  labelOf,
  textOf = (_, value) => value,
}: {
  conflicts: readonly EditConflict[];
  labelOf: (name: string) => string;
  textOf?: (name: string, value: string) => string;
}) {
  if (conflicts.length === 0) return null;
  const shown = (name: string, values: readonly string[]) =>
    values.length === 0 ? m.edit_conflict_nothing() : values.map((value) => textOf(name, value)).join(", ");
  return (
    <Alert tone="danger" title={m.edit_conflict_title()} className="mb-6">
      <p>{m.edit_conflict_text()}</p>
      <ul className="mt-3 grid gap-4">
        {conflicts.map(({ name, typed, stored }) => (
          <li key={`${name} ${stored.join()}`} className="grid gap-1">
            <p className="font-semibold">{labelOf(name)}</p>
            <p className="line-clamp-6 whitespace-pre-line">
              {m.edit_conflict_typed()} <bdi>{shown(name, typed)}</bdi>
            </p>
            <p className="line-clamp-6 whitespace-pre-line">
              {m.edit_conflict_stored()} <bdi>{shown(name, stored)}</bdi>
            </p>
            <Checkbox name="take_stored" value={name} label={m.edit_conflict_take()} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
