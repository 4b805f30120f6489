// Validates what search engines read: HTML, JSON-LD, languages, and the sitemap.

import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { closeDb, db } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { startPrepared } from "#tests/support/prepared-data.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { htmlFaults, type ReadPage, readPage } from "#tests/support/seo/page.ts";
import { readSitemap } from "#tests/support/seo/sitemap.ts";
import { thingFaults } from "#tests/support/seo/things.ts";
import { AUTH_SECRET, type TestServer } from "#tests/support/server.ts";

const LANGUAGES = ["en-GB", "en-US", "nl", "de", "fr"];

let server: TestServer;
let seller: Person;
/** The paths of the test data, by name: a listing per type ("racket", …), "sold", "gone" (deleted), and "seller". */
const paths: Record<string, string> = {};

beforeAll(async () => {
  server = await startPrepared({ env: { AUTH_SECRET } });
  configure(parseEnv({ DATABASE_URL: server.databaseUrl, AUTH_SECRET, BASE_URL: server.url }));
  seller = await person("seller");
  const buyer = await person("buyer");
  for (const { type, plural } of CATEGORIES) {
    paths[type] = `/${plural}/${(await listingOf(seller, type)).id}`;
  }
  const sold = await listingOf(seller, "racket", { name: 'Blade 98 <b>"sold" & gone' });
  await updateRows("listings", { id: sold.id }, { quantity: 0 });
  await racketOf(seller, { model: "babolat-pure-drive-2021" });
  const { id } = await racketOf(seller, { model: "babolat-pure-drive-2018" });
  await updateRows("listings", { id }, { quantity: 0 });
  const gone = await listingOf(seller, "racket");
  await db().deleteFrom("listings").where("id", "=", gone.id).execute();
  await insertRows("user_reviews", {
    reviewed_user_id: seller.viewer.id,
    reviewer_id: buyer.viewer.id,
    rating: 4,
    comment: "Kind.",
  });
  Object.assign(paths, {
    sold: `/rackets/${sold.id}`,
    gone: `/rackets/${gone.id}`,
    seller: `/sellers/${seller.viewer.username}`,
  });
});

afterAll(async () => {
  await closeDb();
  await server?.stop();
});

type Answer = { status: number; html: string; page: ReadPage };

/** `indexable` is false when the page's markup or its header says noindex. */
async function open(path: string, cookie = ""): Promise<Answer> {
  const answer = await fetch(new URL(path, server.url), { headers: { cookie }, redirect: "manual" });
  const html = await answer.text();
  const page = readPage(html);
  const indexable = page.indexable && !(answer.headers.get("x-robots-tag") ?? "").includes("noindex");
  return { status: answer.status, html, page: { ...page, indexable } };
}

const inLanguage = (prefix: string, path: string) => (path === "/" ? prefix || "/" : prefix + path);

describe.each([
  { prefix: "", lang: "en-GB" },
  { prefix: "/de", lang: "de" },
])("a page in $lang", ({ prefix, lang }) => {
  test.each([
    { path: "/", things: ["Organization", "WebSite"] },
    { path: "/rackets", things: ["BreadcrumbList", "ItemList"] },
    { path: "/rackets?brand=Wilson", things: ["BreadcrumbList", "ItemList"] },
    { path: "racket", things: ["Product", "BreadcrumbList"] },
    { path: "string", things: ["Product", "BreadcrumbList"] },
    { path: "bag", things: ["Product", "BreadcrumbList"] },
    { path: "ball", things: ["Product", "BreadcrumbList"] },
    { path: "clothes", things: ["Product", "BreadcrumbList"] },
    { path: "accessory", things: ["Product", "BreadcrumbList"] },
    { path: "sold", things: ["Product", "BreadcrumbList"] },
    { path: "/rackets/models/babolat-pure-drive-2021", things: ["Product", "BreadcrumbList"] },
    { path: "/rackets/models/babolat-pure-drive-2018", things: ["BreadcrumbList"] },
    { path: "/rackets/models", things: [] },
    { path: "seller", things: ["ProfilePage", "AggregateRating"] },
    { path: "/help", things: ["FAQPage"] },
    { path: "/search", things: [] },
    { path: "/sell", things: [] },
  ])(
    "$path is valid HTML, with a title, a description and the expected structured data",
    async (expected) => {
      const { status, html, page } = await open(inLanguage(prefix, paths[expected.path] ?? expected.path));
      expect(status).toBe(200);
      expect(await htmlFaults(html)).toEqual([]);
      expect(page).toMatchObject({ lang, title: expect.stringMatching(/Second Serve$/), indexable: true });
      expect(page.description).toMatch(/\S/);
      // The properties that https://ogp.me requires, and the description.
      expect(page.openGraph).toMatchObject({
        "og:title": expect.stringMatching(/\S/),
        "og:type": expect.stringMatching(/^(website|product|profile)$/),
        "og:url": page.canonical,
        "og:image": expect.stringMatching(/^http/),
        "og:description": page.description,
      });
      expect(page.jsonLd.map((thing) => thing["@type"])).toEqual(expected.things);
      expect(await thingFaults(page.jsonLd)).toEqual([]);
    },
  );

  test.each([
    { path: "/search?q=blade", status: 200 },
    { path: "/rackets?minPrice=5", status: 200 },
    { path: "/rackets/models/babolat-pure-drive-2025", status: 200 },
    { path: "/rackets/compare?model=babolat-pure-drive-2021&model=babolat-pure-drive-2018", status: 200 },
    { path: "/auth", status: 200 },
    { path: "/offline", status: 200 },
    { path: "/nowhere", status: 404 },
    { path: "/rackets/0197f3a0-0000-7000-8000-000000000000", status: 404 },
    { path: "gone", status: 410 },
  ])("$path is valid HTML, with a title, and excluded from search engines", async (expected) => {
    const { status, html, page } = await open(inLanguage(prefix, paths[expected.path] ?? expected.path));
    expect(status).toBe(expected.status);
    expect(await htmlFaults(html)).toEqual([]);
    expect(page).toMatchObject({ lang, indexable: false, jsonLd: [], canonical: null, alternates: {} });
    expect(page.title).toMatch(/.+ · Second Serve$/);
  });

  test.each([
    "/sell/racket",
    "/sell/clothes",
    "/profile",
    "/profile/played",
    "/my-listings",
    "/messages",
    "/notifications",
  ])("%s is valid for a signed-in person, and excluded from search engines", async (path) => {
    const { status, html, page } = await open(inLanguage(prefix, path), seller.cookie);
    expect(status).toBe(200);
    expect(await htmlFaults(html)).toEqual([]);
    expect(page).toMatchObject({ lang, indexable: false });
  });
});

test.each(["/", "/rackets", "/rackets?brand=Wilson", "racket", "seller", "/help", "/search", "/sell"])(
  "%s exists in every language that it declares, and each version links to all others",
  async (path) => {
    const { alternates } = (await open(paths[path] ?? path)).page;
    expect(Object.keys(alternates).sort()).toEqual([...LANGUAGES, "x-default"].sort());
    expect(alternates["x-default"]).toBe(alternates["en-GB"]);
    for (const [lang, href] of Object.entries(alternates)) {
      const { status, page } = await open(href);
      expect({ href, status }).toEqual({ href, status: 200 });
      expect(page).toMatchObject({ canonical: href, indexable: true, alternates });
      expect(page.lang).toBe(lang === "x-default" ? "en-GB" : lang);
    }
  },
);

test.each(["/", "/de/rackets", "racket", "clothes", "sold"])(
  "the Open Graph image of %s exists in the declared size",
  async (path) => {
    const { openGraph } = (await open(paths[path] ?? path)).page;
    const answer = await fetch(openGraph["og:image"] ?? "");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(answer.headers.get("content-type")).toBe(openGraph["og:image:type"]);
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ type: `image/${format}`, width: String(width), height: String(height) }).toEqual({
      type: openGraph["og:image:type"],
      width: openGraph["og:image:width"],
      height: openGraph["og:image:height"],
    });
  },
);

test("the sitemap is valid, and all pages in it exist, may be indexed, and state the same URL and languages as the sitemap [V1.2.1]", async () => {
  const read = async (href: string) => readSitemap(await (await fetch(href)).text());
  const index = await read(`${server.url}/sitemap.xml`);
  expect(index.faults).toEqual([]);
  const files = await Promise.all(index.entries.map(({ href }) => read(href)));
  expect(files.flatMap(({ faults }) => faults)).toEqual([]);
  const entries = files.flatMap((file) => file.entries);
  const hrefs = entries.map(({ href }) => href);
  expect(new Set(hrefs).size).toBe(hrefs.length);
  expect(hrefs).toEqual(expect.arrayContaining(CATEGORIES.map(({ type }) => server.url + paths[type])));
  expect(hrefs).toContain(server.url + paths.seller);
  for (const path of [paths.sold, paths.gone]) expect(hrefs).not.toContain(server.url + path);
  for (const { href, alternates } of entries) {
    const { status, page } = await open(href);
    expect({ href, status }).toEqual({ href, status: 200 });
    expect(page).toMatchObject({ canonical: href, indexable: true, alternates });
  }
});

describe("the checks of these tests find faults", () => {
  test("in the HTML of a page", async () => {
    const { html } = await open("/help");
    const wrong = html
      .replace(/<title>.*?<\/title>/, "")
      .replace("</main>", '<p><div id="main"><img src="/favicon.svg"></div></p></main>');
    const faults = (await htmlFaults(wrong)).join("\n");
    for (const rule of ["element-required-content", "no-dup-id", "wcag/h37", "close-order"])
      expect(faults).toContain(rule);
  });

  test("in structured data", async () => {
    const { jsonLd } = (await open(paths.racket ?? "")).page;
    const [product, breadcrumbs] = jsonLd;
    const wrong = [
      {
        ...product,
        "@type": "Product",
        name: "",
        colour: "red",
        image: "a picture",
        offers: { "@type": "Offer", price: "cheap", availability: "https://schema.org/NewCondition" },
      },
      { ...breadcrumbs, "@type": "Breadcrumbs" },
    ];
    expect((await thingFaults(wrong)).sort()).toEqual([
      'Breadcrumbs: Type "Breadcrumbs" is not a valid schema.org type',
      'Product.colour: may not be "red"',
      'Product.image: may not be "a picture"',
      'Product.name: may not be ""',
      'Product.offers.availability: may not be "https://schema.org/NewCondition"',
      "Product.offers: One of the following conditions needs to be met: " +
        'Invalid type for attribute "price" or Required attribute "priceSpecification.price" is missing',
      "Product.offers: has no priceCurrency",
      'Product: Property "colour" for type "Product" is not supported by the schema.org specification',
      'Product: Required attribute "name" is missing',
      "Product: has no name",
    ]);
  });

  test("in a sitemap, and in its index", async () => {
    const file = await (await fetch(`${server.url}/sitemaps/pages.xml`)).text();
    const faultsOf = (xml: string) => readSitemap(xml).faults.join("\n");
    expect(faultsOf(file)).toBe("");
    expect(faultsOf(file.replace('hreflang="de"', 'hreflang="de_DE"'))).toContain("'de_DE' is not accepted");
    expect(faultsOf(file.replace('rel="alternate"', ""))).toContain("'rel' is required");
    expect(faultsOf(file.replace(/<url>.*<\/url>\n/g, ""))).toContain("Missing child element(s)");
    expect(faultsOf(file.replace("</urlset>", ""))).toMatch(/end of document|premature/i);
    const index = await (await fetch(`${server.url}/sitemap.xml`)).text();
    expect(faultsOf(index.replace("</loc>", "</loc><lastmod>yesterday</lastmod>"))).toContain("'yesterday'");
  });
});
