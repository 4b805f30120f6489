import { href, redirect } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { answered } from "#app/features/deals/answers.server.ts";
import { startDeal } from "#app/features/deals/commands.server.ts";
import { MARK_FIELDS, markSchema } from "#app/features/deals/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import type { Route } from "./+types/mark.route.ts";

export const middleware = [signedIn];

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const back = new URL(request.url).searchParams.get("back");
  const form = { fields: MARK_FIELDS, schema: markSchema, ...(back !== null && { back: safeNext(back) }) };
  return answered(request, form, async (input) => {
    const { dealId, other, repeated } = await startDeal(viewer, input);
    if (repeated) return m.deal_done_already();
    const name = other ?? m.deal_somebody_else();
    const message = input.as === "sold" ? m.deal_sold_to({ name }) : m.deal_reserved_to({ name });
    return { message, undo: { path: href("/deals/:id", { id: dealId }), fields: { intent: "cancel" } } };
  });
}

export function loader() {
  return redirect(href("/orders"));
}
