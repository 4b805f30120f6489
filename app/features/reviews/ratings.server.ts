import type { CardRow } from "#app/features/listings/queries.server.ts";
import type { ListingCard, SellerRating } from "#app/features/listings/view.ts";
import { presentSellerRating } from "./present.server.ts";
import { type AverageRow, averagesOf } from "./queries.server.ts";

/** The ratings of these listings' sellers, by seller id. */
export async function ratingsOf(
  listings: readonly Pick<CardRow, "user_id">[],
): Promise<ReadonlyMap<string, SellerRating>> {
  return presentRatings(await averagesOf(listings.map(({ user_id }) => user_id)));
}

export function presentRatings(averages: readonly AverageRow[]): ReadonlyMap<string, SellerRating> {
  return new Map(
    averages.flatMap((row) => {
      const rating = presentSellerRating(row);
      return rating ? [[row.id, rating]] : [];
    }),
  );
}

export function rated(
  cards: readonly ListingCard[],
  rows: readonly Pick<CardRow, "id" | "user_id">[],
  ratings: ReadonlyMap<string, SellerRating>,
): ListingCard[] {
  const sellers = new Map(rows.map(({ id, user_id }) => [id, user_id]));
  return cards.map((card) => {
    const rating = ratings.get(sellers.get(card.id) ?? "");
    return rating ? { ...card, rating } : card;
  });
}
