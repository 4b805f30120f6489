import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import type { Photo } from "../photos/photo.ts";
import type { FormValues } from "../view.ts";

/** What a seller has begun and not listed yet. */
interface FormDraft {
  readonly values: FormValues;
  readonly photos: readonly Photo[];
}

/** What of a form's entries is kept: its texts and choices, by their names. */
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
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Partial<FormDraft> | null;
    return kept?.values && Array.isArray(kept.photos) ? { values: kept.values, photos: kept.photos } : null;
  } catch {
    return null;
  }
}

function keep(key: string, draft: FormDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}

/**
 * Keeps what is written in a form for the tab's life, so that a phone that drops the page while its camera is open, a
 * step back or a session that ended costs nobody their words. It is dropped when the form was saved. Without a `key`
 * nothing is kept.
 */
export function useFormDraft(key: string | null) {
  const [draft, setDraft] = useState<FormDraft | null>(null);
  const { state, formMethod, location } = useNavigation();
  // The server does not know it: the first paint is an empty form's.
  useEffect(() => setDraft(key === null ? null : load(key)), [key]);

  // A saved form leads to its listing, a refused one comes back here or to the sign-in.
  const saved =
    state === "loading" && formMethod === "POST" && /\/[a-z]+\/[\da-f-]{36}$/.test(location.pathname);
  useEffect(() => {
    if (saved && key !== null) keep(key, null);
  }, [saved, key]);

  return {
    draft,
    keep(form: HTMLFormElement, photoName: string, photos: readonly Photo[]) {
      if (key !== null) keep(key, { values: valuesOf(form, photoName), photos });
    },
    discard() {
      if (key !== null) keep(key, null);
      setDraft(null);
    },
  };
}
