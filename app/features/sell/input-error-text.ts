import { issueText } from "#app/features/listings/issue-text.ts";
import { inputsOf, PHOTO_INPUT } from "#app/features/listings/rules.ts";
import type { ListingFormPage } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";

/** Of inputs whose label is not that of their field. */
const LABELS: Readonly<Record<string, () => string>> = {
  country: m.field_country,
  postalCode: m.field_postalCode,
};

/** The same errors in the order of the form's inputs; others, such as those of the whole form, come last. */
export function inFormOrder<Texts>(
  { steps }: ListingFormPage,
  errors: Readonly<Record<string, Texts>>,
): Readonly<Record<string, Texts>> {
  const order = inputsOf(steps.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const placeOf = (input: string) => (order.includes(input) ? order.indexOf(input) : order.length);
  return Object.fromEntries(Object.entries(errors).sort(([one], [other]) => placeOf(one) - placeOf(other)));
}

/** The issues of one input of the sell form as a text that says which input it is about. */
export function inputErrorText(page: ListingFormPage, name: string, issues: readonly string[]): string {
  const fields = page.steps.flatMap((step) => step.fields);
  const field = fields.find((one) => inputsOf([one.name]).includes(name));
  if (!field) return issues.join(" ");
  const label = LABELS[name]?.() ?? field.label;
  const requiredText = (name === PHOTO_INPUT && page.photosRequired) || field.requiredText;
  return issues.map((issue) => issueText(issue, { label, requiredText })).join(" ");
}
