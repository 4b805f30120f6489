import { beforeEach, describe, expect, test } from "vitest";
import { racket } from "#app/domain/categories/racket.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { loader as detail } from "#app/routes/listings/detail.route.tsx";
import { loader as model } from "#app/routes/models/model.route.tsx";
import { loader as models } from "#app/routes/models/models.route.tsx";
import { loader as sitemap } from "#app/routes/seo/sitemap-pages.route.ts";
import { loadModels } from "#server/models-import.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { offersOfModel } from "./queries.server.ts";
import type { IndexedModel, ModelPageView } from "./view.ts";

const SLUG = "wilson-blade-98-16x19-v8-2021";
const PATH = `/rackets/models/${SLUG}`;

let seller: Person;

openDatabase(async (url) => {
  await loadModels(url);
  seller = await person("seller");
});

beforeEach(async () => {
  await db().deleteFrom("listings").execute();
});

interface ModelPage {
  readonly model: ModelPageView;
  readonly canonicalPath: string | null;
  readonly cards: readonly { readonly id: string }[];
}

async function open(slug = SLUG): Promise<ModelPage> {
  const { data } = await new Visitor().open(model, `/rackets/models/${slug}`, { slug });
  return data as ModelPage;
}

async function blade(cents?: number, owner = seller): Promise<string> {
  const { id } = await racketOf(owner, { name: "Wilson Blade 98 16x19 v8 2021", cents, model: SLUG });
  return id;
}

async function sitemapText(): Promise<string> {
  return String((await new Visitor().open(sitemap, "/sitemaps/pages.xml")).data);
}

describe("the page of a model", () => {
  test("is not found for an unknown slug, or the slug of a string", async () => {
    const statusOf = async (slug: string) =>
      (await new Visitor().open(model, `/rackets/models/${slug}`, { slug })).status;
    expect(await statusOf("wilson-no-racket")).toBe(404);
    expect(await statusOf("luxilon-alu-power")).toBe(404);
    expect(await statusOf("%00")).toBe(404);
  });

  test("is open to search engines only while a racket of the model is on offer or was sold", async () => {
    expect(await open()).toMatchObject({ canonicalPath: null, cards: [], model: { offered: null } });
    expect(await sitemapText()).not.toContain(PATH);
    const id = await blade();
    expect(await open()).toMatchObject({
      canonicalPath: PATH,
      cards: [{ id }],
      model: { offered: "1 for sale" },
    });
    expect(await sitemapText()).toContain(`${PATH}</loc>`);
    const set = (values: { quantity?: number; reserved?: number }) => updateRows("listings", { id }, values);
    await set({ reserved: 1 });
    expect(await open()).toMatchObject({ canonicalPath: null, cards: [] });
    await set({ reserved: 0 });
    await set({ quantity: 0 });
    expect(await open()).toMatchObject({ canonicalPath: PATH, cards: [], model: { offered: null } });
    expect(await sitemapText()).toContain(`${PATH}</loc>`);
  });

  test("shows the twelve newest listings, and counts all", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 13; n += 1) ids.push(await blade(undefined, await person("seller")));
    const { cards, model: view } = await open();
    expect(cards.map(({ id }) => id)).toEqual(ids.slice(1).reverse());
    expect(view.offered).toBe("13 for sale");
  });

  test("has the number of all listings and the lowest and highest of their prices", async () => {
    const shown = (await catalogueFor(racket)).bySlug.get(SLUG);
    for (let n = 0; n < 100; n += 1) await blade(15_000);
    await blade(10_000);
    await blade(30_000);
    expect(await offersOfModel(racket, shown?.id ?? "")).toMatchObject({
      count: 102,
      lowest: 10_000,
      highest: 30_000,
    });
  });

  test("links to a search that finds the model's listings", async () => {
    await blade();
    const { links } = (await open()).model;
    const { data } = await new Visitor().open(browse, links.search);
    expect(data).toMatchObject({ total: 1 });
  });

  test("is linked from the pages of its listings", async () => {
    const id = await blade();
    const other = await racketOf(seller);
    const of = async (key: string) => (await new Visitor().open(detail, `/rackets/${key}`, { id: key })).data;
    expect(await of(id)).toMatchObject({ model: { path: PATH, title: "Wilson Blade 98 16x19 v8 2021" } });
    expect(await of(other.id)).toMatchObject({ model: null });
  });
});

test("the index of models lists the models of a brand by name, and marks the models on offer", async () => {
  await blade();
  const open = async (path: string) => (await new Visitor().open(models, path)).data;
  expect(await open("/rackets/models")).toMatchObject({ canonicalPath: "/rackets/models", models: [] });
  expect(await open("/rackets/models?brand=Nobody")).toMatchObject({ canonicalPath: "/rackets/models" });
  const wilson = (await open("/rackets/models?brand=Wilson")) as { models: readonly IndexedModel[] };
  expect(wilson).toMatchObject({ canonicalPath: "/rackets/models?brand=Wilson", brand: "Wilson" });
  const entry = wilson.models.find(({ name }) => name === "Blade 98 16x19");
  expect(entry?.generations).toContainEqual({
    title: "Wilson Blade 98 16x19 v8 2021",
    path: PATH,
    label: "v8 2021",
    onOffer: true,
  });
  const marked = wilson.models.flatMap(({ generations }) => generations.filter(({ onOffer }) => onOffer));
  expect(marked).toHaveLength(1);
});
