import { Link } from "react-router";
import { sellerPath } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import type { Seller, SellerRating } from "../view.ts";
import { RatingMark } from "./listing-card.tsx";

interface SellerStripProps {
  readonly seller: Seller;
  /** Null without reviews. */
  readonly rating: SellerRating | null;
  /** Sentences about the seller, such as the number of sales and the usual reply time. */
  readonly facts: readonly string[];
}

export function SellerStrip({ seller: { username, avatarUrl }, rating, facts }: SellerStripProps) {
  return (
    <section
      aria-labelledby="seller"
      className="flex items-center gap-3.5 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <Avatar name={username} src={avatarUrl} />
      <div className="min-w-0">
        <h2 id="seller" className="sr-only">
          {m.listing_seller()}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3">
          {username === "" ? (
            <bdi className="font-semibold">{m.listing_unknown_user()}</bdi>
          ) : (
            <Link to={sellerPath(username)} className="touch-target font-semibold hover:underline">
              <bdi>{username}</bdi>
            </Link>
          )}
          {rating && (
            <span className="text-sm">
              <RatingMark rating={rating} />
            </span>
          )}
        </p>
        <ul className="flex flex-wrap gap-x-3 text-soft text-sm">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
