import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { ListingStatus } from "#app/domain/listing.ts";
import { PhotoGallery } from "#app/features/photos/ui/photo-gallery.tsx";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Price } from "#app/ui/price.tsx";
import { namesBrand } from "../rules.ts";
import type { ListingDetail, SellerRating } from "../view.ts";
import { StatusBadge } from "./listing-card.tsx";
import { SellerStrip } from "./seller-strip.tsx";

interface ListingPageProps {
  readonly listing: ListingDetail;
  readonly back: ReactNode;
  readonly share?: ReactNode;
  readonly heart: ReactNode;
  readonly actions: ReactNode;
  /** Null without reviews. */
  readonly rating: SellerRating | null;
  /** Sentences about the seller, such as the number of sales and the usual reply time. */
  readonly sellerFacts: readonly string[];
  /** Null when the listing is linked to no model. */
  readonly model: { readonly title: string; readonly path: string } | null;
  /** The viewer's own order of a listing that is reserved or sold: "Reserved for you". */
  readonly order: { readonly title: string; readonly path: string } | null;
}

/**
 * The page of a listing. On a phone, the photo, the name, the price and the key figures are on the first screen. On a
 * desktop the photos stay in view beside everything else.
 */
export function ListingPage({
  listing,
  back,
  share,
  heart,
  actions,
  rating,
  sellerFacts,
  model,
  order,
}: ListingPageProps) {
  return (
    <article className="wrap pb-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6 sm:py-4">
        {back}
        {share}
      </div>
      <div className="grid items-start gap-x-8 gap-y-3 md:grid-cols-2 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)] lg:gap-x-14">
        <div className="min-w-0 md:sticky md:top-20 lg:top-6">
          <PhotoGallery photos={listing.photos} name={listing.name} none={listing.photo} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Head listing={listing} />
          <SellerStrip seller={listing.seller} rating={rating} facts={sellerFacts} />
          {order ? (
            <Alert
              tone="notice"
              title={order.title}
              action={
                <Link to={order.path} className="text-link">
                  {m.cart_order()}
                </Link>
              }
            />
          ) : (
            <StatusBanner status={listing.status} own={listing.own} note={listing.hiddenNote} />
          )}
          <div className="grid grid-cols-2 gap-3 [&>.action-bar~:last-child:nth-child(even)]:col-span-2 [&_a]:w-full [&_button]:w-full max-sm:[&_a]:px-3 max-sm:[&_button]:px-3">
            {actions}
            {heart}
          </div>
          {listing.description !== "" && (
            <section aria-labelledby="description" className="mt-2">
              <h2 id="description" className="mb-3 text-heading">
                {m.field_description()}
              </h2>
              <p dir="auto" lang={listing.lang} className="whitespace-pre-line">
                {listing.description}
              </p>
            </section>
          )}
          <section aria-labelledby="facts" className="mt-2">
            <h2 id="facts" className="mb-3 text-heading">
              {m.listing_details()}
            </h2>
            <dl>
              {listing.rows.map((row) => (
                <div key={row.label} className="flex justify-between gap-6 border-line border-t py-2.5">
                  <dt className="text-soft">{row.label}</dt>
                  <dd className="text-right font-medium">
                    <bdi>{row.value}</bdi>
                    {row.meaning && <p className="font-normal text-sm text-soft">{row.meaning}</p>}
                  </dd>
                </div>
              ))}
            </dl>
            {model && (
              <p className="border-line border-t pt-3">
                <Link to={model.path} className="text-link underline underline-offset-4">
                  {m.listing_model({ model: model.title })}
                </Link>
              </p>
            )}
          </section>
          {!listing.own && (
            <p>
              <Link
                to={href("/report/:kind/:id", { kind: "listing", id: listing.id })}
                rel="nofollow"
                className="inline-block py-1 text-soft text-sm hover:underline"
              >
                {m.report_title_listing()}
              </Link>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

function Head({ listing }: { listing: ListingDetail }) {
  const chips = listing.facts.filter(({ chip }) => chip);
  const figures = listing.facts.filter(({ chip }) => !chip).slice(0, 3);
  return (
    <header className="grid gap-1.5 sm:gap-2.5">
      {listing.brand && !namesBrand(listing.name, listing.brand) && (
        <p className="font-semibold text-clay">{listing.brand}</p>
      )}
      <h1 className="text-title max-sm:text-2xl max-sm:leading-tight">
        <bdi lang={listing.lang}>{listing.name}</bdi>
      </h1>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-2.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-3xl tabular-nums">
          <Price price={listing.price} approximately={listing.approximately} />
          {chips.map((chip) => (
            <Badge key={chip.label} className="font-sans tracking-normal">
              <span className="sr-only">{chip.label}: </span>
              {chip.value}
            </Badge>
          ))}
          <StatusBadge status={listing.status} className="font-sans" />
        </p>
        {figures.length > 0 && (
          <dl className="flex min-w-0 flex-1 basis-72 divide-x divide-line">
            {figures.map(({ label, value }) => (
              <div key={label} className="min-w-0 flex-1 px-3 first:pl-0 last:pr-0">
                <dt className="truncate text-[0.8125rem] text-soft" title={label}>
                  {label}
                </dt>
                <dd className="font-semibold leading-snug [overflow-wrap:anywhere]">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {listing.soldFor && <p className="text-sm text-soft">{listing.soldFor}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
        {listing.place && (
          <span className="inline-flex items-center gap-1.5">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {listing.place}
          </span>
        )}
        {listing.available && <span>{listing.available}</span>}
        <time dateTime={listing.listedAt}>{m.listing_listed_on({ date: listing.listed })}</time>
      </p>
    </header>
  );
}

const STATUS_TEXTS = {
  reserved: { own: m.listing_own_reserved_text, others: m.listing_reserved_text },
  sold: { own: m.listing_own_sold_text, others: m.listing_sold_text },
  // Others do not see the page of a hidden listing.
  hidden: { own: m.listing_own_hidden_text, others: m.listing_own_hidden_text },
} as const;

function StatusBanner({ status, own, note }: { status: ListingStatus; own: boolean; note: string | null }) {
  if (status === "available") return null;
  return <Alert tone="notice">{note ?? STATUS_TEXTS[status][own ? "own" : "others"]()}</Alert>;
}
