import { CalendarDays, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { LinkChips } from "#app/ui/chip.tsx";
import { Stars } from "#app/ui/stars.tsx";
import type { SellerView, TypeFacet } from "../view.ts";

interface SellerHeadProps {
  readonly seller: SellerView;
  /** "Trader", or "Private seller". */
  readonly kind: string;
  /** "12 listings" */
  readonly listings: string;
  /** How many of them are shown, which is announced when the query changes. */
  readonly count: string;
  readonly actions: ReactNode;
}

export function SellerHead({ seller, kind, listings, count, actions }: SellerHeadProps) {
  const { username, rating } = seller;
  return (
    <header
      data-count={count}
      className="baseline-rule mb-6 flex flex-wrap items-center gap-x-8 gap-y-4 pt-6 pb-5 sm:mb-8 sm:pt-12 sm:pb-6"
    >
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-4 sm:items-center sm:gap-6">
        <Avatar name={username} src={seller.avatarUrl} size="lg" />
        <div className="grid min-w-0 gap-2">
          <h1 className="text-title">
            <bdi>{username}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
            <span>{kind}</span>
            <span className="inline-flex items-center gap-1.5">
              <CalendarDays aria-hidden="true" className="size-4" />
              {m.seller_since({ month: seller.since })}
            </span>
            {seller.country && (
              <span className="inline-flex items-center gap-1.5">
                <MapPin aria-hidden="true" className="size-4" />
                {seller.country}
              </span>
            )}
          </p>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span>{listings}</span>
            {rating && (
              <a href="#reviews" className="inline-flex flex-wrap items-center gap-x-2 hover:underline">
                <Stars rating={rating.average} />
                <span>
                  {m.seller_rating({ rating: rating.text })} ·{" "}
                  {rating.count === 1
                    ? m.seller_reviews_one()
                    : m.seller_reviews_count({ count: rating.count })}
                </span>
              </a>
            )}
          </p>
          {seller.bundle !== null && <p className="font-semibold">{seller.bundle}</p>}
          {seller.ended !== null && <p className="text-soft">{seller.ended}</p>}
        </div>
      </div>
      {actions}
    </header>
  );
}

export function TypeFacets({ facets }: { facets: readonly TypeFacet[] }) {
  if (facets.length === 0) return null;
  return (
    <LinkChips
      label={m.seller_types()}
      chips={facets.map(({ href, label, count, chosen }) => ({ to: href, label, count, current: chosen }))}
      className="mb-6"
    />
  );
}
