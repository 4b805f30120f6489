import type { AggregateRating, ProfilePage, WithContext } from "schema-dts";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { PageMeta } from "#app/platform/page-meta.server.ts";
import type { SellerRow } from "./queries.server.ts";

export function sellerPageMeta(row: SellerRow, path: string): PageMeta {
  const url = wholeAddress(path);
  const page: WithContext<ProfilePage> = {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url,
    dateCreated: row.created_at.toISOString(),
    mainEntity: {
      "@type": "Person",
      "@id": `${url}#seller`,
      name: row.username,
      url,
      ...(row.avatar_url !== null && { image: new URL(row.avatar_url, env().baseUrl).href }),
    },
  };
  const rating: WithContext<AggregateRating> | null =
    row.average === null
      ? null
      : {
          "@context": "https://schema.org",
          "@type": "AggregateRating",
          // Schema.org allows ratings of organizations, not of persons.
          itemReviewed: { "@type": "Organization", name: row.username, url },
          ratingValue: Number(row.average.toFixed(2)),
          reviewCount: row.reviews,
          bestRating: 5,
          worstRating: 1,
        };
  return {
    openGraph: { type: "profile", more: [["profile:username", row.username]] },
    structuredData: rating ? [page, rating] : [page],
  };
}
