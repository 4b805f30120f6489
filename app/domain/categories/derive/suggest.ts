import type { CategoryDefinition } from "../definition.ts";
import type { ChoiceField } from "../fields/choice-field.ts";
import { traitsOf } from "../fields/registry.ts";

/** The names of the fields whose answers suggest a value of the field `name`. */
export function questionsFor({ fields }: CategoryDefinition, name: string): readonly string[] {
  return Object.keys(traitsOf(fields[name]).suggestedBy ?? {});
}

/** The best value that all answers allow and the form offers. Null while an answer is missing. */
export function suggestedValue(
  {
    suggestedBy = {},
    options = [],
    offered,
  }: Partial<Pick<ChoiceField, "suggestedBy" | "options" | "offered">>,
  answers: Readonly<Record<string, string>>,
): string | null {
  const order = options.map(({ value }) => value);
  const allowed = Object.entries(suggestedBy).map(([name, best]) =>
    order.indexOf(best[answers[name] ?? ""] ?? ""),
  );
  if (allowed.length === 0 || allowed.includes(-1)) return null;
  const offers = offered?.form ?? order;
  return order.slice(Math.max(...allowed)).find((value) => offers.includes(value)) ?? null;
}
