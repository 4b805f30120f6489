import { parseWithZod } from "@conform-to/zod/v4";
import { href, Link, redirect } from "react-router";
import { isolated } from "#app/domain/text-rules.ts";
import { faulty, intentOf, refused, refusedForm, unreadable } from "#app/features/accounts/answers.server.ts";
import {
  deleteHiddenReview,
  type ReviewVisibility,
  writeReview,
} from "#app/features/reviews/commands.server.ts";
import { reviewsOfDeal } from "#app/features/reviews/of-deal.server.ts";
import { LONGEST_TEXT, REVIEW_FIELDS, reviewSchema } from "#app/features/reviews/schema.ts";
import { ReviewForm } from "#app/features/reviews/ui/review-form.tsx";
import { Awaited, ReviewOfDeal } from "#app/features/reviews/ui/review-of-deal.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
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

const INTENTS = { write: true, delete: true } as const;

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const form = await readForm(request, REVIEW_FIELDS, LONGEST_TEXT, 1);
  const intent = intentOf(form, INTENTS);
  if (!form || !intent) return refused({ result: unreadable() });
  const submission = parseWithZod(form, { schema: reviewSchema });
  if (intent === "write" && submission.status !== "success") return refused({ result: faulty(submission) });
  if (intent === "delete") {
    const deleted = await orRefused(deleteHiddenReview(viewer, params.id));
    if (deleted) return refusedForm(submission, deleted, (result) => ({ result }));
    return done(params.id, m.review_deleted());
  }
  if (submission.status !== "success") return refused({ result: faulty(submission) });
  const written = await orRefused(writeReview(viewer, params.id, submission.value));
  if (written instanceof Refused) return refusedForm(submission, written, (result) => ({ result }));
  return done(params.id, SAVED[written]());
}

const SAVED: Readonly<Record<ReviewVisibility, () => string>> = {
  visible: () => m.review_saved_visible(),
  hidden: () => m.review_saved_hidden(),
};

function done(dealId: string, description: string): Response {
  const headers = flash(new Headers(), { kind: "success", title: m.ui_success(), description });
  return redirect(`${href("/orders/:dealId", { dealId })}#review`, { headers });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData && titleOf(loaderData.deal));
}

function titleOf({ other }: Route.ComponentProps["loaderData"]["deal"]): string {
  return other ? m.review_title({ name: isolated(other.name) }) : m.review_title_left();
}

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
