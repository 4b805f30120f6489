import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { inputSchema, type ListingInput } from "#app/domain/categories/derive/input.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { PHOTO_INPUT } from "#app/features/listings/rules.ts";
import { useArrival } from "#app/features/listings/ui/arrival.ts";
import type { FieldView, ListingFormPage } from "#app/features/listings/view.ts";
import type { Photo } from "#app/features/photos/photo.ts";
import { PhotoPicker } from "#app/features/photos/ui/photo-picker.tsx";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { FormErrors, isFieldCheck } from "#app/ui/form-errors.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { errorText, inFormOrder } from "../listing-form-errors.ts";
import { withQuestions } from "./choice-questions.tsx";
import { FormStep, StepProgress } from "./form-steps.tsx";
import { GoBack } from "./go-back.tsx";
import { type Edits, ListingConflicts } from "./listing-conflicts.tsx";
import { ListingFormField } from "./listing-form-field.tsx";
import { isFilled, MoreSpecs, withFold } from "./more-specs.tsx";
import { SubmitListing } from "./submit-listing.tsx";
import { useChoices } from "./use-choices.ts";
import { useSteps } from "./use-steps.ts";

interface ListingFormProps {
  readonly page: ListingFormPage;
  readonly photos: readonly Photo[];
  /** Counted from 0. */
  readonly start: number;
  readonly lastResult: SubmissionResult<string[]> | undefined;
  readonly edits: Edits;
  readonly busy: boolean;
  readonly model: string;
  /** The maker's values for the chosen model, by the name of the input. */
  readonly makers: Readonly<Record<string, string>>;
  readonly priceHint: (condition: string) => ReactNode;
  /** Called on every change of a value or step, to store the draft. */
  readonly onDraft: (
    form: HTMLFormElement,
    photos: readonly Photo[],
    step: number,
    change: "value" | "step",
  ) => void;
  readonly onSent: () => void;
}

function parsed(definition: CategoryDefinition, formData: FormData) {
  return parseWithZod(formData, { schema: inputSchema(definition), disableAutoCoercion: true });
}

function knownCategory(type: string): CategoryDefinition {
  const definition = categoryOfType(type);
  if (!definition) throw new Error(`There is no category ${type}.`);
  return definition;
}

function faultyInputs(definition: CategoryDefinition, form: HTMLFormElement): string[] {
  const submission = parsed(definition, new FormData(form));
  return submission.status === "error" ? Object.keys(submission.error ?? {}) : [];
}

/** A form with several steps is a wizard. Without JavaScript all steps are one below another. */
export function ListingForm(props: ListingFormProps) {
  const { page, photos, lastResult, busy, onDraft } = props;
  const definition = knownCategory(page.type);
  const [form, fields] = useForm<Record<string, string | string[]>, ListingInput>({
    lastResult,
    defaultValue: page.values as Record<string, string | string[]>,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parsed(definition, formData),
  });
  // Those of the draft, or of the form that the server refused. Loading the page's data again must not change them.
  const [clientId] = useState(page.clientId && String(form.initialValue?.clientId ?? page.clientId));
  const { choices, chosen } = useChoices(definition, { ...page.values, ...form.initialValue }, page.steps);
  const { step, steps, last, show, showFault } = useSteps(form.id, page.steps, props.start);
  const hydrated = useHydrated();
  const { from, step: fromListing, state } = useArrival();

  const stored = useRef<{ photos: readonly Photo[]; uploading: boolean }>({ photos, uploading: false });
  function changed(change: "value" | "step", at = step): void {
    const element = document.getElementById(form.id);
    if (element instanceof HTMLFormElement) onDraft(element, stored.current.photos, at, change);
  }
  // A choice in one select can clear another, and the form contains the cleared value only after this rendering.
  const renderedChoices = useRef(choices);
  useEffect(() => {
    if (renderedChoices.current === choices) return;
    renderedChoices.current = choices;
    changed("value");
    // With the new choice an invalid field may be valid, or have other limits.
    for (const name of Object.keys(form.allErrors)) if (name !== "") form.validate({ name });
  });

  /** Photos have no input that could be marked. */
  function showMissingPhotos(faulty: readonly string[]): void {
    const { photosRequiredText } = page;
    if (photosRequiredText !== null && faulty.includes(PHOTO_INPUT) && stored.current.photos.length === 0)
      showToast({
        title: m.photos_required_title(),
        description: photosRequiredText,
        tone: "danger",
        silent: true,
      });
  }

  function submitted(event: FormEvent<HTMLFormElement>): void {
    const isCheck = isFieldCheck(event.nativeEvent);
    const faulty = !isCheck ? faultyInputs(definition, event.currentTarget) : [];
    form.onSubmit(event);
    if (!event.defaultPrevented && !isCheck) props.onSent();
    showMissingPhotos(faulty);
    showFault(faulty);
  }

  function next(event: MouseEvent<HTMLButtonElement>): void {
    event.preventDefault();
    const element = event.currentTarget.form;
    if (!element) return;
    const stepFields = steps[step] ?? [];
    const faulty = faultyInputs(definition, element)
      .filter((name) => stepFields.includes(name))
      // Photos that are still uploading prevent the form from being sent, but not the next step.
      .filter((name) => name !== PHOTO_INPUT || !stored.current.uploading);
    for (const name of faulty) form.validate({ name });
    showMissingPhotos(faulty);
    if (showFault(faulty)) {
      element.dispatchEvent(new Event("invalid"));
      return;
    }
    changed("step", step + 1);
    show(step + 1);
  }

  function previous(): void {
    changed("step", step - 1);
    show(step - 1);
  }

  function errorOf(name: string): string | undefined {
    const issues = fields[name]?.errors;
    return issues?.length ? errorText(page, name, issues) : undefined;
  }

  const [pickers, setPickers] = useState(0);
  function fieldInput(field: FieldView): ReactNode {
    return field.kind === "photos" ? (
      <div
        key={field.name}
        id={`${form.id}-${PHOTO_INPUT}`}
        data-input={PHOTO_INPUT}
        className="sm:col-span-2"
      >
        <PhotoPicker
          key={pickers}
          name={PHOTO_INPUT}
          initial={photos}
          guide={field.guide}
          optional={!field.required}
          onChange={(now, uploading) => {
            stored.current = { photos: now, uploading };
            changed("value");
          }}
          onSubmitPrevented={() => showFault([PHOTO_INPUT])}
          error={errorOf(PHOTO_INPUT)}
        />
      </div>
    ) : (
      <ListingFormField
        key={field.name}
        formId={form.id}
        field={field}
        definition={definition}
        steps={page.steps}
        initial={form.initialValue ?? page.values}
        choices={choices}
        countries={page.countries}
        errorOf={errorOf}
        makers={props.makers}
        priceHint={props.priceHint}
      />
    );
  }

  const isInConflict = props.edits.conflicts.length > 0;
  const failure = isInConflict ? "" : (form.errors ?? []).join(" ");
  useFetcherAnswer(lastResult, ({ error }) => {
    const faults = Object.entries(error ?? {});
    const failed = faults.find(([name]) => name === "")?.[1]?.join(" ");
    const description = isInConflict ? m.edit_conflict_title() : failed;
    if (description) showToast({ title: m.ui_error(), description, tone: "danger", silent: true });
    showFault(faults.flatMap(([name, errors]) => (errors ? name : [])));
    if (!faults.some(([name]) => name === PHOTO_INPUT)) return;
    // Photos that no longer exist are dropped: the picker restarts with those that the server still has.
    setPickers((count) => count + 1);
    stored.current = { photos, uploading: false };
    changed("value");
  });

  const wizard = steps.length > 1;
  const sendable = last || !hydrated;
  return (
    <Form
      method="post"
      // Only without JavaScript does the form itself bring files.
      encType={hydrated ? undefined : "multipart/form-data"}
      // Tells the listing's page from which page the listing was first opened.
      action={from ? `?from=${from}` : undefined}
      state={fromListing ? state : undefined}
      // Back must not return to a saved form.
      replace
      id={form.id}
      data-loses-nothing
      onSubmit={submitted}
      onChange={chosen}
      onInput={(event) => {
        // This comes before the change event. Validation renders in between, and would show an invalid select with its
        // old value.
        chosen(event);
        changed("value");
      }}
      noValidate
      className="scroll-mt-4"
    >
      {clientId && <input type="hidden" name="clientId" value={clientId} />}
      {definition.models && <input type="hidden" name="model" value={props.model} />}
      <div className="mb-6 empty:hidden">
        <FormErrors
          formId={form.id}
          errors={inFormOrder(page, { ...form.allErrors, "": failure })}
          textOf={(name, issues) => errorText(page, name, issues)}
          onField={(name) => showFault([name])}
        />
      </div>
      <ListingConflicts page={page} edits={props.edits} first={form.initialValue} last={lastResult} />
      {wizard && <StepProgress steps={page.steps} step={step} />}
      {page.steps.map((view, index) => (
        <FormStep
          key={view.key}
          formId={form.id}
          view={view}
          index={index}
          steps={steps.length}
          shown={hydrated ? step : null}
        >
          {withFold(view, withQuestions(definition, view.fields, choices, fieldInput), (folded) => (
            <MoreSpecs
              key="more"
              labels={folded.map(({ label }) => label)}
              filled={folded.some(({ name }) => isFilled(form.initialValue?.[name] ?? page.values[name]))}
              faulty={folded.some(({ name }) => errorOf(name) !== undefined)}
            >
              {folded.map(fieldInput)}
            </MoreSpecs>
          ))}
        </FormStep>
      ))}
      <div className="mt-8 flex flex-wrap-reverse items-center justify-between gap-3 border-court border-t pt-6">
        {step === 0 ? (
          <GoBack definition={definition} listing={page.listing}>
            {wizard ? m.listing_cancel() : m.listing_go_back()}
          </GoBack>
        ) : (
          <Button variant="ghost" size="lg" onClick={previous}>
            {m.listing_previous()}
          </Button>
        )}
        <div className="flex">
          {wizard && !(hydrated && last) && (
            // Enter in a field clicks the form's first submit button.
            <Button
              type={hydrated ? "submit" : "button"}
              variant="primary"
              size="lg"
              onClick={next}
              className="noscript:hidden"
            >
              {m.listing_next()}
            </Button>
          )}
          {sendable && <SubmitListing page={page} busy={busy} beside={wizard && !hydrated} />}
        </div>
      </div>
    </Form>
  );
}
