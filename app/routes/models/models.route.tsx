import { brandLabel } from "#app/domain/categories/derive/brand.ts";
import { modelsPath } from "#app/domain/categories/paths.ts";
import { browseAddress } from "#app/features/browse/addresses.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { presentBrands, presentIndex } from "#app/features/model-pages/present.server.ts";
import { modelsOnOffer } from "#app/features/model-pages/queries.server.ts";
import { BrandList, ModelIndex } from "#app/features/model-pages/ui/model-index.tsx";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { queryCache } from "#app/platform/query-cache.server.ts";
import { cachePage } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { resultCount } from "#app/ui/count-text.ts";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/models.route";

/** `?brand=` chooses the brand whose models are listed. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const { definition } = browseAddress(request);
  const [viewer, catalogue] = await Promise.all([viewerOf(request), catalogueFor(definition)]);
  const brand = catalogue.brands.find(({ name }) => name === url.searchParams.get("brand"));
  const onOffer = brand
    ? await queryCache.get("models on offer", definition.type, () => modelsOnOffer(definition))
    : new Set<string>();
  if (!viewer) cachePage([definition.type]);
  return {
    title: sentence(definition, "models_title"),
    lead: sentence(definition, "models_lead"),
    canonicalPath: modelsPath(definition, brand?.name),
    brand: brand ? brandLabel(brand.name) : null,
    brands: presentBrands(definition, catalogue, brand?.name ?? null),
    models: presentIndex(definition, brand?.entries.map(({ model }) => model) ?? [], onOffer),
  };
}

loader.query = ["brand"];

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return titled();
  const { brand, title, lead } = loaderData;
  return titled(brand === null ? title : `${brand} · ${title}`, lead);
}

export default function ModelsPage({
  loaderData: { title, lead, brand, brands, models },
}: Route.ComponentProps) {
  const count = models.reduce((sum, { generations }) => sum + generations.length, 0);
  return (
    <div className="wrap pb-16">
      <PageTitle title={title} lead={lead} count={brand === null ? undefined : resultCount(count, false)} />
      <BrandList brands={brands} />
      {brand !== null && (
        <section aria-labelledby="models" className="mt-10">
          <SectionHeading id="models" title={brand} count={count} />
          <ModelIndex models={models} />
        </section>
      )}
    </div>
  );
}
