import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FormStepView, viewOptions } from "#app/features/listings/view.ts";
import { fillForm } from "#app/features/models/ui/fill-form.ts";
import type { ModelQuestion, ModelSuggestion } from "#app/features/models/view.ts";
import type { FormDraft } from "./form-draft.ts";

interface ModelQuestionForm {
  readonly question: ModelQuestion | null;
  readonly steps: readonly FormStepView[];
}

function withBrand(steps: readonly FormStepView[], brand: string | undefined): readonly FormStepView[] {
  if (brand === undefined) return steps;
  return steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) => {
      if (field.kind !== "brand" || viewOptions(field).some(({ value }) => value === brand)) return field;
      return { ...field, options: [...viewOptions(field), { value: brand, label: brand }] };
    }),
  }));
}

interface Answer {
  readonly model: ModelSuggestion | null;
  readonly text: string;
  /** The values that a model filled in. The seller may have changed them since. */
  readonly filled: FormDraft["filled"];
}

function firstAnswer(question: ModelQuestion | null, draft: FormDraft | null): Answer {
  if (draft) return { model: null, text: String(draft.values.model ?? ""), filled: draft.filled };
  const { chosen = null, text = "" } = question ?? {};
  return { model: chosen, text, filled: chosen?.fills ?? {} };
}

/** A chosen model fills the form inside `content`. */
export function useModelQuestion({ question, steps }: ModelQuestionForm, draft: FormDraft | null) {
  const [given, setGiven] = useState<(Answer & { draft: FormDraft | null }) | null>(null);
  const content = useRef<HTMLDivElement>(null);
  // A draft that is restored or discarded replaces the form, with the answer that was given before.
  const { model, text, filled } = given?.draft === draft ? given : firstAnswer(question, draft);

  function chooseModel(next: ModelSuggestion | null, written: string): void {
    // Rendered before the form is filled, so that the form offers the brand, and the draft knows what is filled in.
    flushSync(() => setGiven({ model: next, text: written, filled: next?.fills ?? filled, draft }));
    const form = content.current?.querySelector("form");
    if (next && form) fillForm(form, next.fills, filled);
  }

  return { model, text, filled, chooseModel, content, steps: withBrand(steps, filled.brand) };
}
