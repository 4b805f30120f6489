import { Check, Circle, CircleDot, X } from "lucide-react";
import type { ReactNode } from "react";
import { otherRole } from "#app/domain/deal.ts";
import { becauseText, nextText, orderStateText, otherPartyName } from "#app/features/deals/ui/order-texts.ts";
import type { OrderWhole, ParcelView } from "#app/features/deals/view.ts";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { useTimeFormat } from "#app/ui/time-format.ts";

type StepState = "done" | "next" | "later" | "ended";

export function Timeline({ order, review }: { order: OrderWhole; review: ReactNode }) {
  const { state, other, cancelled, receivedAt } = order;
  const alone = other.kind === "elsewhere" || (other.kind === "left" && state === "open");
  const agreed = state !== "open" && state !== "cancelled";
  const reason = reasonOf(order);
  const isGiven = order.givenAt !== null || receivedAt !== null;
  return (
    <ol className="grid">
      <Step
        stepState={agreed || cancelled || (alone && order.sellerConfirmed) ? "done" : "next"}
        title={agreedTitle(order, alone)}
      >
        <Words order={order} />
        {state === "open" && order.turn !== null && <Next order={order} />}
      </Step>
      {cancelled && (
        <Step stepState="ended" title={orderStateText(order)}>
          <p>
            {cancelledText(order, cancelled)} <At iso={cancelled.at} />
          </p>
          {reason !== null && (
            <p className="mt-1 whitespace-pre-line">
              {m.orders_reason()}: <bdi>{reason}</bdi>
            </p>
          )}
        </Step>
      )}
      {!cancelled && !alone && (
        <>
          <Step
            stepState={isGiven ? "done" : state === "agreed" ? "next" : "later"}
            title={givenTitle(order)}
          >
            {order.givenAt !== null && (
              <p>
                <At iso={order.givenAt} />
              </p>
            )}
            {order.parcel && <Parcel parcel={order.parcel} />}
            {state === "agreed" && <Next order={order} />}
          </Step>
          <Step
            stepState={
              receivedAt !== null ? "done" : state === "sent" || state === "handed_over" ? "next" : "later"
            }
            title={m.orders_is_received()}
          >
            {receivedAt !== null && (
              <p>
                <At iso={receivedAt} />
              </p>
            )}
            {(state === "sent" || state === "handed_over") && <Next order={order} />}
          </Step>
          <Step
            stepState={order.reviewed ? "done" : state === "received" ? "next" : "later"}
            title={m.orders_reviewed()}
            last
          >
            {review}
          </Step>
        </>
      )}
    </ol>
  );
}

function reasonOf({ cancelled, role }: OrderWhole): string | null {
  if (!cancelled?.because) return cancelled?.reason ?? null;
  return becauseText(cancelled.because, cancelled.by === "me" ? role : otherRole(role));
}

function cancelledText(
  { declined, other }: OrderWhole,
  { by, because }: NonNullable<OrderWhole["cancelled"]>,
): string {
  const name = otherPartyName(other);
  if (declined) return by === "me" ? m.orders_declined_me() : m.orders_declined_by({ name });
  if (by === "time") return m.deal_line_lapsed();
  if (by === "both") return m.orders_cancelled_both();
  if (because !== null) return by === "me" ? m.orders_ended_me() : m.orders_ended_by({ name });
  return by === "me" ? m.orders_cancelled_me() : m.orders_cancelled_by({ name });
}

function agreedTitle(order: OrderWhole, alone: boolean): string {
  const { state, cancelled, sellerConfirmed, buyerConfirmed } = order;
  if (cancelled && sellerConfirmed && buyerConfirmed) return m.orders_is_agreed();
  if (cancelled || alone) return sellerConfirmed ? m.listing_sold() : m.orders_is_reserved();
  return state === "open" ? m.orders_agreeing() : m.orders_is_agreed();
}

function givenTitle({ givenAs }: OrderWhole): string {
  if (givenAs === null) return m.orders_given();
  return givenAs === "sent" ? m.orders_is_sent() : m.orders_is_handed_over();
}

const MARKS = {
  done: { Icon: Check, look: "border-good bg-good-ground text-good", text: m.orders_mark_done },
  next: { Icon: CircleDot, look: "border-clay bg-surface text-clay", text: m.orders_mark_next },
  later: { Icon: Circle, look: "border-edge bg-surface text-soft", text: m.orders_mark_later },
  ended: { Icon: X, look: "border-danger bg-danger-ground text-danger", text: m.orders_mark_ended },
} as const;

function Step({
  stepState,
  title,
  last = false,
  children,
}: {
  stepState: StepState;
  title: string;
  last?: boolean;
  children: ReactNode;
}) {
  const { Icon, look, text } = MARKS[stepState];
  return (
    <li
      aria-current={stepState === "next" ? "step" : undefined}
      className={classes(
        "relative flex gap-4 pb-7",
        !last &&
          "before:absolute before:top-9 before:bottom-0 before:left-[1.0625rem] before:w-0.5 before:bg-line",
        "last:pb-0 last:before:hidden",
      )}
    >
      <span
        aria-hidden="true"
        className={classes("z-1 grid size-9 shrink-0 place-items-center rounded-full border-2", look)}
      >
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <h3 className={classes("font-semibold text-base", stepState === "later" && "text-soft")}>
          {title} <span className="sr-only">({text()})</span>
        </h3>
        <div className="text-[0.9375rem] text-soft">{children}</div>
      </div>
    </li>
  );
}

function Words({ order }: { order: OrderWhole }) {
  const { role, other, at, requested, sellerConfirmedAt, buyerConfirmedAt } = order;
  const name = otherPartyName(other);
  // Only an accepted offer makes a deal that both have confirmed from the start.
  const accepted = sellerConfirmedAt === at && buyerConfirmedAt === at;
  const words = [
    accepted && { iso: at, text: m.orders_offer_accepted() },
    requested && {
      iso: at,
      text: role === "seller" ? m.orders_they_requested({ name }) : m.orders_you_requested(),
    },
    // A deal that began as a sale has no reservation to show.
    !requested &&
      at !== sellerConfirmedAt && {
        iso: at,
        text: role === "seller" ? m.orders_you_reserved({ name }) : m.orders_they_reserved({ name }),
      },
    sellerConfirmedAt !== null &&
      !accepted && {
        iso: sellerConfirmedAt,
        text: role === "seller" ? m.orders_you_sold({ name }) : m.orders_they_sold({ name }),
      },
    buyerConfirmedAt !== null &&
      !requested &&
      !accepted && {
        iso: buyerConfirmedAt,
        text: role === "buyer" ? m.orders_you_confirmed() : m.orders_they_confirmed({ name }),
      },
  ].filter((word) => word !== false);
  return (
    <ul>
      {words
        .toSorted((one, two) => one.iso.localeCompare(two.iso))
        .map(({ iso, text }) => (
          <li key={text}>
            {text} <At iso={iso} />
          </li>
        ))}
    </ul>
  );
}

function Next({ order }: { order: OrderWhole }) {
  const next = nextText(order);
  return next && <p className="mt-1 font-semibold text-ink">{next}</p>;
}

function Parcel({ parcel: { carrier, number, trackUrl } }: { parcel: ParcelView }) {
  return (
    <>
      {carrier !== null && (
        <p>
          {m.orders_carrier()}: <bdi>{carrier}</bdi>
        </p>
      )}
      {number !== null && (
        <p>
          {m.orders_tracking()}: <bdi className="text-ink tabular-nums">{number}</bdi>
        </p>
      )}
      {trackUrl !== null && (
        <p>
          <a
            href={trackUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center text-link underline sm:min-h-0"
          >
            {m.orders_track({ carrier: carrier ?? "" })}
          </a>
        </p>
      )}
    </>
  );
}

function At({ iso }: { iso: string }) {
  const moments = useTimeFormat();
  return (
    <time dateTime={iso} className="sm:whitespace-nowrap">
      {moments.day(iso)}, {moments.time(iso)}
    </time>
  );
}
