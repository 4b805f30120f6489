import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isReplaceable } from "#app/domain/models/fill.ts";
import { type FormStepView, viewOptions } from "#app/features/listings/view.ts";
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

type Fills = Readonly<Record<string, string>>;

/** Fills a form as if the seller had typed the values. `before` are the values of the previous model. */
export function fillForm(form: HTMLFormElement, fills: Fills, before: Fills): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(fills)])) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = fills[name] ?? "";
    if (input.value === value || !isReplaceable(input.value, before[name])) continue;
    input.value = value;
    // Rendered after each input: a choice limits the options of the inputs below it.
    flushSync(() => input.dispatchEvent(new Event("input", { bubbles: true })));
  }
}
