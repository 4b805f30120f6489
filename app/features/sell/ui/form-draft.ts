import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { href, useFormAction, useHref, useNavigation } from "react-router";
import type { FormValues } from "#app/features/listings/view.ts";
import type { Photo } from "#app/features/photos/photo.ts";

export interface FormDraft {
  readonly values: FormValues;
  /** The values that the chosen model filled in. Another model may replace them. */
  readonly filled: Readonly<Record<string, string>>;
  readonly photos: readonly Photo[];
  /** The open step, counted from 0. `storedStep` validates it. */
  readonly step: unknown;
}

function valuesOf(form: HTMLFormElement, photoName: string): FormValues {
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(form)) {
    if (name === photoName || typeof value !== "string") continue;
    values[name] = [...(values[name] ?? []), value];
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, all]) => [name, all.length === 1 ? (all[0] ?? "") : all]),
  );
}

function load(key: string): FormDraft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as Partial<FormDraft> | null;
    if (!stored?.values || !Array.isArray(stored.photos)) return null;
    const { values, filled = {}, photos, step } = stored;
    return { values, filled, photos, step };
  } catch {
    return null;
  }
}

function store(key: string, draft: FormDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is full or forbidden: the draft lives only as long as the page.
  }
}

/**
 * Keeps the input of a form as a draft while the tab is open: when the user goes back, when the session expires, and
 * when a phone unloads the page while its camera is open. The draft is discarded when the form was sent and the next
 * page is neither the form itself nor the sign-in page.
 *
 * The draft of a new listing is restored automatically. Unsaved changes of an existing listing are only offered
 * (`offered`), because the listing may have changed since.
 *
 * @param answer the server's last answer to the form; a new object for each answer
 */
export function useFormDraft(key: string, isNew: boolean, answer: object | undefined) {
  const [storedDraft, setStoredDraft] = useState<FormDraft | null>(null);
  const [taken, setTaken] = useState(false);
  // The server does not know the draft, so the first rendering is an empty form.
  useEffect(() => {
    setStoredDraft(load(key));
    setTaken(isNew);
  }, [key, isNew]);

  const sent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a refusal, regardless of its content
  useLayoutEffect(() => {
    sent.current = false;
  }, [answer]);
  // If the user navigates elsewhere before the server answered, the form does not count as saved.
  const { state, formMethod } = useNavigation();
  const leaves = state === "loading" && formMethod !== "POST";
  useLayoutEffect(() => {
    if (leaves) sent.current = false;
  }, [leaves]);

  // The path to which the form is sent, with the language prefix of the URL.
  const [formPath = ""] = useFormAction().split("?");
  const signIn = useHref(href("/auth"));
  // This runs when the form unmounts, because React need not render the state in which the next page is loading.
  useLayoutEffect(
    () => () => {
      const { pathname } = window.location;
      if (sent.current && pathname !== formPath && pathname !== signIn) store(key, null);
      sent.current = false;
    },
    [key, formPath, signIn],
  );

  return {
    draft: taken ? storedDraft : null,
    offered: taken ? null : storedDraft,
    take: () => setTaken(true),
    keep(form: HTMLFormElement, photoName: string, rest: Omit<FormDraft, "values">) {
      store(key, { values: valuesOf(form, photoName), ...rest });
    },
    send() {
      sent.current = true;
    },
    /** Whether a draft is stored. Stepping through an unchanged listing stores none. */
    any: () => load(key) !== null,
    discard() {
      store(key, null);
      setStoredDraft(null);
    },
  };
}
