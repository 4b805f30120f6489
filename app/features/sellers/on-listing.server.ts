import { SELLERS_TAG } from "#app/platform/cache-tags.server.ts";
import { presentSellerFacts } from "./present.server.ts";
import { sellerFactsOf } from "./queries.server.ts";
import { traderFact, traderRow } from "./trader/present.server.ts";
import { traderOf } from "./trader/queries.server.ts";

/** The cache tags of pages that show a seller. */
export const SELLER_TAGS = ["reviews", SELLERS_TAG];

/** `facts` are shown beside the name, `rows` among the details of the listing. */
export async function sellerOnListing(sellerId: string) {
  const [facts, trader] = await Promise.all([sellerFactsOf(sellerId), traderOf(sellerId)]);
  return {
    facts: [traderFact(trader), ...presentSellerFacts(facts)],
    rows: trader ? [traderRow(trader)] : [],
  };
}
