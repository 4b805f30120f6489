import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, replace } from "react-router";
import type { z } from "zod";
import type { EditConflict, FormTexts } from "#app/domain/edit-merge.ts";
import { safeNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import type { Answer, Failure } from "#app/ui/answer.ts";
import { type SentToast, UNDO_TOAST_MS } from "#app/ui/toast.ts";
import { SECRETS } from "./body.server.ts";
import { DatabaseUnavailable } from "./database-unavailable.server.ts";
import { conflictText, EDIT_FIELDS, mergeStored } from "./edits.server.ts";
import { flash, flashOf } from "./flash.server.ts";
import { isCall, isNavigation, json, namesIn, readForm } from "./form.server.ts";
import { appPath } from "./locale.server.ts";
import { logger } from "./log.server.ts";
import { type Reason, Refused } from "./refused.server.ts";
import { currentRequest } from "./request-context.server.ts";
import { pageOf } from "./session.server.ts";

/** What a command did, and what comes next. */
export interface Done<Value = null> {
  /** The path that the person gets to. Without it, the page of the form stays. */
  readonly to?: string;
  /** The path that a browser without JavaScript gets to where a script stays: by default the page of the form. */
  readonly toWithoutScript?: string;
  /** Back does not lead to the form again. */
  readonly replace?: boolean;
  /** Says what was done; after a redirect, on the next page. */
  readonly toast?: SentToast;
  /** Further headers, above all cookies. */
  readonly headers?: Headers;
  readonly status?: number;
  readonly value?: Value;
}

/** A form that was not read by `readForm`, because it has files. */
export interface SentForm {
  readonly form: FormData;
  /** Errors of its fields that were found while it was read. */
  readonly faults?: Errors;
  /** If it was merged with what is stored (`mergeStored`). */
  readonly conflicts?: readonly EditConflict[];
}

interface Submit<Schema extends z.ZodType, Who, Value, Kept> {
  /** Who asks: `viewerOf` if visitors may too, `requireViewer`, `requireConfirmed`, `signedInOr(text)`, … */
  readonly who: (request: Request) => Promise<Who>;
  /** Checks the form. For the several forms of a page: a `z.discriminatedUnion` by their field `intent`. */
  readonly schema: Schema | ((who: Who) => Schema | Promise<Schema>);
  /** Limits the rate, authorizes and writes. It throws `Refused` for what it refuses. */
  readonly command: (input: z.output<Schema>, who: Who) => Promise<Done<Value> | Response>;
  /** False: an empty text stays an empty text, and numbers stay texts. */
  readonly coerces?: boolean;
  /** Reads a form with files. */
  readonly read?: (request: Request, who: Who) => Promise<SentForm | null>;
  /** For a form that edits what is stored: its fields as it would show them now; null to overwrite them. */
  readonly stored?: (who: Who, form: FormData) => FormTexts | null | Promise<FormTexts | null>;
  /** The text of a field's value, for who sees a conflict without the form; by default the value. */
  readonly textOf?: (name: string, value: string) => string;
  /** What the page needs to show the form again, besides what was typed; else what the refusal says (`kept`). */
  readonly keep?: (form: FormData, who: Who) => Kept | Promise<Kept>;
  /** The fields beside which refusals are shown. */
  readonly fieldOf?: Readonly<Partial<Record<Reason, string>>>;
  /** The form stands on the page of another route, to which a failure leads back without JavaScript. */
  readonly onOtherPage?: true;
  /** The title of the toast about a failure; null when only the form tells it, as it does by default. */
  readonly failedTitle?: (reason: string, intent: string | null) => string | null;
  /**
   * What the form says when the server fails, as opposed to a refusal: the error is logged, and answered with 500. Without
   * it, a page shows the error page, and a call gets a usual sentence.
   */
  readonly failed?: (form: FormData | undefined) => string;
}

/**
 * The one door for forms and calls that write. It asks who sends the form, reads and checks it, runs the command, and
 * answers: a page with or without JavaScript by a redirect with a toast or by an `Answer`, a call by an `Answer`.
 */
export async function submit<Schema extends z.ZodType, Who, Value = null, Kept = null>(
  request: Request,
  spec: Submit<Schema, Who, Value, Kept>,
): Promise<Response | ReturnType<typeof data<Answer<Value, Kept>>>> {
  const fail = (error: unknown, attempt?: Attempt<Who>) =>
    failed<Who, Value, Kept>(request, spec, problemOf(error, request, spec, attempt?.form), attempt);
  let who: Who;
  try {
    who = await spec.who(request);
  } catch (error) {
    // The form of a page is shown again only to those who may see the page.
    if (error instanceof Refused && (spec.onOtherPage || isCall(request))) return fail(error);
    throw error;
  }
  let attempt: Attempt<Who> | undefined;
  try {
    const schema = typeof spec.schema === "function" ? await spec.schema(who) : spec.schema;
    const sent = await readSent(request, schema, spec, who);
    if (!sent) throw new Refused("form_broken");
    const { form, faults = {} } = sent;
    // Texts of their own are for what a person can mend; anything else is a broken form.
    const options = { disableAutoCoercion: spec.coerces === false, error: () => m.auth_form_broken() };
    const check = (conflicts: readonly EditConflict[]): Attempt<Who> => {
      return { who, form, faults, submission: parseWithZod(form, { schema, ...options }), conflicts };
    };
    attempt = check(sent.conflicts ?? []);
    const stored = await spec.stored?.(who, form);
    if (stored) attempt = check(mergeStored(form, stored));
    const { submission } = attempt;
    const problem = problemIn(attempt, spec.textOf);
    if (problem || submission.status !== "success")
      return failed<Who, Value, Kept>(request, spec, problem ?? brokenForm(), attempt);
    const done = await spec.command(submission.value as z.output<Schema>, who);
    return done instanceof Response ? done : succeeded<Value, Kept>(request, form, done, spec.onOtherPage);
  } catch (error) {
    return fail(error, attempt);
  }
}

/**
 * Answers a call that sends no form, with the result of `run` or the failure that it throws.
 * @param who as for `submit`
 */
export async function reply<Who>(
  request: Request,
  who: (request: Request) => Promise<Who>,
  run: (who: Who) => Promise<object | null>,
): Promise<Response> {
  try {
    const answer = await run(await who(request));
    return answer instanceof Response ? answer : json(answer, {});
  } catch (error) {
    const problem = problemOf(error, request, { failed: m.error_500_message });
    return json(failureOf(problem, undefined, null), problem);
  }
}

/** A refusal that is shown beside a field. */
export function faultAt(field: string, text: string): Refused {
  return new Refused("invalid", { fault: text, field });
}

type Errors = Readonly<Record<string, string[]>>;

/** A form that was read and checked. */
interface Attempt<Who> {
  readonly who: Who;
  readonly form: FormData;
  readonly faults: Errors;
  readonly submission: Submission<unknown, string[], unknown>;
  readonly conflicts: readonly EditConflict[];
}

/** Why a form failed, as HTTP and as sentences; `Failure` is what of it is sent. */
interface Problem {
  readonly reason: string;
  readonly status: number;
  readonly message: string;
  readonly errors: Errors;
  readonly headers?: Record<string, string>;
  /** For who does not see the form. */
  readonly told?: Pick<SentToast, "title" | "description">;
  readonly kept?: unknown;
}

/** What is wrong with the fields of a form, or was changed elsewhere too; null for nothing. */
function problemIn(
  { submission, faults, conflicts }: Attempt<unknown>,
  textOf?: (name: string, value: string) => string,
): Problem | null {
  const schemaErrors = submission.status === "success" ? {} : submission.error;
  const errors = { ...schemaErrors, ...faults } as Errors;
  // No page of the shop sends another intent.
  if ("intent" in errors) return brokenForm();
  if (conflicts.length > 0) {
    const told = { title: m.edit_conflict_title(), description: conflictText(conflicts, textOf) };
    return {
      reason: "conflict",
      status: 409,
      message: `${told.title}. ${told.description}`,
      errors,
      told,
    };
  }
  if (Object.keys(errors).length === 0) return null;
  const text = Object.values(errors).find((texts) => texts?.length > 0)?.[0];
  return { reason: "invalid", status: 422, message: text || m.auth_form_broken(), errors };
}

function brokenForm(): Problem {
  const message = m.auth_form_broken();
  return { reason: "form_broken", status: 400, message, errors: { "": [message] } };
}

async function readSent<Who>(
  request: Request,
  schema: z.ZodType,
  { read, stored }: Omit<Submit<z.ZodType, Who, unknown, unknown>, "command">,
  who: Who,
): Promise<SentForm | null> {
  if (read) return read(request, who);
  const fields = new Set([...namesIn(schema), "intent", ...(stored ? EDIT_FIELDS : [])]);
  const form = await readForm(request, [...fields]);
  return form && { form };
}

/** @throws the error again when it is the business of the error page, such as an outage of the database */
function problemOf(
  error: unknown,
  request: Request,
  { fieldOf, failed }: Pick<Submit<never, never, never, never>, "fieldOf" | "failed">,
  form?: FormData,
): Problem {
  if (error instanceof Refused) {
    const { reason, status, message, headers } = error;
    const field = error.field ?? fieldOf?.[reason] ?? "";
    return { reason, status, message, headers, kept: error.page.kept, errors: { [field]: [message] } };
  }
  const textOfFailure = failed ?? (isCall(request) ? m.error_500_message : undefined);
  if (error instanceof Response || error instanceof DatabaseUnavailable) throw error;
  if (currentRequest()?.outage || !textOfFailure) throw error;
  logger.error({ err: error }, "a form failed");
  const message = textOfFailure(form);
  return { reason: "failed", status: 500, message, errors: { "": [message] } };
}

async function failed<Who, Value, Kept>(
  request: Request,
  {
    failedTitle,
    onOtherPage,
    keep,
  }: Pick<Submit<never, Who, Value, Kept>, "failedTitle" | "onOtherPage" | "keep">,
  problem: Problem,
  attempt?: Attempt<Who>,
) {
  const title = failedTitle?.(problem.reason, intentOf(attempt?.form)) ?? null;
  if (onOtherPage && isNavigation(request)) {
    const told = problem.told ?? { title: title ?? m.ui_error(), description: problem.message };
    const headers = flash(new Headers(problem.headers), { ...told, kind: "error" });
    return redirect(formPage(request), { headers });
  }
  const kept = attempt && keep ? await keep(attempt.form, attempt.who) : problem.kept;
  return answered<Value, Kept>(request, failureOf<Kept>(problem, attempt, kept, title), problem);
}

function failureOf<Kept>(
  { reason, message, errors }: Problem,
  attempt: Attempt<unknown> | undefined,
  kept: unknown,
  title: string | null = null,
): Failure<Kept> {
  const { "": formErrors, ...fieldErrors } = errors;
  return {
    ok: false,
    reason,
    message,
    result: {
      ...(attempt?.submission.reply({ formErrors, fieldErrors, hideFields: SECRETS }) ?? { status: "error" }),
      error: errors,
    },
    conflicts: attempt?.conflicts ?? [],
    kept: (kept ?? null) as Kept,
    intent: intentOf(attempt?.form),
    ...(title !== null && { toast: { title, description: message, tone: "danger" } }),
  };
}

function succeeded<Value, Kept>(request: Request, form: FormData, done: Done<Value>, onOtherPage?: true) {
  const { to, toast, headers = new Headers(), status = 200 } = done;
  // Without JavaScript, a page that shows the answer itself needs no redirect.
  const withoutScript = done.toWithoutScript ?? (onOtherPage || toast ? formPage(request) : undefined);
  const next = to ?? (isNavigation(request) ? withoutScript : undefined);
  if (next !== undefined && !isCall(request)) {
    if (toast) flash(headers, flashOf(toast));
    return (done.replace ? replace : redirect)(next, { headers });
  }
  const answer = {
    ok: true as const,
    value: (done.value ?? null) as Value,
    intent: intentOf(form),
    ...(toast && { toast: { ...(toast.undo && { milliseconds: UNDO_TOAST_MS }), ...toast } }),
  };
  return answered<Value, Kept>(request, answer, { status, headers });
}

function answered<Value, Kept>(request: Request, answer: Answer<Value, Kept>, init: ResponseInit) {
  return isCall(request) ? json(answer, init) : data(answer, { status: init.status, headers: init.headers });
}

/** A browser that does not name the page of its form gets to the route of the form, which leads on if it has no page. */
const formPage = (request: Request) => safeNext(pageOf(request, appPath(request.url)));

function intentOf(form: FormData | undefined): string | null {
  const intent = form?.get("intent");
  return typeof intent === "string" ? intent : null;
}
