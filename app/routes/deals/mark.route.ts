import { href, redirect } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { startDeal } from "#app/features/deals/commands.server.ts";
import { markItemSchema } from "#app/features/deals/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import type { SentToast } from "#app/ui/toast.ts";
import type { Route } from "./+types/mark.route.ts";

export const middleware = [signedIn];

/** `?back=`: the page that comes next. The page's script leads there itself, so that its toast can undo the deal. */
export function action({ request, url, context }: Route.ActionArgs) {
  const back = url.searchParams.get("back");
  const next = (toast: SentToast): Done =>
    back === null ? { toast } : { toWithoutScript: safeNext(back), toast: { ...toast, forNextPage: true } };
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: markItemSchema,
    coerces: false,
    onOtherPage: true,
    async command(input, viewer) {
      const { dealId, other, repeated } = await startDeal(viewer, input);
      if (repeated) return next({ title: m.deal_done_already(), tone: "good" });
      const name = other ?? m.deal_somebody_else();
      const title = input.as === "sold" ? m.deal_sold_to({ name }) : m.deal_reserved_to({ name });
      const undo = { path: href("/deals/:id", { id: dealId }), fields: { intent: "cancel" } };
      return next({ title, tone: "good", undo });
    },
  });
}

export function loader() {
  return redirect(href("/orders"));
}
