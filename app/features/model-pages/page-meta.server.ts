import type { AggregateOffer, Product, PropertyValue, WithContext } from "schema-dts";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { amountOf, breadcrumbs } from "#app/features/listings/page-meta.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { PageMeta } from "#app/platform/page-meta.server.ts";
import type { Offers } from "./queries.server.ts";
import type { ModelPageView } from "./view.ts";

/** The structured data of a model's page: the product with its figures, and what it costs here. */
export function modelPageMeta(
  definition: CategoryDefinition,
  model: ModelPageView,
  { count, lowest, highest }: Offers,
): PageMeta {
  const url = wholeAddress(model.path);
  const offers: AggregateOffer | null =
    lowest === null || highest === null
      ? null
      : {
          "@type": "AggregateOffer",
          url,
          offerCount: count,
          lowPrice: amountOf(lowest),
          highPrice: amountOf(highest),
          priceCurrency: "EUR",
          availability: "https://schema.org/InStock",
        };
  const product: WithContext<Product> = {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": `${url}#model`,
    url,
    name: model.title,
    category: sentence(definition, "title"),
    brand: { "@type": "Brand", name: model.brand },
    additionalProperty: model.facts.map(
      ({ label, value }): PropertyValue => ({ "@type": "PropertyValue", name: label, value }),
    ),
    ...(offers && { offers }),
  };
  return {
    structuredData: [
      product,
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
