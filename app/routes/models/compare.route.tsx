import { redirect } from "react-router";
import { comparePath } from "#app/domain/categories/paths.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { browseAddress } from "#app/features/browse/addresses.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { comparedModels } from "#app/features/model-pages/compared.server.ts";
import { presentComparison } from "#app/features/model-pages/present.server.ts";
import { AddModel } from "#app/features/model-pages/ui/add-model.tsx";
import { ComparisonTable } from "#app/features/model-pages/ui/comparison-table.tsx";
import { MAX_COMPARED } from "#app/features/model-pages/view.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { RemovableChip } from "#app/ui/chip.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/compare.route";

/** A URL with other names of models redirects to their slugs. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const { definition } = browseAddress(request);
  const { models, unknown } = comparedModels(await catalogueFor(definition), url.searchParams);
  const slugs = models.map(({ slug }) => slug);
  const path = comparePath(definition, slugs);
  if (!unknown && url.search !== new URL(path, url).search) throw redirect(path);
  return {
    type: definition.type,
    title: sentence(definition, "compare_title"),
    slugs,
    unknown,
    comparison: presentComparison(definition, models, modelTitle),
    chips: models.map((model) => ({
      title: modelTitle(model),
      without: comparePath(
        definition,
        slugs.filter((slug) => slug !== model.slug),
      ),
    })),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.title);
}

export default function ComparePage({
  loaderData: { type, title, slugs, unknown, comparison, chips },
}: Route.ComponentProps) {
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={<span id="comparison">{title}</span>}
        lead={m.model_compare_lead({ most: MAX_COMPARED })}
        count={chips.map((chip) => chip.title).join(", ")}
      />
      <div className="grid gap-8">
        {unknown && <Alert tone="notice">{m.model_not_found()}</Alert>}
        {chips.length > 0 && (
          <ul aria-label={m.model_compare_models()} className="sideways">
            {chips.map((chip) => (
              <li key={chip.title}>
                <RemovableChip
                  to={chip.without}
                  label={chip.title}
                  removeLabel={m.model_compare_remove({ model: chip.title })}
                />
              </li>
            ))}
          </ul>
        )}
        {slugs.length < MAX_COMPARED ? (
          // A new key empties the input once a model was added.
          <AddModel key={slugs.join(" ")} type={type} slugs={slugs} />
        ) : (
          <p className="text-soft">{m.model_compare_full({ most: MAX_COMPARED })}</p>
        )}
        {slugs.length > 0 && <ComparisonTable comparison={comparison} labelledBy="comparison" />}
      </div>
    </div>
  );
}
