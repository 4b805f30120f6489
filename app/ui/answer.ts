import type { SubmissionResult } from "@conform-to/react";
import type { EditConflict } from "#app/domain/edit-merge.ts";
import type { SentToast } from "./toast.ts";

/** What the server answers to a form or a call (`submit`, app/platform/submit.server.ts). */
export type Answer<Value = null, Kept = null> = Success<Value> | Failure<Kept>;

interface Success<Value> {
  readonly ok: true;
  readonly value: Value;
  /** What was done, said even if the form is gone with its item (`showAnswer`). */
  readonly toast?: SentToast;
  /** The form's field `intent`. */
  readonly intent: string | null;
  readonly reason?: undefined;
  readonly message?: undefined;
  readonly result?: undefined;
  readonly conflicts?: undefined;
  readonly kept?: undefined;
}

export interface Failure<Kept = unknown> {
  readonly ok: false;
  /** Why: a reason of `Refused`, or "failed" for an error of the server. */
  readonly reason: string;
  /** The first sentence for the person. */
  readonly message: string;
  /** The errors by field, "" for the whole form, and what was typed, for Conform. */
  readonly result: SubmissionResult<string[]>;
  /** Fields that were changed here and elsewhere (docs/decisions/0017-multi-step-forms-and-drafts.md). */
  readonly conflicts: readonly EditConflict[];
  /** What else the page needs to show the form again. */
  readonly kept: Kept;
  readonly toast?: SentToast;
  readonly intent: string | null;
  readonly value?: undefined;
}

/** The first error of each field, for forms without Conform. The key "" is for errors of the whole form. */
export function faultsOf(answer: Answer<unknown, unknown> | undefined): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const [name, texts] of Object.entries(answer?.result?.error ?? {})) {
    // "pieces[2]" is a value of the field "pieces".
    const [field = name] = name.split("[");
    if (texts?.[0]) faults[field] ??= texts[0];
  }
  return faults;
}
