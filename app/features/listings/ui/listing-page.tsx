import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListingStatus } from "#app/domain/listing-status.ts";
import { sellerPath } from "#app/domain/username.ts";
import { PhotoGallery } from "#app/features/photos/ui/photo-gallery.tsx";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Price } from "#app/ui/price.tsx";
import type { ListingDetail, SellerRating } from "../view.ts";
import { RatingMark } from "./rating-mark.tsx";
import { StatusBadge } from "./status-badge.tsx";

interface ListingPageProps {
  readonly listing: ListingDetail;
  readonly back: ReactNode;
  readonly share?: ReactNode;
  readonly heart: ReactNode;
  readonly actions: ReactNode;
  /** The rating of the seller by others. */
  readonly rating: SellerRating | null;
}

/** A listing in full (M2.72): pictures first, then the price, the facts, and the seller. */
export function ListingPage({ listing, back, share, heart, actions, rating }: ListingPageProps) {
  const { username } = listing.seller;
  return (
    <article className="wrap pb-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6 py-4">
        {back}
        {share}
      </div>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-14">
        <PhotoGallery photos={listing.photos} name={listing.name} />
        <div className="grid content-start gap-7">
          <header className="grid gap-2">
            {listing.brand && <p className="font-semibold text-clay">{listing.brand}</p>}
            <h1 className="break-words text-title">
              <bdi>{listing.name}</bdi>
            </h1>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-3xl tabular-nums">
              <Price price={listing.price} approximately={listing.approximately} />
              <StatusBadge status={listing.status} className="font-sans" />
            </p>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
              {listing.location && (
                <span className="inline-flex items-center gap-1.5">
                  <MapPin aria-hidden="true" className="size-4" />
                  {listing.location}
                </span>
              )}
              {listing.available && <span>{listing.available}</span>}
              <time dateTime={listing.listedAt}>{m.listing_listed_on({ date: listing.listed })}</time>
            </p>
          </header>
          <div className="flex flex-wrap gap-3">
            {actions}
            {heart}
          </div>
          <StatusBanner status={listing.status} own={listing.own} />
          <section aria-labelledby="facts">
            <h2 id="facts" className="mb-3 text-heading">
              {m.listing_details()}
            </h2>
            <dl>
              {listing.rows.map((row) => (
                <div key={row.label} className="flex justify-between gap-6 border-line border-t py-2.5">
                  <dt className="text-soft">{row.label}</dt>
                  <dd className="text-right font-medium">
                    <bdi>{row.value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          {listing.description !== "" && (
            <section aria-labelledby="description">
              <h2 id="description" className="mb-3 text-heading">
                {m.field_description()}
              </h2>
              <p dir="auto" className="whitespace-pre-line break-words">
                {listing.description}
              </p>
            </section>
          )}
          <section aria-labelledby="seller" className="flex items-center gap-4 border-court border-t pt-6">
            <Avatar name={username} src={listing.seller.avatarUrl} />
            <div className="min-w-0">
              <h2 id="seller" className="font-normal font-sans text-soft text-sm tracking-normal">
                {m.listing_seller()}
              </h2>
              <p className="break-words font-semibold">
                {username === "" ? (
                  <bdi>{m.listing_unknown_user()}</bdi>
                ) : (
                  <Link to={sellerPath(username)} className="inline-block py-1 hover:underline">
                    <bdi>{username}</bdi>
                  </Link>
                )}
              </p>
              {rating && (
                <p className="text-sm">
                  <RatingMark rating={rating} />
                </p>
              )}
            </div>
          </section>
        </div>
      </div>
    </article>
  );
}

const STATUS_TEXTS = {
  reserved: { own: m.listing_own_reserved_text, others: m.listing_reserved_text },
  sold: { own: m.listing_own_sold_text, others: m.listing_sold_text },
} as const;

/** On the page of an unavailable listing: the reason, and what the visitor can do. */
function StatusBanner({ status, own }: { status: ListingStatus; own: boolean }) {
  if (status === "available") return null;
  return <Alert tone="notice">{STATUS_TEXTS[status][own ? "own" : "others"]()}</Alert>;
}
