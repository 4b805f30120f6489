import { browsePath } from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { formatList } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { presentCard } from "#app/features/listings/present.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import type { Fact, ListingCard, SellerRating, Trust } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { ForYou } from "./for-you.server.ts";
import { isVerifiedSeller, type Reason, type SellerTrust } from "./rules.ts";
import type { CategoryCircle, ForYouView } from "./ui/for-you-row.tsx";

export function presentCircles(): CategoryCircle[] {
  return CATEGORIES.map((definition) => ({
    type: definition.type,
    href: browsePath(definition),
    label: sentence(definition, "plural"),
    drawing: definition.drawing,
  }));
}

type RatedSeller = SellerTrust & { readonly rating: SellerRating | null };

/** A card in a row has room only for the facts that are shown as chips. */
function chipsOf(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ chip }) => chip);
}

/** Whether the card says that the listing is sent. Categories without a shipping field say nothing about delivery. */
function isSent({ shipping }: CardRow["attributes"]): boolean {
  return shipping !== undefined && shipping !== "Pick up";
}

function trust(row: CardRow, seller: RatedSeller | undefined): Trust {
  return {
    verified: seller && isVerifiedSeller(seller) ? m.listing_verified() : null,
    rating: seller?.rating ?? null,
    shipping: isSent(row.attributes) ? m.listing_direct_shipping() : null,
  };
}

/** Cards that also show the seller's rating, whether the seller is verified, and the delivery. */
export function presentTrusted(
  rows: readonly CardRow[],
  viewer: Viewer | null,
  sellers: ReadonlyMap<string, RatedSeller>,
): ListingCard[] {
  return rows.flatMap((row) => {
    const card = presentCard(row, viewer);
    return card ? { ...card, facts: chipsOf(card.facts), trust: trust(row, sellers.get(row.user_id)) } : [];
  });
}

/** Cards that show nothing about the seller. */
export function presentAdded(rows: readonly CardRow[], viewer: Viewer | null): ListingCard[] {
  return rows.flatMap((row) => {
    const card = presentCard(row, viewer);
    return card ? { ...card, facts: chipsOf(card.facts) } : [];
  });
}

export function presentForYou(
  { rows, reasons, brands, withoutSizes }: ForYou,
  viewer: Viewer,
  sellers: ReadonlyMap<string, RatedSeller>,
): ForYouView {
  const locale = getLocale();
  const texts: Readonly<Record<Reason, () => string>> = {
    plays: m.home_reason_plays,
    sizes: m.home_reason_sizes,
    brands: () => m.home_reason_brands({ brands: formatList(brands, locale) }),
    near: m.home_reason_near,
  };
  const named = (["plays", "sizes", "brands", "near"] as const)
    .filter((reason) => reasons.has(reason))
    .map((reason) => texts[reason]());
  return {
    cards: presentTrusted(rows, viewer, sellers),
    because: named.length === 0 ? null : m.home_because({ reasons: formatList(named, locale) }),
    withoutSizes,
  };
}
