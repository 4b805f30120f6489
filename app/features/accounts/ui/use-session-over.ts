import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";

/**
 * Handles the end of a page's session. `end` shows a toast and revalidates the page, which then shows its public
 * version or redirects to /auth. A page with unsent text stays as it is, and `over` is true until the next
 * revalidation.
 * @param answer the data of the root loader: a new object after each load
 */
export function useSessionOver(answer: object): { over: boolean; end: () => void } {
  const { revalidate } = useRevalidator();
  const [overFor, setOverFor] = useState<object>();
  const ended = useRef<object>(undefined);

  function end(): void {
    // The event stream, another tab and the page's own request may all report the end.
    if (ended.current === answer) return;
    ended.current = answer;
    if (hasUnsavedInput(document)) {
      setOverFor(answer);
      return;
    }
    showToast({ title: m.session_ended(), tone: "danger", forNextPage: true });
    void revalidate();
  }

  return { over: overFor === answer, end };
}

/**
 * Whether leaving this page would lose input: a form field differs from its initial value. Forms marked
 * `data-loses-nothing` do not count: they save their input themselves, or only have a selection. A form marked
 * `data-unsaved` was refused and came back with the user's input.
 */
function hasUnsavedInput(page: Document): boolean {
  const forms = page.querySelectorAll<HTMLFormElement>("main form[method=post]:not([data-loses-nothing])");
  return [...forms].some((form) => form.hasAttribute("data-unsaved") || [...form.elements].some(isChanged));
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.type === "file") return (field.files?.length ?? 0) > 0;
  return field.value !== field.defaultValue;
}
