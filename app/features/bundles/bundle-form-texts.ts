import type { BundleDiscount } from "#app/domain/bundle.ts";
import type { FormTexts } from "#app/domain/edit-merge.ts";

/** The fields of the form, as it shows a stored discount. */
export function bundleTexts(bundle: BundleDiscount | null): FormTexts {
  return { items: String(bundle?.items ?? 2), percent: bundle ? String(bundle.percent) : "" };
}
