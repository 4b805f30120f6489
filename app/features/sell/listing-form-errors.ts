import { issueText } from "#app/features/listings/issue-text.ts";
import { inputsOf, PHOTO_INPUT } from "#app/features/listings/rules.ts";
import type { ListingFormPage } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";

// The errors of a listing's form have the names of its inputs. Most fields have one input with the name of the field;
// the place has two, and the photos have one of another name (`inputsOf`).

/** The labels of the inputs that share a field. */
const LABELS: Readonly<Record<string, () => string>> = {
  country: m.field_country,
  postalCode: m.field_postalCode,
};

/** The same errors in the order of the form's inputs; those of other names, such as of the whole form, come last. */
export function inFormOrder<Texts>(
  { steps }: ListingFormPage,
  errors: Readonly<Record<string, Texts>>,
): Readonly<Record<string, Texts>> {
  const order = inputsOf(steps.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const placeOf = (input: string) => (order.includes(input) ? order.indexOf(input) : order.length);
  return Object.fromEntries(Object.entries(errors).sort(([one], [other]) => placeOf(one) - placeOf(other)));
}

/** What is wrong with an input, in words that name it. */
export function errorText(page: ListingFormPage, input: string, issues: readonly string[]): string {
  const fields = page.steps.flatMap((step) => step.fields);
  const field = fields.find(({ name }) => inputsOf([name]).includes(input));
  if (!field) return issues.join(" ");
  const label = LABELS[input]?.() ?? field.label;
  const requiredText = (input === PHOTO_INPUT && page.photosRequiredText) || field.requiredText;
  return issues.map((issue) => issueText(issue, { label, requiredText })).join(" ");
}
