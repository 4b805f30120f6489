import { type ShouldRevalidateFunctionArgs, useNavigate } from "react-router";
import { listingPathOf } from "#app/domain/categories/registry.ts";
import { markingOf } from "#app/features/deals/mark-items.server.ts";
import { listingSchema } from "#app/features/deals/schema.ts";
import { MarkForm } from "#app/features/deals/ui/mark-form.tsx";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/new.route.ts";

export const middleware = [signedIn];

/** `?listing=racket:0198…`: asks for the buyer and the price of the viewer's listing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const parsed = listingSchema.safeParse(new URL(request.url).searchParams.get("listing"));
  if (!parsed.success) throw new Refused("chat_listing_gone");
  const { type, id } = parsed.data;
  const marking = await markingOf(viewer, parsed.data);
  return { ...marking, path: listingPathOf(type, id) };
}

export function meta() {
  return titled(m.deal_new_title());
}

/** The loader does not run again after a submission: it might leave out the form, which shows the result. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction === undefined && defaultShouldRevalidate;
}

export const handle: PageHandle = { ownAction: true };

export default function NewDeal({ loaderData: { name, mark, interested, path } }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.deal_new_title()} />
      {mark === null ? (
        <EmptyState
          title={m.deal_nothing_left()}
          action={<LinkButton to={path}>{m.deal_back_to({ name })}</LinkButton>}
        />
      ) : (
        <>
          <p className="mb-6 text-soft">
            {interested.length > 0 ? m.deal_new_text({ name }) : m.deal_new_nobody({ name })}
          </p>
          <MarkForm start={mark} interested={interested} back={path} onDone={() => void navigate(path)} />
          <p className="mt-6">
            <LinkButton to={path} variant="ghost">
              {m.ui_cancel()}
            </LinkButton>
          </p>
        </>
      )}
    </div>
  );
}
