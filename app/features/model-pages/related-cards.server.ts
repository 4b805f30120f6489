import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { type DetailRow, listingsOf } from "#app/features/listings/queries.server.ts";
import { MAX_RELATED, similarListings } from "#app/features/listings/related.server.ts";
import type { RelatedView } from "#app/features/listings/view.ts";
import { rated, ratingsOf } from "#app/features/reviews/ratings.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { alikeOnOffer } from "./alike.server.ts";

/** The cache tags of the cards below a listing: those of its seller can be of any type. */
export const RELATED_TAGS = [...CATEGORIES.map(({ type }) => type), "reviews"];

/**
 * The cards below a listing, all on offer. On their own listing, sellers see no row of their own listings.
 * @returns `whole` is false when a row could not be read, and is empty for this reason
 */
export async function relatedCards(
  definition: CategoryDefinition,
  listing: DetailRow,
  viewer: Viewer | null,
): Promise<{ related: RelatedView; whole: boolean }> {
  const { type, id, user_id: sellerId, model_id: modelId, attributes } = listing;
  const viewerId = viewer?.id ?? null;
  let whole = true;
  async function orNothing<Part>(reading: Promise<Part>, nothing: Part): Promise<Part> {
    try {
      return await reading;
    } catch (error) {
      whole = false;
      logger.error({ err: error, type, id }, "a row of related listings could not be read");
      return nothing;
    }
  }
  const [similar, others, { twins, close }] = await Promise.all([
    orNothing(similarListings(definition, listing, viewerId), []),
    sellerId === viewerId
      ? []
      : orNothing(listingsOf(sellerId, { most: MAX_RELATED + 1, offered: true }), []),
    orNothing(alikeOnOffer(definition, { id, modelId, attributes }, viewer, sellerId), {
      twins: [],
      close: [],
    }),
  ]);
  const sellers = others.filter((row) => row.id !== id).slice(0, MAX_RELATED);
  const [favorites, ratings] = await Promise.all([
    favoritesAmong(viewer, [...similar, ...sellers, ...twins, ...close]),
    ratingsOf(similar),
  ]);
  const alike = new Set([...twins, ...close].map((card) => card.id));
  return {
    related: {
      twins,
      close,
      sellers: presentCards(sellers, viewer),
      similar: rated(presentCards(similar, viewer), similar, ratings).filter((card) => !alike.has(card.id)),
      favorites,
    },
    whole,
  };
}
