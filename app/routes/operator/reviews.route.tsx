import { Form, href, Link } from "react-router";
import { z } from "zod";
import { sellerPath } from "#app/domain/username.ts";
import { quoteReview } from "#app/features/operator/quotes.server.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { presentReview } from "#app/features/reviews/present.server.ts";
import { quotableReviews } from "#app/features/reviews/quotes.server.ts";
import { QUOTED, type Quoted } from "#app/features/reviews/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/reviews.route.ts";

export const middleware = [operating];

const MOST = 100;
/** The value of the field `quoted` that takes a decision back. */
const NEITHER = "neither";

/** /operator/reviews: which reviews the home page quotes (docs/decisions/0036-home-page.md). */
export async function loader({ context }: Route.LoaderArgs) {
  await context.get(operator);
  const rows = await quotableReviews(MOST);
  return { reviews: rows.map((row) => ({ ...presentReview(row, null), quoted: row.quoted })) };
}

const schema = z.object({ id: z.string(), quoted: z.enum([...QUOTED, NEITHER]) });

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(operator),
    schema,
    command: async ({ id, quoted }, viewer) => {
      await quoteReview(viewer, id, quoted === NEITHER ? null : quoted);
      return { to: href("/operator/reviews"), toast: { title: m.quotes_saved() } };
    },
  });
}

export function meta() {
  return titled(operatorTitle("reviews"));
}

export default function QuotedReviewsPage({ loaderData: { reviews }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="reviews" fault={actionData?.message} />
      <p className="mb-5 text-soft">{m.quotes_hint()}</p>
      {reviews.length === 0 ? (
        <p className="text-soft">{m.quotes_none()}</p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {reviews.map(({ id, rating, comment, lang, by, of, date, quoted }) => (
            <li key={id} className="grid gap-2 px-4 py-3 sm:px-5">
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <Stars rating={rating} />
                <span className="sr-only">{m.seller_rating({ rating })}</span>
                <bdi className="font-semibold">{by}</bdi>
                <Link to={`${sellerPath(of)}#reviews`} className="text-soft underline underline-offset-4">
                  {m.home_review_about({ seller: of })}
                </Link>
                <span className="text-soft">{date}</span>
                {quoted && <strong>{STATES[quoted]()}</strong>}
              </p>
              <p dir="auto" lang={lang}>
                {comment}
              </p>
              <Form method="post" className="flex flex-wrap gap-2">
                <input type="hidden" name="id" value={id} />
                {choicesFor(quoted).map(({ value, label }) => (
                  <Button key={value} type="submit" size="sm" name="quoted" value={value}>
                    {label}
                  </Button>
                ))}
              </Form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const STATES: Readonly<Record<Quoted, () => string>> = { chosen: m.quotes_chosen, hidden: m.quotes_hidden };

function choicesFor(quoted: Quoted | null) {
  const all = [
    { value: "chosen", label: m.quotes_choose() },
    { value: "hidden", label: m.quotes_hide() },
    { value: NEITHER, label: m.quotes_neither() },
  ];
  return all.filter(({ value }) => value !== (quoted ?? NEITHER));
}
