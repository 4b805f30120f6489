import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "./alert.tsx";

type Texts = string | readonly string[] | null | undefined;

interface FormErrorsProps {
  /** The form that contains this element. Its field `name` has the id `${formId}-${name}`. */
  readonly formId: string;
  /** By the name of the field; the key "" is for errors of the whole form. */
  readonly errors: Readonly<Record<string, Texts>>;
  /** For errors that are codes, and for texts that are only clear beside their field. */
  readonly textOf?: (name: string, texts: readonly string[]) => string;
  /** For a field that cannot take the focus where it is, because its step of the form is hidden. */
  readonly onField?: (name: string) => void;
  /** What helps with the error of the whole form. */
  readonly children?: ReactNode;
}

/**
 * Everything that is wrong with a form, with links to its fields. "Error" is in the title of the page. A screen reader
 * reads it after each attempt to submit the form, even if the focus already was in the invalid field (WCAG 4.1.3).
 */
export function FormErrors({ formId, errors, textOf = joined, onField, children }: FormErrorsProps) {
  const entries = Object.entries(errors).flatMap(([name, texts]) => {
    const list = listOf(texts);
    return list.length > 0 ? [{ name, text: name === "" ? joined(name, list) : textOf(name, list) }] : [];
  });
  // The errors of a single field, shown when the focus leaves it, are no attempt.
  const [answered] = useState(entries.length > 0);
  const attempts = useAttempts(formId);
  const whole = entries.find(({ name }) => name === "")?.text;
  const fields = entries.filter(({ name }) => name !== "");
  const shown = entries.length > 0 && (answered || attempts > 0);
  useErrorInTitle(shown);
  if (!shown) return null;

  function toField(event: MouseEvent, name: string): void {
    const field = fieldIn(formId, name);
    if (!onField && !field) return;
    event.preventDefault();
    if (onField) onField(name);
    else field?.focus();
  }
  return (
    // A new element for each attempt, so that the same errors are read again. Nothing is read while they are corrected.
    <Alert key={attempts} tone="danger" relevant="additions" title={whole ?? m.ui_form_errors()}>
      {whole !== undefined && children}
      {fields.length > 0 && (
        <ul className="grid gap-1">
          {fields.map(({ name, text }) => (
            <li key={name}>
              <a
                href={`#${formId}-${name}`}
                onClick={(event) => toField(event, name)}
                className="text-link underline underline-offset-2"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function listOf(texts: Texts): readonly string[] {
  if (!texts) return [];
  return typeof texts === "string" ? [texts] : texts;
}

function joined(_name: string, texts: readonly string[]): string {
  return texts.join(" ");
}

/** A radio group has several elements of one name. */
function fieldIn(formId: string, name: string): HTMLElement | null {
  const form = document.getElementById(formId);
  const controls = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  const first = controls instanceof RadioNodeList ? controls[0] : controls;
  return first instanceof HTMLElement ? first : null;
}

/** Counts how often the user tried to submit the form, or to leave a step of it ("invalid"). */
function useAttempts(formId: string): number {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    const form = document.getElementById(formId);
    function tried(event: Event): void {
      if (!isFieldCheck(event)) setAttempts((count) => count + 1);
    }
    const events = ["submit", "invalid"];
    for (const event of events) form?.addEventListener(event, tried);
    return () => {
      for (const event of events) form?.removeEventListener(event, tried);
    };
  }, [formId]);
  return attempts;
}

/** Whether Conform submits a form only to validate one field. */
export function isFieldCheck(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.getAttribute("name") === "__intent__";
}

function useErrorInTitle(shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    const prefix = m.ui_error_title({ title: "" });
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [shown]);
}
