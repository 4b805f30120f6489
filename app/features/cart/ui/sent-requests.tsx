import { href, Link } from "react-router";
import { sellerPath } from "#app/domain/username.ts";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import type { CartItemView, RequestView } from "../view.ts";

/** What the viewer asked sellers for from the cart. */
export function SentRequests({ requests }: { requests: readonly RequestView[] }) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests" className="mt-10 grid gap-4">
      <h2 id="requests" className="text-heading">
        {m.cart_requests()}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {requests.map(({ roomId, seller, items }) => (
          <li key={roomId} className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4">
            <h3 className="font-sans font-semibold text-base tracking-normal">
              <Link to={sellerPath(seller)} className="touch-target hover:underline">
                <bdi>{seller}</bdi>
              </Link>
            </h3>
            <ul className="grid gap-3">
              {items.map((item) => (
                <RequestedItem key={item.item} item={item} />
              ))}
            </ul>
            <LinkButton
              to={href("/messages/:roomId", { roomId })}
              size="sm"
              aria-label={`${m.offer_to_conversation()}: ${seller}`}
              className="justify-self-start"
            >
              {m.offer_to_conversation()}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RequestedItem({
  item: { path, name, photo, price, approximately, unavailable, order },
}: {
  item: CartItemView;
}) {
  return (
    <li className="flex items-center gap-3">
      <Photo photo={photo} alt="" sizes="4rem" className="size-16 shrink-0 rounded-sm object-cover" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-0.5">
        <Link
          to={path}
          className="line-clamp-2 py-0.5 font-semibold text-[0.9375rem] leading-snug hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display font-semibold tabular-nums">
          <Price price={price} approximately={approximately} />
          <Badge tone={unavailable === null ? "plain" : "notice"} className="font-sans">
            {unavailable ?? m.model_is_on_offer()}
          </Badge>
        </p>
        {order !== null && (
          <Link to={order} className="inline-flex min-h-6 items-center text-link text-sm underline">
            {m.cart_order()}
          </Link>
        )}
      </div>
    </li>
  );
}
