import type { CategoryDefinition, CategoryModels } from "#app/domain/categories/definition.ts";
import { brandLabel } from "#app/domain/categories/derive/brand.ts";
import { browsePath, comparePath, modelPath, modelsPath, sellPath } from "#app/domain/categories/paths.ts";
import { formatNumber } from "#app/domain/format.ts";
import type { Catalogue } from "#app/domain/models/catalogue.ts";
import { type Difference, differencesBetween } from "#app/domain/models/closest.ts";
import { compareModels, generationsOf } from "#app/domain/models/compare.ts";
import { type Model, modelTitle } from "#app/domain/models/model.ts";
import { differenceText, specLabel, specText } from "#app/features/listings/texts.server.ts";
import type { Fact } from "#app/features/listings/view.ts";
import { newPath } from "#app/features/saved-searches/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { Offers } from "./queries.server.ts";
import {
  type BrandEntry,
  type ClosestView,
  type ComparisonView,
  type IndexedModel,
  MAX_COMPARED,
  type ModelLink,
  type ModelPageView,
  modelQuery,
} from "./view.ts";

export function presentModelLink(definition: CategoryDefinition, model: Model): ModelLink {
  return { title: modelTitle(model), path: modelPath(definition, model.slug) };
}

function factsOf({ models }: CategoryDefinition, { specs }: Model): Fact[] {
  return Object.entries(models?.specs ?? {}).flatMap(([name, spec]) => {
    const value = specs[name];
    return value === undefined ? [] : [{ label: specLabel(name), value: specText(spec, value) }];
  });
}

/** @param labelOf returns the heading of a model's column */
export function presentComparison(
  definition: CategoryDefinition,
  models: readonly Model[],
  labelOf: (model: Model) => string,
  current?: Model,
): ComparisonView {
  const { specs }: CategoryModels = definition.models ?? { specs: {} };
  return {
    columns: models.map((model) => ({
      slug: model.slug,
      label: labelOf(model),
      path: model.id === current?.id ? null : modelPath(definition, model.slug),
    })),
    rows: compareModels({ specs }, models).map(({ name, values, differs }) => ({
      label: specLabel(name),
      values: values.map((value) => {
        const spec = specs[name];
        return spec === undefined || value === undefined ? m.listing_not_known() : specText(spec, value);
      }),
      differs,
    })),
  };
}

function offeredText(count: number): string | null {
  if (count === 0) return null;
  if (count === 1) return m.model_on_offer_one();
  return m.model_on_offer({ count: formatNumber(count, getLocale()) });
}

export function presentModel(
  definition: CategoryDefinition,
  catalogue: Catalogue,
  model: Model,
  { count }: Pick<Offers, "count">,
  { source, confidence }: { readonly source: string; readonly confidence: string },
): ModelPageView {
  const { slug, brand } = model;
  const generations = generationsOf(catalogue, model);
  return {
    ...presentModelLink(definition, model),
    slug,
    type: definition.type,
    brand: brandLabel(brand),
    facts: factsOf(definition, model),
    agreed: confidence === "A",
    sources: source.split(";").map((name) => name.trim()),
    generations:
      generations.length < 2
        ? null
        : presentComparison(definition, generations, (one) => one.generation ?? one.name, model),
    offered: offeredText(count),
    links: {
      category: modelsPath(definition),
      brand: modelsPath(definition, brand),
      search: `${browsePath(definition)}?${new URLSearchParams({ q: modelQuery(model) })}`,
      notify: newPath(modelPath(definition, slug)),
      compare: comparePath(definition, [slug]),
      sell: `${sellPath(definition)}?${new URLSearchParams({ model: modelTitle(model) })}`,
    },
  };
}

/** The differences as one fact of a card: "6 g lighter, a little more head-light, stiffer". */
export function presentDifferences(definition: CategoryDefinition, differences: readonly Difference[]): Fact {
  const texts = differences.map((difference) => differenceText(definition, difference));
  return {
    label: m.model_difference(),
    value: texts.length === 0 ? m.model_same_values() : texts.join(", "),
  };
}

export function presentClosest(
  definition: CategoryDefinition,
  model: Model,
  closest: readonly Model[],
  onOffer: ReadonlySet<string>,
): ClosestView | null {
  const { closeness } = definition.models ?? {};
  if (!closeness || closest.length === 0) return null;
  return {
    models: closest.map((other) => ({
      ...presentModelLink(definition, other),
      differences: presentDifferences(definition, differencesBetween(closeness, model.specs, other.specs))
        .value,
      onOffer: onOffer.has(other.id),
    })),
    compare: comparePath(
      definition,
      [model, ...closest].slice(0, MAX_COMPARED).map(({ slug }) => slug),
    ),
  };
}

/** @param chosen the brand whose models are listed */
export function presentBrands(
  definition: CategoryDefinition,
  { brands }: Catalogue,
  chosen: string | null,
): BrandEntry[] {
  return brands
    .map(({ name, entries }) => ({
      name: brandLabel(name),
      href: modelsPath(definition, name),
      models: entries.length,
      chosen: name === chosen,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, getLocale()));
}

/** Groups the models by name. Each name has its generations, the newest first. */
export function presentIndex(
  definition: CategoryDefinition,
  models: readonly Model[],
  onOffer: ReadonlySet<string>,
): IndexedModel[] {
  // Data sources spell one name as "EVO Aero" and "Evo Aero".
  const named = Map.groupBy(models, ({ name }) => name.toLowerCase());
  return [...named.values()]
    .map((generations) => ({
      name: generations[0]?.name ?? "",
      generations: generations
        .map((model) => ({
          ...presentModelLink(definition, model),
          label: model.generation ?? model.name,
          onOffer: onOffer.has(model.id),
        }))
        .sort((a, b) => b.label.localeCompare(a.label, getLocale(), { numeric: true })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, getLocale(), { numeric: true }));
}
