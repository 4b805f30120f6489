import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import { inputSchema, type ListingInput } from "#app/domain/categories/derive/input.ts";
import { settle } from "#app/domain/categories/derive/narrow.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { notify } from "#app/ui/toast.ts";
import { issueText } from "../issue-text.ts";
import type { Photo } from "../photos/photo.ts";
import { PhotoPicker } from "../photos/ui/photo-picker.tsx";
import type { ChoiceView, FieldView, FormStepView, FormValues } from "../view.ts";
import { useArrival } from "./arrival.ts";
import { ListingFormField } from "./listing-form-field.tsx";

export interface ListingFormPage {
  readonly type: string;
  readonly steps: readonly FormStepView[];
  readonly values: FormValues;
  readonly countries: readonly ChoiceView[];
  readonly submit: string;
  readonly submitBusy: string;
  /** "Please provide at least one image for your racket." */
  readonly photosRequired: string;
  /** Where Go Back leads when editing, or without history. */
  readonly back: string;
  readonly editing: boolean;
}

interface ListingFormProps {
  readonly page: ListingFormPage;
  readonly photos: readonly Photo[];
  readonly lastResult: SubmissionResult<string[]> | undefined;
  readonly busy: boolean;
  /** Whether it was sent last and the server could not be reached. */
  readonly cutOff: boolean;
  /** Told of every change, so that it can be kept. */
  readonly onDraft: (form: HTMLFormElement, photos: readonly Photo[]) => void;
}

/** The form field that holds the ids of the photos. */
export const PHOTO_FIELD = "photo";

type Choices = Readonly<Record<string, string>>;

/** The fields of a category that are picked from a list: they narrow each other. */
function choicesOf(values: Readonly<Record<string, unknown>>, steps: readonly FormStepView[]): Choices {
  const names = steps.flatMap((step) => step.fields.filter((field) => field.kind === "choice"));
  return Object.fromEntries(names.map(({ name }) => [name, String(values[name] ?? "")]));
}

/** A form of a category, drawn from its definition. Works before JavaScript; with it, faults show as one types. */
export function ListingForm({ page, photos, lastResult, busy, cutOff, onDraft }: ListingFormProps) {
  const definition = categoryOfType(page.type);
  if (!definition) throw new Error(`There is no category ${page.type}.`);
  const [form, fields] = useForm<Record<string, string | string[]>, ListingInput>({
    lastResult,
    defaultValue: page.values as Record<string, string | string[]>,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: inputSchema(definition), disableAutoCoercion: true }),
  });
  const [choices, setChoices] = useState<Choices>(() =>
    choicesOf({ ...page.values, ...form.initialValue }, page.steps),
  );

  function submitted(event: FormEvent<HTMLFormElement>): void {
    // Photos have no input to be marked: their fault is said aloud as well (marketplace spec §5).
    if (!new FormData(event.currentTarget).has(PHOTO_FIELD)) {
      notify({ title: m.photos_required_title(), description: page.photosRequired, tone: "danger" });
    }
    form.onSubmit(event);
  }

  function chosen(event: FormEvent<HTMLFormElement>): void {
    const input = event.target;
    if (!(input instanceof HTMLSelectElement) || !(input.name in choices)) return;
    const changed: Record<string, string> = { ...choices, [input.name]: input.value };
    for (const [name, field] of Object.entries(definition?.fields ?? {})) {
      if (field.kind === "choice" && name !== input.name)
        changed[name] = settle(field, changed[name] ?? "", changed, input.name);
    }
    setChoices(changed);
  }

  function errorsOf(field: FieldView, name = field.name): string[] {
    return (fields[name]?.errors ?? []).map((issue) => issueText(issue, field));
  }

  const stored = useRef(photos);
  function photosChanged(now: readonly Photo[]): void {
    stored.current = now;
    const element = document.getElementById(form.id);
    if (element instanceof HTMLFormElement) onDraft(element, now);
  }

  const { from, step, state } = useArrival();
  const failure = (form.errors ?? []).join(" ");
  useEffect(() => {
    // Each answer anew: the same failure twice is said twice.
    if (lastResult && failure !== "") notify({ title: m.ui_error(), description: failure, tone: "danger" });
  }, [lastResult, failure]);
  return (
    <Form
      method="post"
      // Where the listing was opened from is handed on to its page (marketplace spec §2, Racket form).
      action={from ? `?from=${from}` : undefined}
      state={step ? state : undefined}
      // A saved form is nothing to come back to.
      replace
      id={form.id}
      onSubmit={submitted}
      onChange={chosen}
      onInput={(event) => onDraft(event.currentTarget, stored.current)}
      noValidate
      className="grid gap-x-5 gap-y-6 sm:grid-cols-2"
    >
      {failure !== "" && (
        <Alert tone="danger" title={m.ui_error()} className="sm:col-span-2">
          {failure}
        </Alert>
      )}
      {page.steps.flatMap((step) =>
        step.fields.map((field) =>
          field.kind === "photos" ? (
            <div key={field.name} className="sm:col-span-2">
              <PhotoPicker
                name={PHOTO_FIELD}
                initial={photos}
                onChange={photosChanged}
                error={
                  errorsOf({ ...field, requiredText: page.photosRequired }, PHOTO_FIELD).join(" ") ||
                  undefined
                }
              />
            </div>
          ) : (
            <ListingFormField
              key={field.name}
              field={field}
              definition={definition}
              initial={form.initialValue ?? page.values}
              choices={choices}
              countries={page.countries}
              errors={errorsOf}
            />
          ),
        ),
      )}
      {cutOff && !busy && (
        // Beside the button that was pressed, and no toast: what draws those may not be loaded yet, and cannot be now.
        <Alert tone="danger" title={m.error_offline_title()} className="sm:col-span-2">
          {m.error_offline_message()}
        </Alert>
      )}
      <div className="mt-2 flex flex-wrap-reverse items-center justify-between gap-3 border-court border-t pt-6 sm:col-span-2">
        <GoBack to={page.back} editing={page.editing} />
        <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={page.submitBusy}>
          {page.submit}
        </Button>
      </div>
    </Form>
  );
}

/** Go Back: to the listing when editing, else one step back, or to the category without history (marketplace spec §2). */
function GoBack({ to, editing }: { to: string; editing: boolean }) {
  const navigate = useNavigate();
  const { history, step } = useArrival();
  return (
    <LinkButton
      to={to}
      variant="ghost"
      size="lg"
      onClick={(event) => {
        if (!(editing ? step : history) || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      {m.listing_go_back()}
    </LinkButton>
  );
}
