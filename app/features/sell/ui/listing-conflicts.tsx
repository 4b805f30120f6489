import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import type { EditConflict } from "#app/domain/edit-merge.ts";
import { PHOTO_INPUT } from "#app/features/listings/rules.ts";
import { type ListingFormPage, viewOptions } from "#app/features/listings/view.ts";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";

export interface Edits {
  readonly conflicts: readonly EditConflict[];
  /** The label of the question for the model, which is above the form. */
  readonly modelLabel: string;
}

/**
 * What the form of an edited listing was loaded with, and the conflicts, with the labels of its fields and options.
 *
 * @param first the values of the draft, or of the form that the server refused
 */
export function ListingConflicts({
  page,
  edits: { conflicts, modelLabel },
  first,
  last,
}: {
  page: ListingFormPage;
  edits: Edits;
  first: Readonly<Record<string, unknown>> | undefined;
  last: SubmissionResult<string[]> | undefined;
}) {
  // Loading the page's data again must not change it.
  const [loaded] = useState(page.loaded && String(first?.loaded ?? page.loaded));
  return (
    <>
      {loaded && <input type="hidden" name="loaded" value={String(last?.initialValue?.loaded ?? loaded)} />}
      <EditConflicts
        conflicts={conflicts.map(countPhotos)}
        labelOf={(name) => (name === "model" ? modelLabel : labelIn(page, name))}
        textOf={(name, value) => textIn(page, name, value)}
      />
    </>
  );
}

const fieldsOf = ({ steps }: ListingFormPage) => steps.flatMap(({ fields }) => fields);

/** Two inputs make up the place of a listing, and that of the photos has another name than their field. */
function labelIn(page: ListingFormPage, name: string): string {
  const field = fieldsOf(page).find((candidate) => {
    if (candidate.kind === "location") return name === "country" || name === "postalCode";
    return candidate.kind === "photos" ? name === PHOTO_INPUT : candidate.name === name;
  });
  return field?.label ?? name;
}

/** The ids of photos say nothing to people. */
function countPhotos(conflict: EditConflict): EditConflict {
  if (conflict.name !== PHOTO_INPUT) return conflict;
  const count = (ids: readonly string[]) => [String(ids.length)];
  return { ...conflict, typed: count(conflict.typed), stored: count(conflict.stored) };
}

function textIn(page: ListingFormPage, name: string, value: string): string {
  const field = fieldsOf(page).find((one) => one.name === name);
  const options = name === "country" ? page.countries : field && viewOptions(field);
  return options?.find((option) => option.value === value)?.label ?? value;
}
