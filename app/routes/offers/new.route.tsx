import { Form, href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { listingSchema } from "#app/features/deals/schema.ts";
import { makeOffer } from "#app/features/offers/commands.server.ts";
import { offerStart } from "#app/features/offers/queries.server.ts";
import { makeSchema } from "#app/features/offers/schema.ts";
import { OfferForm } from "#app/features/offers/ui/offer-form.tsx";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/new.route.ts";

export const middleware = [signedIn];

/** `?listing=racket:0198…`: asks for the price that the viewer offers. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const parsed = listingSchema.safeParse(new URL(request.url).searchParams.get("listing"));
  if (!parsed.success) throw new Refused("chat_listing_gone");
  return { start: await offerStart(viewer, parsed.data) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: makeSchema,
    async command(input, viewer) {
      const { roomId, repeated } = await makeOffer(viewer, input);
      const title = repeated ? m.deal_done_already() : m.offer_done_made();
      // Back leads to the listing, without the form or its sheet.
      return { to: href("/messages/:roomId", { roomId }), replace: true, toast: { title, tone: "good" } };
    },
  });
}

export function meta() {
  return titled(m.offer_new_title());
}

/** The loader does not run again after a submission: it would refuse another offer, because one is open now. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction === undefined && defaultShouldRevalidate;
}

export const handle: PageHandle = { ownAction: true };

export default function NewOffer({ loaderData: { start }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.offer_new_title()} />
      <div className="grid gap-6">
        <div>
          <p className="font-semibold">
            <Link to={start.path} className="hover:underline">
              <bdi>{start.name}</bdi>
            </Link>
          </p>
          <p className="mt-1">{m.offer_asking({ price: start.asking })}</p>
          <p className="mt-3 text-soft">{m.offer_new_lead({ name: start.seller })}</p>
        </div>
        <OfferForm start={start} Form={Form} result={actionData?.result}>
          <FormButtons send={m.offer_send()} cancel={start.path} />
        </OfferForm>
      </div>
    </div>
  );
}
