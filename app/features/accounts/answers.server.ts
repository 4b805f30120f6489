import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import type { EditConflict, FormTexts } from "#app/domain/edit-merge.ts";
import { m } from "#app/paraglide/messages.js";
import { SECRETS } from "#app/platform/body.server.ts";
import { mergeStored } from "#app/platform/edits.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";

type AnyResult = SubmissionResult<string[]>;

/** The result of a form with faults: its errors, and all typed values except passwords. */
export function faulty<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  faults: { formErrors?: string[]; fieldErrors?: Record<string, string[]> } = {},
): AnyResult {
  return submission.reply({ ...faults, hideFields: SECRETS });
}

export function refused<Answer extends object>(answer: Answer, status = 400) {
  return data(answer, { status });
}

/** Shows a refusal in the form, which keeps its input: beside its field, or above all fields. */
export function refusedForm<Schema, Value, Answer extends object>(
  submission: Submission<Schema, string[], Value>,
  { message, field, status, headers }: Refused,
  answer: (result: AnyResult) => Answer,
) {
  const result = faulty(
    submission,
    field === null ? { formErrors: [message] } : { fieldErrors: { [field]: [message] } },
  );
  return data(answer(result), { status, headers });
}

/**
 * Runs a command with the valid fields of a page's only form, and returns its redirect. A fault or a refusal is the
 * page's `actionData.result`, and the form keeps its input.
 * @param form null: the body was not a form
 * @param status the HTTP status of an answer with faults
 */
async function submitted<S extends z.ZodType>(
  form: FormData | null,
  schema: S,
  run: (input: z.output<S>) => Promise<Response>,
  status = 400,
) {
  if (!form) return refused({ result: unreadable() });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return refused({ result: faulty(submission) }, status);
  const outcome = await orRefused(run(submission.value));
  return outcome instanceof Refused ? refusedForm(submission, outcome, (result) => ({ result })) : outcome;
}

/**
 * As `submitted`, for a form that edits what is stored (decision 0017): a field that was changed here and
 * elsewhere is in the page's `actionData.conflicts`, and nothing is saved.
 * @param stored all fields as the form would show them now
 */
export async function submittedEdit<S extends z.ZodType>(
  form: FormData | null,
  schema: S,
  stored: FormTexts,
  run: (input: z.output<S>) => Promise<Response>,
) {
  const conflicts: readonly EditConflict[] = form ? mergeStored(form, stored) : [];
  if (form && conflicts.length > 0)
    return refused({ result: faulty(parseWithZod(form, { schema })), conflicts }, 409);
  return submitted(form, schema, run);
}

/** The answer to a body that is not a form. */
export function unreadable(): AnyResult {
  return { status: "error", error: { "": [m.auth_form_broken()] } };
}
