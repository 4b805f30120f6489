import { data, redirect } from "react-router";
import { formatPrice } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation } from "#app/platform/form.server.ts";
import { appPath } from "#app/platform/locale.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import type { Toast } from "#app/ui/toast.ts";
import { readStock } from "./address.ts";
import {
  changePrices,
  deleteMany,
  deletionOf,
  percentEffect,
  type Scope,
  undoPrices,
} from "./commands.server.ts";
import { isPercent, readPercent, TYPED_ABOVE } from "./rules.ts";
import { type Picked, readPicked } from "./schema.ts";
import type { BulkAnswer, PercentPreview, PickedView } from "./view.ts";

type Bulk = (viewer: Viewer, scope: Scope, form: FormData) => Promise<{ answer: BulkAnswer; status: number }>;

const jsonAnswer = (answer: BulkAnswer, status = 200) => ({ answer, status });
const refused = (message: string, status: number) =>
  jsonAnswer({ kind: "refused", title: m.stock_bulk_failed(), message }, status);

function view({ keys, all }: Picked): PickedView {
  return { items: keys.map(keyText), all };
}

async function askDelete(viewer: Viewer, scope: Scope, problem: string | null, status = 200) {
  const { count, which, loved } = await deletionOf(viewer, scope);
  if (count === 0) return refused(m.stock_nothing_picked(), 404);
  return jsonAnswer({ kind: "delete", picked: view(scope.picked), count, which, loved, problem }, status);
}

const doDelete: Bulk = async (viewer, scope, form) => {
  const sent = Number(form.get("count"));
  const agreed = Number.isSafeInteger(sent) ? sent : 0;
  if (agreed > TYPED_ABOVE && String(form.get("typed") ?? "").replace(/\D/g, "") !== String(agreed))
    return askDelete(viewer, scope, m.stock_delete_type_wrong({ count: agreed }), 400);
  const count = await deleteMany(viewer, scope, { count: agreed, which: String(form.get("which")) });
  if (count === null) {
    const { count: now } = await deletionOf(viewer, scope);
    return askDelete(viewer, scope, m.stock_delete_others({ count: now }), 409);
  }
  return jsonAnswer({
    kind: "done",
    title: count === 1 ? m.stock_deleted_one() : m.stock_deleted({ count }),
  });
};

async function previewOf(viewer: Viewer, scope: Scope, percent: number): Promise<PercentPreview> {
  const { changed, same, tooHigh, examples, tooHighNames, token } = await percentEffect(
    viewer,
    scope,
    percent,
  );
  const price = (cents: number) => formatPrice(cents, getLocale());
  return {
    changed,
    same,
    tooHigh,
    examples: examples.map(({ name, was, now }) => ({ name, was: price(was), now: price(now) })),
    tooHighNames,
    token,
  };
}

async function askPercent(viewer: Viewer, scope: Scope, form: FormData, late: string | null = null) {
  const typed = String(form.get("percent") ?? "");
  const question = {
    kind: "percent",
    picked: view(scope.picked),
    typed,
    problem: late,
    preview: null,
  } as const;
  if (!form.has("percent")) return jsonAnswer(question);
  const percent = readPercent(typed);
  if (percent === null || !isPercent(percent))
    return jsonAnswer({ ...question, problem: m.stock_percent_wrong() }, 400);
  return jsonAnswer(
    { ...question, preview: await previewOf(viewer, scope, percent) },
    late === null ? 200 : 409,
  );
}

const doPercent: Bulk = async (viewer, scope, form) => {
  const percent = readPercent(String(form.get("percent") ?? ""));
  if (percent === null || !isPercent(percent)) return askPercent(viewer, scope, form);
  const count = await changePrices(viewer, scope, percent, String(form.get("token")));
  if (count === null) return askPercent(viewer, scope, form, m.stock_percent_again());
  if (count === 0) return jsonAnswer({ kind: "done", title: m.stock_percent_none() });
  const title = count === 1 ? m.stock_percent_done_one() : m.stock_percent_done({ count });
  return jsonAnswer({ kind: "done", title });
};

const undo: Bulk = async (viewer, _, form) => {
  const undone = await undoPrices(viewer, String(form.get("change")));
  if (!undone) return refused(m.stock_undo_late(), 409);
  const message =
    undone.notRestored > 0 ? { message: m.stock_undone_left({ count: undone.notRestored }) } : {};
  return jsonAnswer({ kind: "done", title: m.stock_undone({ count: undone.back }), ...message });
};

const INTENTS: Readonly<Record<string, Bulk>> = {
  ask_delete: (viewer, scope) => askDelete(viewer, scope, null),
  delete: doDelete,
  ask_percent: (viewer, scope, form) => askPercent(viewer, scope, form),
  percent: doPercent,
  undo_percent: undo,
};

/**
 * Responds with the question to confirm, or with the result of the bulk change. After a change, a browser without
 * JavaScript is redirected to the same page.
 */
export async function changeMany(request: Request, viewer: Viewer, form: FormData) {
  const outcome = await orRefused(run(request, viewer, form));
  const { answer, status } = outcome instanceof Refused ? refused(outcome.message, outcome.status) : outcome;
  if (answer.kind === "done" && isNavigation(request)) {
    const message = { title: answer.title, description: answer.message, kind: "success" } as const;
    return redirect(appPath(request.url), { headers: flash(new Headers(), message) });
  }
  return data({ ...answer, toast: toastOf(answer) }, { status });
}

function toastOf(answer: BulkAnswer): Toast | undefined {
  if (answer.kind !== "done" && answer.kind !== "refused") return undefined;
  const { kind, title, message: description } = answer;
  return { title, description, tone: kind === "done" ? "good" : "danger" };
}

async function run(request: Request, viewer: Viewer, form: FormData) {
  const intent = String(form.get("intent"));
  const bulk = Object.hasOwn(INTENTS, intent) ? INTENTS[intent] : undefined;
  if (!bulk) return refused(m.stock_not_understood(), 400);
  const picked = intent === "undo_percent" ? { keys: [], all: false } : readPicked(form);
  if (!picked) return refused(m.stock_nothing_picked(), 400);
  return bulk(viewer, { picked, filter: readStock(new URL(request.url).searchParams) }, form);
}
