import { useEffect } from "react";

const KEY = "sign-up";
/** Passwords are never stored in the browser. */
const DRAFT_FIELDS = ["username", "email"] as const;

/**
 * Keeps the typed username and email address until the tab is closed, so that a reload or the Back button does not lose
 * them. A field that has a value already stays as it is: the browser or the server has filled it.
 */
export function useSignUpDraft(formId: string): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const fields = DRAFT_FIELDS.map((name) => form.elements.namedItem(name)).filter(
      (field) => field instanceof HTMLInputElement,
    );
    const draft = load();
    for (const field of fields) if (field.value === "") field.value = draft[field.name] ?? "";
    const keep = () => store(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
    keep();
    form.addEventListener("input", keep);
    return () => form.removeEventListener("input", keep);
  }, [formId]);
}

export function clearSignUpDraft(): void {
  store(null);
}

function load(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(
      Object.entries(Object(stored)).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      ),
    );
  } catch {
    return {};
  }
}

function store(draft: Record<string, string> | null): void {
  try {
    if (draft) sessionStorage.setItem(KEY, JSON.stringify(draft));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The storage is full or forbidden. Then the draft is lost with the page.
  }
}
