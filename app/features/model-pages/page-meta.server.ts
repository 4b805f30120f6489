import type { Product, PropertyValue, WithContext } from "schema-dts";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { amountOf, breadcrumbs } from "#app/features/listings/page-meta.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import type { ListingCard } from "#app/features/listings/view.ts";
import { isDrawing } from "#app/features/photos/photo.ts";
import { previewPicture } from "#app/features/photos/present.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { PageMeta } from "#app/platform/page-meta.server.ts";
import type { Offers } from "./queries.server.ts";
import type { ModelPageView } from "./view.ts";

/** Null when no listing of the model is on offer, because Google requires an offer. */
function productOf(
  definition: CategoryDefinition,
  model: ModelPageView,
  { count, lowest, highest }: Offers,
  cards: readonly ListingCard[],
): WithContext<Product> | null {
  if (lowest === null || highest === null || cards.length === 0) return null;
  const url = wholeAddress(model.path);
  const photo = cards.map((card) => card.photo).find((picture) => !isDrawing(picture));
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": `${url}#model`,
    url,
    name: model.title,
    category: sentence(definition, "title"),
    brand: { "@type": "Brand", name: model.brand },
    image: previewPicture(photo).href,
    additionalProperty: model.facts.map(
      ({ label, value }): PropertyValue => ({ "@type": "PropertyValue", name: label, value }),
    ),
    offers: {
      "@type": "AggregateOffer",
      url,
      offerCount: count,
      lowPrice: amountOf(lowest),
      highPrice: amountOf(highest),
      priceCurrency: "EUR",
      availability: "https://schema.org/InStock",
    },
  };
}

export function modelPageMeta(
  definition: CategoryDefinition,
  model: ModelPageView,
  offers: Offers,
  cards: readonly ListingCard[],
): PageMeta {
  const product = productOf(definition, model, offers, cards);
  return {
    structuredData: [
      ...(product ? [product] : []),
      breadcrumbs([
        { name: "Second Serve", path: "/" },
        { name: sentence(definition, "title"), path: browsePath(definition) },
        { name: sentence(definition, "models_title"), path: model.links.category },
        { name: model.brand, path: model.links.brand },
        { name: model.title, path: model.path },
      ]),
    ],
  };
}
