import { ArrowLeft, MessagesSquare } from "lucide-react";
import { href, Link } from "react-router";
import { isReviewable } from "#app/domain/deal.ts";
import { isolated } from "#app/domain/text-rules.ts";
import { DealSteps } from "#app/features/deals/ui/deal-steps.tsx";
import { ListingName, ListingPicture, OtherName } from "#app/features/deals/ui/listing-name.tsx";
import { nextText, orderStateText } from "#app/features/deals/ui/order-texts.ts";
import { useRevalidateOnDealEvent } from "#app/features/deals/ui/use-step.ts";
import type { OrderWhole, SuspendedOther } from "#app/features/deals/view.ts";
import { personReportPath } from "#app/features/moderation/reports/rules.ts";
import { ordersHref } from "#app/features/orders/orders-address.ts";
import { order as orderOf } from "#app/features/orders/queries.server.ts";
import { Timeline } from "#app/features/orders/ui/timeline.tsx";
import { reviewsOfDeal } from "#app/features/reviews/present.server.ts";
import { ReviewOfDeal } from "#app/features/reviews/ui/review-of-deal.tsx";
import type { DealReviewView } from "#app/features/reviews/view.ts";
import { m } from "#app/paraglide/messages.js";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/order.route.ts";

export const middleware = [signedIn];

/**
 * A whole deal, for its buyer or seller; others get 404. `?cancel` asks for the reason of a cancellation; with
 * JavaScript a dialog asks for this reason instead.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  // Read before the deal, so that the browser also receives events that occur during the queries.
  const after = await eventsUpTo(viewer.id);
  const id = params.dealId.toLowerCase();
  const order = await orderOf(viewer, id);
  return {
    order,
    reviews: isReviewable(order.state) ? whenDue(order, await reviewsOfDeal(viewer, id)) : null,
    cancelling: new URL(request.url).searchParams.has("cancel"),
    live: { userId: viewer.id, after },
  };
}

/**
 * The reviews to show; null for none. Nobody is asked to write one before the item is handed over or sent, or while
 * their own step of the deal is due.
 */
function whenDue({ state, turn }: OrderWhole, reviews: DealReviewView | null): DealReviewView | null {
  if (!reviews || state === "received" || (state !== "agreed" && turn !== "me")) return reviews;
  const { hidden, awaited, mine, theirs } = reviews;
  return hidden || awaited || mine || theirs ? reviews : null;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(
    loaderData ? m.orders_deal_of({ name: isolated(loaderData.order.listing.name) }) : m.shell_orders(),
  );
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, reviews, cancelling, live } = loaderData;
  useRevalidateOnDealEvent(live);
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={<bdi>{order.listing.name}</bdi>}
        lead={m.orders_lead()}
        actions={
          <LinkButton
            to={ordersHref({ as: order.role, show: null })}
            icon={<ArrowLeft aria-hidden="true" className="size-5" />}
          >
            {m.orders_all()}
          </LinkButton>
        }
      />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]">
        <section aria-labelledby="course" className="lg:order-first">
          <h2 id="course" className="mb-5 text-heading">
            {m.orders_course()}
          </h2>
          <Timeline
            order={order}
            review={
              <div id="review" className="mt-2 scroll-mt-24">
                {reviews && <ReviewOfDeal deal={reviews} />}
              </div>
            }
          />
        </section>
        <div className="grid content-start gap-8 max-lg:order-first">
          <Facts order={order} />
          {order.suspended && <Suspended suspended={order.suspended} other={order.other} />}
          <section id="steps" aria-labelledby="steps-title" className="scroll-mt-24">
            <h2 id="steps-title" className="mb-3 text-heading">
              {m.orders_next()}
            </h2>
            <p role="status" className="mb-4">
              {nextText(order) ?? m.orders_nothing_next()}
            </p>
            <DealSteps key={order.id} order={order} cancelling={cancelling} />
          </section>
        </div>
      </div>
    </div>
  );
}

function Suspended({ suspended, other }: { suspended: SuspendedOther; other: OrderWhole["other"] }) {
  return (
    <Alert title={suspended.title}>
      <ul className="grid list-disc gap-1.5 pt-1.5 pl-4">
        {suspended.advice.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {other.username !== null && (
        <p className="pt-2">
          <Link to={personReportPath(other.username)} rel="nofollow" className="text-link underline">
            {m.deal_suspended_report({ name: other.username })}
          </Link>
        </p>
      )}
    </Alert>
  );
}

function Items({ order: { listing, items } }: { order: OrderWhole }) {
  if (items.length < 2)
    return (
      <p className="font-semibold">
        <ListingName listing={listing} />
      </p>
    );
  return (
    <ul className="grid gap-1.5 font-semibold">
      {items.map((item) => (
        <li key={item.place}>
          <ListingName listing={item} />
          {item.pieces > 1 && <span className="font-normal text-soft"> × {item.pieces}</span>}
        </li>
      ))}
    </ul>
  );
}

function Facts({ order }: { order: OrderWhole }) {
  const { listing, other, role, pieces, price, roomId } = order;
  return (
    <section
      aria-label={m.orders_about()}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex gap-4">
        <ListingPicture listing={listing} />
        <div className="min-w-0">
          <Items order={order} />
          <p className="mt-1">
            <Badge tone={order.state === "received" ? "good" : "plain"}>{orderStateText(order)}</Badge>
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[0.9375rem]">
        <dt className="text-soft">{role === "seller" ? m.orders_buyer() : m.orders_seller()}</dt>
        <dd>
          <OtherName other={other} />
        </dd>
        <dt className="text-soft">{m.orders_price()}</dt>
        <dd className="font-semibold tabular-nums">{price}</dd>
        <dt className="text-soft">{m.orders_pieces_label()}</dt>
        <dd className="tabular-nums">{pieces}</dd>
      </dl>
      {roomId !== null && (
        <LinkButton
          to={href("/messages/:roomId", { roomId })}
          icon={<MessagesSquare aria-hidden="true" className="size-5" />}
          className="justify-self-start"
        >
          {m.orders_to_messages()}
        </LinkButton>
      )}
    </section>
  );
}
