import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { tooManyText } from "#app/platform/rate-limit.server.ts";

type AnyResult = SubmissionResult<string[]>;

// What nobody gets back in a page, not even whoever typed it.
const SECRETS = ["current", "password", "confirm"];

/** A form with faults at its fields, or above them: 400, with everything that was typed but passwords. */
export function faulty<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  faults: { formErrors?: string[]; fieldErrors?: Record<string, string[]> } = {},
): AnyResult {
  return submission.reply({ ...faults, hideFields: SECRETS });
}

export function refused<Answer extends object>(answer: Answer, status = 400) {
  return data(answer, { status });
}

/** 429 with Retry-After and the sentence above the form. */
export function waiting<Schema, Value, Answer extends object>(
  submission: Submission<Schema, string[], Value>,
  seconds: number,
  answer: (result: AnyResult) => Answer,
) {
  const result = faulty(submission, { formErrors: [tooManyText(seconds)] });
  return data(answer(result), { status: 429, headers: { "retry-after": String(seconds) } });
}

/** Which of a page's forms was sent, by its hidden `intent`; null for none of `intents`. */
export function intentOf<Intents extends object>(
  form: FormData | null,
  intents: Intents,
): keyof Intents | null {
  const sent = String(form?.get("intent"));
  return Object.hasOwn(intents, sent) ? (sent as keyof Intents) : null;
}

/** The answer to a body that is no form. */
export function unreadable(): AnyResult {
  return { status: "error", error: { "": [m.auth_form_broken()] } };
}

/** For a route's `headers`: what its loader or action said, and nothing of these pages kept or passed on. */
export function privateHeaders({
  loaderHeaders,
  actionHeaders,
}: {
  loaderHeaders: Headers;
  actionHeaders?: Headers;
}): Headers {
  const headers = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders ?? []) headers.set(name, value);
  headers.set("cache-control", "no-store");
  return headers;
}
