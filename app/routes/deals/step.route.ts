import { href, redirect } from "react-router";
import { isId } from "#app/domain/ids.ts";
import { answered } from "#app/features/deals/answers.server.ts";
import { takeStep } from "#app/features/deals/commands.server.ts";
import type { DealStep } from "#app/features/deals/rules.ts";
import { STEP_FIELDS, stepSchema } from "#app/features/deals/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/step.route.ts";

const SAID: Readonly<Record<DealStep, () => string>> = {
  confirm: m.deal_said_confirm,
  sold: m.deal_said_sold,
  handed_over: m.deal_said_handed_over,
  sent: m.deal_said_sent,
  received: m.deal_said_received,
  cancel: m.deal_said_cancel,
};

export const middleware = [signedIn];

/** A step of a deal, by its buyer or seller; `intent` names it (`stepSchema`). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  return answered(request, { fields: STEP_FIELDS, schema: stepSchema }, async (stepped) => {
    if (!isId(params.id)) throw new Refused("deal_gone");
    const { repeated } = await takeStep(viewer, params.id.toLowerCase(), stepped);
    return repeated ? m.deal_said_again() : SAID[stepped.intent]();
  });
}

export function loader({ params }: Route.LoaderArgs) {
  if (!isId(params.id)) throw new Refused("deal_gone");
  return redirect(href("/orders/:dealId", { dealId: params.id }));
}
