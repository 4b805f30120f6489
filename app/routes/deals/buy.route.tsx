import { Form, href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { listingSchema } from "#app/features/deals/schema.ts";
import { buyNow, buyStart } from "#app/features/offers/buy.server.ts";
import { buySchema } from "#app/features/offers/schema.ts";
import { BuyForm } from "#app/features/offers/ui/buy-form.tsx";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/buy.route.ts";

export const middleware = [signedIn];

/** `?listing=racket:0198…`: asks the viewer to confirm the purchase at the asking price. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const parsed = listingSchema.safeParse(new URL(request.url).searchParams.get("listing"));
  if (!parsed.success) throw new Refused("chat_listing_gone");
  return { start: await buyStart(viewer, parsed.data) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: buySchema,
    async command(input, viewer) {
      const { dealId, repeated } = await buyNow(viewer, input);
      const title = repeated ? m.deal_done_already() : m.buy_done();
      // Back leads to the listing, without the form or its sheet.
      return { to: href("/orders/:dealId", { dealId }), replace: true, toast: { title, tone: "good" } };
    },
  });
}

export function meta() {
  return titled(m.buy_title());
}

/** The loader does not run again after a submission: it would refuse the listing, which is reserved now. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction === undefined && defaultShouldRevalidate;
}

export const handle: PageHandle = { ownAction: true };

export default function BuyPage({ loaderData: { start }, actionData }: Route.ComponentProps) {
  const { name, price, seller } = start;
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.buy_title()} />
      <div className="grid gap-6">
        <div>
          <p className="font-semibold">
            <Link to={start.path} className="hover:underline">
              <bdi>{name}</bdi>
            </Link>
          </p>
          <p className="mt-1 font-display text-2xl tabular-nums">{price}</p>
          <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-soft">
            <li>{m.buy_binding()}</li>
            <li>{m.buy_reserved({ name: seller })}</li>
            <li>{m.buy_payment({ name: seller })}</li>
            <li>{start.rights}</li>
          </ul>
        </div>
        <BuyForm start={start} Form={Form} result={actionData?.result}>
          <FormButtons send={m.buy_submit()} cancel={start.path} />
        </BuyForm>
      </div>
    </div>
  );
}
