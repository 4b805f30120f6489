import type { BundleDiscount } from "#app/domain/bundle.ts";
import type { EditConflict, FormTexts } from "#app/domain/edit-merge.ts";

/** The answer to a form that was not saved, because its fields were also changed elsewhere. */
export interface BundleAnswer {
  readonly conflicts: readonly EditConflict[];
  readonly loaded: string;
}

/** The fields of the form, as it shows a stored discount. */
export function bundleTexts(bundle: BundleDiscount | null): FormTexts {
  return { items: String(bundle?.items ?? 2), percent: bundle ? String(bundle.percent) : "" };
}
