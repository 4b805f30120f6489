import type { ListItem, Product } from "schema-dts";
import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { sellerPath } from "#app/domain/username.ts";
import { amountOf, isNew, productProperties } from "#app/features/listings/page-meta.server.ts";
import { brandText, sentence } from "#app/features/listings/texts.server.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type AdvertisedRow, advertisedBy } from "./queries.server.ts";

/** A seller's stock as JSON-LD: an `ItemList` of products with offers, as https://schema.org has them. */
export async function* productList(seller: {
  readonly id: string;
  readonly username: string;
}): AsyncGenerator<string> {
  const url = wholeAddress(sellerPath(seller.username));
  const head = JSON.stringify({
    "@context": "https://schema.org",
    "@type": "ItemList",
    name: m.seller_feed_title({ name: seller.username }),
    url,
  });
  yield `${head.slice(0, -1)},"itemListElement":[`;
  let position = 0;
  for await (const row of advertisedBy(seller.id)) {
    const item = productOf(row, { name: seller.username, url });
    if (!item) continue;
    const entry: ListItem = { "@type": "ListItem", position: ++position, item };
    yield `${position > 1 ? "," : ""}\n${JSON.stringify(entry)}`;
  }
  yield "\n]}\n";
}

function productOf(
  row: AdvertisedRow,
  seller: { readonly name: string; readonly url: string },
): Product | null {
  const definition = categoryOfType(row.type);
  if (!definition) return null;
  const url = wholeAddress(listingPath(definition, row.id));
  const fresh = isNew(row);
  return {
    "@type": "Product",
    "@id": `${url}#product`,
    url,
    name: row.name,
    ...(row.description && { description: row.description }),
    sku: row.id,
    category: sentence(definition, "title"),
    image: row.photos.map((key) => photoAddress(env().baseUrl, key)),
    ...(row.brand !== null && { brand: { "@type": "Brand", name: brandText(row.brand) } }),
    ...productProperties(definition, row),
    offers: {
      "@type": "Offer",
      url,
      price: amountOf(row.price_cents),
      priceCurrency: "EUR",
      availability: "https://schema.org/InStock",
      ...(fresh !== null && {
        itemCondition: fresh ? "https://schema.org/NewCondition" : "https://schema.org/UsedCondition",
      }),
      seller: { "@type": "Person", ...seller },
    },
  };
}
