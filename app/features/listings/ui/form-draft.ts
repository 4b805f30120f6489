import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { href, useFormAction, useHref, useNavigation } from "react-router";
import type { Photo } from "#app/features/photos/photo.ts";
import type { FormValues } from "../view.ts";

/** What a seller has written and not saved yet. */
export interface FormDraft {
  readonly values: FormValues;
  readonly photos: readonly Photo[];
  /** The step of the form that was open, counted from 0. Whatever was stored: `storedStep` reads it. */
  readonly step: unknown;
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
    if (!kept?.values || !Array.isArray(kept.photos)) return null;
    return { values: kept.values, photos: kept.photos, step: kept.step };
  } catch {
    return null;
  }
}

function store(key: string, draft: FormDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}

/**
 * Keeps what is written in a form for the tab's life, so that a phone that drops the page while its camera is open, a
 * step back or a session that ended costs nobody their words. It is dropped when the form was saved: when it was sent
 * and the page is left by that, not for the sign-in.
 *
 * A new listing's draft is taken up by itself. Changes of a listing are only offered (`offered`): it may have moved on
 * since.
 *
 * @param answer what the server said when the form was sent last; another object each time
 */
export function useFormDraft(key: string, isNew: boolean, answer: object | undefined) {
  const [found, setFound] = useState<FormDraft | null>(null);
  const [taken, setTaken] = useState(false);
  // The server does not know it: the first paint is an empty form's.
  useEffect(() => {
    setFound(load(key));
    setTaken(isNew);
  }, [key, isNew]);

  const sent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a refusal, whatever it says
  useLayoutEffect(() => {
    sent.current = false;
  }, [answer]);
  // Who goes elsewhere meanwhile did not see it saved.
  const { state, formMethod } = useNavigation();
  const leaves = state === "loading" && formMethod !== "POST";
  useLayoutEffect(() => {
    if (leaves) sent.current = false;
  }, [leaves]);

  // With the language in front, as the address has it.
  const [own = ""] = useFormAction().split("?");
  const signIn = useHref(href("/auth"));
  // As the page goes: that the next one is being loaded is a state which React need not draw.
  useLayoutEffect(
    () => () => {
      const { pathname } = window.location;
      if (sent.current && pathname !== own && pathname !== signIn) store(key, null);
      sent.current = false;
    },
    [key, own, signIn],
  );

  return {
    draft: taken ? found : null,
    offered: taken ? null : found,
    take: () => setTaken(true),
    keep(form: HTMLFormElement, photoName: string, photos: readonly Photo[], step: number) {
      store(key, { values: valuesOf(form, photoName), photos, step });
    },
    /** To be called when the form is sent to be saved. */
    send() {
      sent.current = true;
    },
    /** Whether anything is kept: going through an unchanged listing is no change of it. */
    any: () => load(key) !== null,
    discard() {
      store(key, null);
      setFound(null);
    },
  };
}
