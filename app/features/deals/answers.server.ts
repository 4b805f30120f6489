import { data, redirect } from "react-router";
import type { z } from "zod";
import { safeNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { pageOf } from "#app/platform/session.server.ts";
import { type Toast, UNDO_TOAST_MS } from "#app/ui/toast.ts";
import type { DealAnswer } from "./panel-view.ts";
import { faultsOf } from "./schema.ts";

export interface Done {
  readonly message: string;
  /** The form that undoes it. */
  readonly undo: NonNullable<Toast["undo"]>;
}

/**
 * Handles a form of a deal. `run` gets its validated fields and returns a message that says what was done, for a toast.
 * `back` is the page to which the form leads. Without it, the page of the form stays.
 */
export async function answered<S extends z.ZodType>(
  request: Request,
  { fields, schema, back }: { fields: readonly string[]; schema: S; back?: string },
  run: (input: z.output<S>) => Promise<string | Done>,
) {
  const { status, undo, ...answer } = await outcomeOf(request, fields, schema, run);
  if (!isNavigation(request)) {
    const toast: Toast = {
      title: answer.message,
      tone: "good",
      forNextPage: back !== undefined,
      ...(undo && { undo, milliseconds: UNDO_TOAST_MS }),
    };
    return data<DealAnswer>({ ...answer, ...(answer.ok && { toast }) }, { status });
  }
  const message = answer.ok
    ? ({ title: answer.message, kind: "success" } as const)
    : ({ title: m.ui_error(), description: answer.message, kind: "error" } as const);
  return redirect(back ?? safeNext(pageOf(request)), { headers: flash(new Headers(), message) });
}

async function outcomeOf<S extends z.ZodType>(
  request: Request,
  fields: readonly string[],
  schema: S,
  run: (input: z.output<S>) => Promise<string | Done>,
): Promise<DealAnswer & { status: number; undo?: Done["undo"] }> {
  const form = await readForm(request, fields);
  const parsed = schema.safeParse(valuesOf(form, fields));
  if (!parsed.success) {
    const faults = faultsOf(parsed.error);
    return { ok: false, status: 422, message: Object.values(faults)[0] ?? m.deal_bad_request(), faults };
  }
  const outcome = await orRefused(run(parsed.data));
  if (outcome instanceof Refused) {
    const { reason, status, message } = outcome;
    const field = reason === "deal_reason_missing" ? "reason" : outcome.field;
    return {
      ok: false,
      status,
      message,
      ...(field !== null && { faults: { [field]: message } }),
    };
  }
  const done = typeof outcome === "string" ? { message: outcome } : outcome;
  return { ok: true, status: 200, ...done };
}

/** Each field's value, or an array of values if the form has the field several times. Missing fields are left out. */
function valuesOf(form: FormData | null, fields: readonly string[]) {
  const sent = fields.flatMap((name) => {
    const values = form?.getAll(name) ?? [];
    return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values] as const];
  });
  return Object.fromEntries(sent);
}
