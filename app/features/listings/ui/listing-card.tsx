import { BadgeCheck, Star, Truck } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import type { ListingStatus } from "#app/domain/listing.ts";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { CachedFragment } from "#app/ui/cached-fragment.tsx";
import { classes } from "#app/ui/classes.ts";
import { Price } from "#app/ui/price.tsx";
import { namesBrand, type OpenedFrom } from "../rules.ts";
import { statusText } from "../summary.ts";
import type { ListingCard as Card, SellerRating, Trust } from "../view.ts";

interface ListingCardProps {
  readonly card: Card;
  /** The heart, or a checkbox, which other features supply. */
  readonly corner?: ReactNode;
  /** The page that shows the card, for the link Back on the listing's page. */
  readonly from?: OpenedFrom;
  /** Whether the picture is near the top of the page, and not lazy-loaded. */
  readonly first?: boolean;
  readonly heading?: "h2" | "h3";
  /** The `sizes` of the `<img>`, if the card is in a row that scrolls sideways. */
  readonly inRow?: string;
}

const PICTURE_SIZES = "(width < 640px) 44vw, (width < 1024px) 29vw, (width < 1536px) 22vw, 18rem";

/** Items of a line that wraps. The dot before the first item of each line lies beyond the edge, where it is clipped. */
const DOTTED = "relative pl-3 before:absolute before:left-1 before:text-soft before:content-['·']";

/** A listing in a grid. The whole card is its link. */
export function ListingCard({ card, corner, from, first = false, heading = "h2", inRow }: ListingCardProps) {
  const article = useRef<HTMLElement>(null);
  useLayoutEffect(() => landPhoto(article.current, card.path), [card.path]);
  return (
    <article ref={article} className="group relative h-full min-w-0">
      <CachedFragment
        as="div"
        name="card"
        cacheKey={[card, from, first, heading, inRow]}
        className="flex h-full min-w-0 flex-col gap-2"
      >
        {() => <CardFace card={card} from={from} first={first} heading={heading} inRow={inRow} />}
      </CachedFragment>
      {/* It is above the card's link, which covers the whole card. */}
      {corner && <div className="absolute top-0.5 right-0.5">{corner}</div>}
    </article>
  );
}

function CardFace({ card, from, first, heading: Heading = "h2", inRow }: Omit<ListingCardProps, "corner">) {
  const facts = card.facts.filter(({ chip }) => !chip);
  const chips = card.facts.filter(({ chip }) => chip);
  const hasMarks = chips.length > 0 || card.rating || card.available;
  return (
    <>
      <div
        className={classes(
          "card-picture relative aspect-[4/5] overflow-hidden rounded-lg bg-sunken",
          // Browsers treat all pictures of a row as near the screen. This style stops them from loading those that are
          // out of sight.
          inRow && "[content-visibility:auto]",
        )}
      >
        <Photo
          photo={card.photo}
          alt=""
          sizes={inRow ?? PICTURE_SIZES}
          priority={first}
          className={classes(
            "size-full object-cover transition-transform duration-200 group-hover:scale-[1.02]",
            card.status !== "available" && "opacity-60",
          )}
        />
        <StatusBadge status={card.status} className="absolute top-2 left-2" />
      </div>
      <div className="flex flex-1 flex-col gap-0.5">
        <p className="font-display font-semibold text-lg leading-tight tabular-nums">
          <Price price={card.price} approximately={card.approximately} />
        </p>
        <Heading className="line-clamp-2 font-sans font-semibold text-[0.9375rem] leading-snug">
          <Link
            to={card.path}
            state={from ? { from } : undefined}
            prefetch="intent"
            viewTransition
            onClick={({ currentTarget }) => liftPhoto(currentTarget, card.path)}
            // The text is cut after two lines. An outline around it would be cut too.
            className="outline-none after:absolute after:inset-0 after:rounded-lg group-hover:underline focus-visible:after:outline-3 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
          >
            <bdi lang={card.lang}>{card.name}</bdi>
          </Link>
        </Heading>
        {card.brand && !namesBrand(card.name, card.brand) && (
          <p className="truncate text-soft text-sm">{card.brand}</p>
        )}
        {facts.length > 0 && (
          <div className="overflow-hidden">
            <ul className="-ml-3 flex flex-wrap text-sm">
              {facts.map((fact) => (
                <li key={fact.label} title={fact.label} className={DOTTED}>
                  <span className="sr-only">{fact.label}: </span>
                  {fact.value}
                </li>
              ))}
            </ul>
          </div>
        )}
        {card.trust && <TrustLines trust={card.trust} />}
        {hasMarks && (
          <p className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-soft text-sm">
            {chips.map((chip) => (
              <Badge key={chip.label}>
                <span className="sr-only">{chip.label}: </span>
                {chip.value}
              </Badge>
            ))}
            {card.rating && <RatingMark rating={card.rating} />}
            {card.available && <span>{card.available}</span>}
          </p>
        )}
        <div className={classes("overflow-hidden", !hasMarks && "mt-auto")}>
          <p className="-ml-3 flex flex-wrap text-[0.8125rem] text-soft">
            {card.place && (
              <span className={classes(DOTTED, "min-w-0 truncate")} title={card.place}>
                {card.place}
              </span>
            )}
            {card.distance && <span className={DOTTED}>{card.distance}</span>}
            <time dateTime={card.listedAt} className={DOTTED}>
              {card.listed}
            </time>
          </p>
        </div>
      </div>
    </>
  );
}

let named: HTMLElement | undefined;
let openedPath: string | undefined;

/**
 * Lets the picture of a clicked card become the large photo of the listing's page, in browsers with view transitions.
 * Two elements with the name would end the transition.
 */
function liftPhoto(link: HTMLElement, path: string): void {
  const stage = document.querySelector<HTMLElement>(".photo-stage");
  if (stage) stage.style.viewTransitionName = "none";
  namePicture(link.closest("article"));
  openedPath = path;
}

/** Lets the large photo become the picture of the card again, after Back. */
function landPhoto(article: HTMLElement | null, path: string): void {
  if (path !== openedPath || document.querySelector(".photo-stage")) return;
  namePicture(article);
  openedPath = undefined;
}

function namePicture(article: HTMLElement | null): void {
  if (named) named.style.viewTransitionName = "";
  named = article?.querySelector<HTMLElement>(".card-picture") ?? undefined;
  if (named) named.style.viewTransitionName = "listing-photo";
}

/** Reasons to trust the seller. */
function TrustLines({ trust: { verified, rating, shipping } }: { trust: Trust }) {
  return (
    <>
      {(verified || rating) && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          {verified && (
            <span className="inline-flex items-center gap-1 font-semibold text-good">
              <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
              {verified}
            </span>
          )}
          {rating && <RatingMark rating={rating} />}
        </p>
      )}
      {shipping && (
        <p className="inline-flex items-center gap-1 text-soft text-sm">
          <Truck aria-hidden="true" className="size-3.5 shrink-0" />
          {shipping}
        </p>
      )}
    </>
  );
}

export function RatingMark({ rating: { text, label } }: { rating: SellerRating }) {
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Star aria-hidden="true" className="size-3.5 shrink-0 fill-current text-clay" />
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

export function StatusBadge({ status, className }: { status: ListingStatus; className?: string }) {
  const text = statusText(status);
  return text === null ? null : <Badge {...(className && { className })}>{text}</Badge>;
}
