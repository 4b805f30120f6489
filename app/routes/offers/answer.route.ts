import { href, redirect } from "react-router";
import { isId } from "#app/domain/ids.ts";
import type { OfferAnswer } from "#app/domain/offer-process.ts";
import { answerOffer } from "#app/features/offers/commands.server.ts";
import { offerAnswerSchema } from "#app/features/offers/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/answer.route.ts";

const DONE_TEXTS: Readonly<Record<OfferAnswer, () => string>> = {
  accept: m.offer_done_accept,
  counter: m.offer_done_counter,
  decline: m.offer_done_decline,
  withdraw: m.offer_done_withdraw,
};

export const middleware = [signedIn];

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: offerAnswerSchema,
    coerces: false,
    onOtherPage: true,
    async command(answer, viewer) {
      if (!isId(params.id)) throw new Refused("offer_gone");
      const { repeated } = await answerOffer(viewer, params.id.toLowerCase(), answer);
      const title = repeated ? m.deal_done_already() : DONE_TEXTS[answer.intent]();
      return { toast: { title, tone: "good" } };
    },
  });
}

export function loader() {
  return redirect(href("/offers"));
}
