import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fillForm } from "#app/features/models/ui/fill-form.ts";
import type { ModelQuestion, ModelSuggestion } from "#app/features/models/view.ts";
import type { FormStepView } from "../view.ts";

interface ModelQuestionForm {
  readonly question: ModelQuestion | null;
  readonly steps: readonly FormStepView[];
}

function withBrand(steps: readonly FormStepView[], brand: string | undefined): readonly FormStepView[] {
  if (brand === undefined) return steps;
  return steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) => {
      if (field.kind !== "brand" || field.options?.some(({ value }) => value === brand)) return field;
      return { ...field, options: [...(field.options ?? []), { value: brand, label: brand }] };
    }),
  }));
}

/**
 * A chosen model fills the form inside `content`.
 * @param drafted the model that a restored draft names
 */
export function useModelQuestion(
  { question, steps }: ModelQuestionForm,
  drafted: string | readonly string[] | undefined,
) {
  const [answer, setAnswer] = useState<{ model: ModelSuggestion | null; text: string } | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const filled = useRef(question?.chosen?.fills ?? {});
  const model = answer ? answer.model : drafted === undefined ? (question?.chosen ?? null) : null;
  const text = answer ? answer.text : typeof drafted === "string" ? drafted : (question?.text ?? "");

  function chooseModel(next: ModelSuggestion | null, written: string): void {
    // Rendered before the form is filled, so that the form offers the brand.
    flushSync(() => setAnswer({ model: next, text: written }));
    const form = content.current?.querySelector("form");
    if (!next || !form) return;
    fillForm(form, next.fills, filled.current);
    filled.current = next.fills;
  }

  return { model, text, chooseModel, content, steps: withBrand(steps, model?.brand) };
}
