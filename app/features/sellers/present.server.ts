import { type BundleColumns, bundleIn } from "#app/domain/bundle.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { formatCountry, formatMonth, formatNumber } from "#app/domain/format.ts";
import { sellerPath } from "#app/domain/username.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { presentSellerRating } from "#app/features/reviews/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { SELLERS_TAG } from "#app/platform/cache-tags.server.ts";
import { type SellerFactsRow, type SellerRow, sellerFactsOf } from "./queries.server.ts";
import { type ReplySpeed, replySpeed, sellerHref, stockOf } from "./rules.ts";
import { traderFact, traderRow } from "./trader/present.server.ts";
import type { SellerView, TypeFacet } from "./view.ts";

export function presentSeller(row: SellerRow): SellerView {
  const locale = getLocale();
  const { average } = row;
  return {
    username: row.username,
    avatarUrl: row.avatar_url,
    since: formatMonth(row.created_at, locale),
    country: row.country === null ? null : formatCountry(row.country, locale),
    rating: average === null ? null : { average, text: formatNumber(average, locale), count: row.reviews },
    ended: endedText(row.ended),
    bundle: textIn(row),
  };
}

function textIn(row: BundleColumns): string | null {
  const bundle = bundleIn(row);
  return bundle && m.bundle_text(bundle);
}

function endedText(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? m.seller_ended_one() : m.seller_ended({ count: formatNumber(count, getLocale()) });
}

const REPLY_TEXTS: Record<ReplySpeed, () => string> = {
  hour: m.seller_replies_hour,
  hours: m.seller_replies_hours,
  day: m.seller_replies_day,
  days: m.seller_replies_days,
};

/** One sentence for each fact. What is unknown or zero is left out. */
export function presentSellerFacts(row: SellerFactsRow | null): string[] {
  if (!row) return [];
  const locale = getLocale();
  const speed = replySpeed(row.reply_minutes);
  return [
    ...(row.sales === 1 ? [m.seller_sales_one()] : []),
    ...(row.sales > 1 ? [m.seller_sales({ count: formatNumber(row.sales, locale) })] : []),
    m.seller_since({ month: formatMonth(row.created_at, locale) }),
    ...(speed ? [REPLY_TEXTS[speed]()] : []),
    ...[textIn(row), endedText(row.ended)].filter((text) => text !== null),
  ];
}

/** Empty with fewer than two types. */
export function presentSellerTypes(
  username: string,
  stock: ReadonlyMap<string, number>,
  chosen: string | null,
): TypeFacet[] {
  const stocked = CATEGORIES.filter(({ type }) => stock.has(type));
  if (stocked.length < 2) return [];
  const facet = (label: string, type: string | null): TypeFacet => ({
    label,
    count: stockOf(stock, type),
    href: sellerHref(sellerPath(username), { type, page: 1, reviews: 1 }),
    chosen: type === chosen,
  });
  return [
    facet(m.seller_all_types(), null),
    ...stocked.map((one) => facet(sentence(one, "plural"), one.type)),
  ];
}

/** The cache tags of pages that show a seller. */
export const SELLER_TAGS = ["reviews", SELLERS_TAG];

/** `facts` are shown beside the name, `rows` among the details of the listing. */
export async function sellerOnListing(sellerId: string) {
  const row = await sellerFactsOf(sellerId);
  const trader = row?.trader ?? null;
  return {
    rating: row && presentSellerRating(row),
    facts: [traderFact(trader), ...presentSellerFacts(row)],
    rows: trader ? [traderRow(trader)] : [],
  };
}
