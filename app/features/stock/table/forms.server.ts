import { formatPrice } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { sellOne, setPriceAndQuantity, takeSaleBack } from "#app/features/listings/commands.server.ts";
import { keyText } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Refused } from "#app/platform/refused.server.ts";
import type { Done } from "#app/platform/submit.server.ts";
import { type StockFilter, type StockRequest, stockPath } from "./address.ts";
import {
  changePrices,
  deleteMany,
  deletionOf,
  percentEffect,
  type StockSelection,
  undoPrices,
} from "./commands.server.ts";
import { isPercent, readPercent, TYPED_ABOVE } from "./rules.ts";
import type { ItemInput, StockInput } from "./schema.server.ts";
import type { BulkQuestion, PercentPreview, PriceAndQuantityView } from "./view.ts";

type Input<Intent extends StockInput["intent"]> = Extract<StockInput, { intent: Intent }>;

/** Changes one listing. The called commands check that it is the viewer's own. */
export async function changeItem(input: ItemInput, viewer: Viewer): Promise<Done<PriceAndQuantityView>> {
  const restored = doneToast(m.stock_as_before());
  if (input.intent === "sold") return { value: { quantity: await sellOne(viewer, input.item) } };
  if (input.intent === "unsold")
    return { value: { quantity: await takeSaleBack(viewer, input.item) }, toast: restored };
  const { intent, item, value, was, undo } = input;
  const column = intent === "price" ? "priceCents" : "quantity";
  const { done, current } = await setPriceAndQuantity(viewer, item, { [column]: was }, { [column]: value });
  if (done) return { value: current, ...(undo && { toast: restored }) };
  const now = intent === "price" ? formatPrice(current.priceCents, getLocale()) : current.quantity;
  throw new Refused("stock_changed", { now }, { kept: current });
}

/** Changes one listing or many, or asks the seller to confirm that. */
export async function changeStock(
  input: StockInput,
  viewer: Viewer,
  request: StockRequest,
): Promise<Done<BulkQuestion | PriceAndQuantityView>> {
  switch (input.intent) {
    case "ask_delete":
      return askDelete(viewer, scopeOf(input, request));
    case "delete":
      return deletePicked(viewer, scopeOf(input, request), input);
    case "ask_percent":
      return askPercent(viewer, scopeOf(input, request), input.percent);
    case "percent":
      return changeByPercent(viewer, scopeOf(input, request), input);
    case "undo_percent":
      return undoPercent(viewer, input.change);
    default:
      return {
        toWithoutScript: stockPath(request, { cursor: request.cursor }),
        ...(await changeItem(input, viewer)),
      };
  }
}

function scopeOf({ item, all }: Pick<Input<"delete">, "item" | "all">, filter: StockFilter): StockSelection {
  if (!all && item.length === 0) throw new Refused("stock_nothing_picked");
  return { picked: { keys: all ? [] : item, all: all !== undefined }, filter };
}

async function askDelete(
  viewer: Viewer,
  scope: StockSelection,
  problem: ((count: number) => string) | null = null,
  status = 200,
): Promise<Done<BulkQuestion>> {
  const { count, which, loved } = await deletionOf(viewer, scope);
  if (count === 0) throw new Refused("stock_nothing_picked");
  const picked = viewOf(scope);
  return {
    value: { kind: "delete", picked, count, which, loved, problem: problem?.(count) ?? null },
    status,
  };
}

async function deletePicked(viewer: Viewer, scope: StockSelection, { count, which, typed }: Input<"delete">) {
  if (count > TYPED_ABOVE && typed.replace(/\D/g, "") !== String(count))
    return askDelete(viewer, scope, () => m.stock_delete_type_wrong({ count }), 422);
  const deleted = await deleteMany(viewer, scope, { count, which });
  if (deleted === null) return askDelete(viewer, scope, (now) => m.stock_delete_others({ count: now }), 409);
  const title = deleted === 1 ? m.stock_deleted_one() : m.stock_deleted({ count: deleted });
  return { toast: doneToast(title) };
}

/** @param typed undefined if the seller has typed no percentage yet */
async function askPercent(
  viewer: Viewer,
  scope: StockSelection,
  typed: string | undefined,
  isLate = false,
): Promise<Done<BulkQuestion>> {
  const question = { kind: "percent", picked: viewOf(scope), typed: typed ?? "", preview: null } as const;
  if (typed === undefined) return { value: { ...question, problem: null } };
  const percent = readPercent(typed);
  if (percent === null || !isPercent(percent))
    return { value: { ...question, problem: m.stock_percent_wrong() }, status: 422 };
  const preview = await previewOf(viewer, scope, percent);
  const problem = isLate ? m.stock_percent_again() : null;
  return { value: { ...question, problem, preview }, status: isLate ? 409 : 200 };
}

async function changeByPercent(
  viewer: Viewer,
  scope: StockSelection,
  { percent: typed, token }: Input<"percent">,
) {
  const percent = readPercent(typed);
  if (percent === null || !isPercent(percent)) return askPercent(viewer, scope, typed);
  const count = await changePrices(viewer, scope, percent, token);
  if (count === null) return askPercent(viewer, scope, typed, true);
  if (count === 0) return { toast: doneToast(m.stock_percent_none()) };
  return { toast: doneToast(count === 1 ? m.stock_percent_done_one() : m.stock_percent_done({ count })) };
}

async function undoPercent(viewer: Viewer, change: string) {
  const { back, notRestored } = await undoPrices(viewer, change);
  const description = notRestored > 0 ? m.stock_undone_left({ count: notRestored }) : undefined;
  return { toast: doneToast(m.stock_undone({ count: back }), description) };
}

function doneToast(title: string, description?: string) {
  return { title, description, tone: "good" } as const;
}

function viewOf({ picked: { keys, all } }: StockSelection) {
  return { items: keys.map(keyText), all };
}

async function previewOf(viewer: Viewer, scope: StockSelection, percent: number): Promise<PercentPreview> {
  const effect = await percentEffect(viewer, scope, percent);
  const price = (cents: number) => formatPrice(cents, getLocale());
  const examples = effect.examples.map(({ name, was, now }) => ({ name, was: price(was), now: price(now) }));
  return { ...effect, examples };
}
