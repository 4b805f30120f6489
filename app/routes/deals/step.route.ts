import { href, redirect } from "react-router";
import type { DealStep } from "#app/domain/deal-process.ts";
import { isId } from "#app/domain/ids.ts";
import { changeDeal } from "#app/features/deals/change.server.ts";
import { changeSchema, type OrderInput } from "#app/features/deals/order-schema.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import type { SentToast } from "#app/ui/toast.ts";
import type { Route } from "./+types/step.route.ts";

const DONE_TEXTS: Readonly<Record<DealStep, () => string>> = {
  confirm: m.deal_done_confirm,
  sold: m.deal_done_sold,
  handed_over: m.deal_done_handed_over,
  sent: m.deal_done_sent,
  received: m.deal_done_received,
  cancel: m.deal_done_cancel,
  end: m.deal_done_end,
};

export const middleware = [signedIn];

/** All forms of an order (`changeSchema`), for its buyer and its seller. */
export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: changeSchema,
    coerces: false,
    onOtherPage: true,
    fieldOf: { deal_reason_missing: "reason" },
    async command(input, viewer): Promise<Done> {
      if (!isId(params.id)) throw new Refused("deal_gone");
      const id = params.id.toLowerCase();
      const done = doneText(input, id, await changeDeal(viewer, id, input));
      return { toast: { tone: "good", ...(typeof done === "string" ? { title: done } : done) } };
    },
  });
}

/** A sentence that says what was done, or the toast with it. */
function doneText(
  input: OrderInput,
  dealId: string,
  { repeated, kind, declined, undone, undoable }: Awaited<ReturnType<typeof changeDeal>>,
): string | SentToast {
  if (repeated) return m.deal_done_already();
  switch (input.intent) {
    case "propose_price":
    case "propose_cancellation":
      return m.deal_done_proposed();
    case "confirm_proposal":
      return kind === "price" ? m.deal_done_price_confirmed() : m.deal_done_cancel();
    case "decline_proposal":
      return m.deal_done_declined();
    case "withdraw_proposal":
      return m.deal_done_withdrawn();
    case "share_address":
      return m.deal_done_address_shared();
    case "take_address_back":
      return m.deal_done_address_taken_back();
    case "undo_sold":
      return m.deal_done_undone_sold();
    default: {
      if (undone) return m.deal_done_undone();
      const message = declined ? m.deal_done_declined() : DONE_TEXTS[input.intent]();
      if (!undoable) return message;
      return {
        title: message,
        undo: { path: href("/deals/:id", { id: dealId }), fields: { intent: "undo_sold" } },
      };
    }
  }
}

export function loader({ params }: Route.LoaderArgs) {
  if (!isId(params.id)) throw new Refused("deal_gone");
  return redirect(href("/orders/:dealId", { dealId: params.id }));
}
