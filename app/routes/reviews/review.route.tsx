import { href, Link } from "react-router";
import { z } from "zod";
import { isolated } from "#app/domain/text-rules.ts";
import {
  deleteHiddenReview,
  type ReviewVisibility,
  writeReview,
} from "#app/features/reviews/commands.server.ts";
import { reviewsOfDeal } from "#app/features/reviews/present.server.ts";
import { reviewSchema } from "#app/features/reviews/schema.ts";
import { ReviewForm } from "#app/features/reviews/ui/review-form.tsx";
import { Awaited, ReviewOfDeal } from "#app/features/reviews/ui/review-of-deal.tsx";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/review.route.ts";

export const middleware = [signedIn];

/** /orders/:id/review: the viewer's review of the other party of a deal (docs/decisions/0048-reviews.md). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const deal = await reviewsOfDeal(viewer, params.id);
  if (!deal) throw new Refused("review_deal_gone");
  return { deal };
}

const schema = z.discriminatedUnion("intent", [
  reviewSchema.extend({ intent: z.literal("write") }),
  z.object({ intent: z.literal("delete") }),
]);

const SAVED: Readonly<Record<ReviewVisibility, () => string>> = {
  visible: () => m.review_saved_visible(),
  hidden: () => m.review_saved_hidden(),
};

export function action({ request, params: { id }, context }: Route.ActionArgs) {
  const done = (description: string) => ({
    to: `${href("/orders/:dealId", { dealId: id })}#review`,
    toast: { title: m.ui_success(), description },
  });
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema,
    command: async (input, viewer) => {
      if (input.intent === "write") return done(SAVED[await writeReview(viewer, id, input)]());
      await deleteHiddenReview(viewer, id);
      return done(m.review_deleted());
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData && titleOf(loaderData.deal));
}

function titleOf({ other }: Route.ComponentProps["loaderData"]["deal"]): string {
  return other ? m.review_title({ name: isolated(other.name) }) : m.review_title_left();
}

export const handle: PageHandle = { ownAction: true };

export default function ReviewPage({ loaderData: { deal }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={<span>{titleOf(deal)}</span>}
        lead={
          <Link to={href("/orders/:dealId", { dealId: deal.dealId })} className="underline">
            <bdi>{deal.listing}</bdi>
          </Link>
        }
      />
      {deal.mayWrite && deal.other ? (
        <div className="grid gap-6">
          <Awaited deal={deal} />
          {!deal.hidden && !deal.awaited && !deal.theirs && <p className="text-soft">{m.review_rule()}</p>}
          <ReviewForm
            key={deal.hidden ? "change" : "write"}
            deal={deal}
            name={deal.other.name}
            result={result}
          />
          {deal.theirs && <ReviewOfDeal deal={{ ...deal, mayWrite: false }} />}
        </div>
      ) : (
        <div className="grid gap-6">
          {result?.error?.[""] && <p role="alert">{result.error[""].join(" ")}</p>}
          <ReviewOfDeal deal={deal} />
        </div>
      )}
    </div>
  );
}
