import type { EditConflict } from "#app/domain/edit-merge.ts";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import type { ListingFormPage } from "../view.ts";

const PHOTO_FIELD = "photo";

/** The conflicts of an edited listing, with the labels of its fields and of their options. */
export function ListingConflicts({
  page,
  conflicts,
  modelLabel,
}: {
  page: ListingFormPage;
  conflicts: readonly EditConflict[];
  modelLabel: string;
}) {
  return (
    <EditConflicts
      conflicts={conflicts.map(countPhotos)}
      labelOf={(name) => (name === "model" ? modelLabel : labelIn(page, name))}
      textOf={(name, value) => textIn(page, name, value)}
    />
  );
}

const fieldsOf = ({ steps }: ListingFormPage) => steps.flatMap(({ fields }) => fields);

/** Two inputs make up the place of a listing, and that of the photos has another name than their field. */
function labelIn(page: ListingFormPage, name: string): string {
  const field = fieldsOf(page).find((one) => {
    if (one.kind === "location") return name === "country" || name === "postalCode";
    return one.kind === "photos" ? name === PHOTO_FIELD : one.name === name;
  });
  return field?.label ?? name;
}

/** The ids of photos say nothing to people. */
function countPhotos(conflict: EditConflict): EditConflict {
  if (conflict.name !== PHOTO_FIELD) return conflict;
  const count = (ids: readonly string[]) => [String(ids.length)];
  return { ...conflict, typed: count(conflict.typed), stored: count(conflict.stored) };
}

function textIn(page: ListingFormPage, name: string, value: string): string {
  const field = fieldsOf(page).find((one) => one.name === name);
  const options =
    name === "country" ? page.countries : field && "options" in field ? field.options : undefined;
  return options?.find((option) => option.value === value)?.label ?? value;
}
