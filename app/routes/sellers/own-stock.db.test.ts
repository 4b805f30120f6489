import { randomUUID } from "node:crypto";
import { XmlDocument, XmlElement } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import type { JsonLd } from "#tests/support/seo/page.ts";
import { thingFaults } from "#tests/support/seo/things.ts";
import { type Outcome, Visitor } from "#tests/support/visitor.ts";
import { loader as googleFeed } from "./google-feed.route.ts";
import { loader as products } from "./products.route.ts";

const DAY = 86_400_000;

let seller: Person;
let racket: { type: string; id: string };
let shirt: { type: string; id: string };

async function photoOf(
  listing: { type: string; id: string },
  position: number,
  hidden: "hidden" | null = null,
) {
  const key = randomUUID().replaceAll("-", "").repeat(2);
  await insertRows("photos", {
    key,
    width: 1280,
    height: 960,
    thumbhash: "",
    listing_type: listing.type,
    listing_id: listing.id,
    position,
    hidden,
  });
  return `${env().baseUrl}/photos/${key}/1280.webp`;
}

let pictures: string[];

openDatabase(async () => {
  seller = await person("Shop");
  racket = await racketOf(seller, {
    name: 'Blade <98> & "more"',
    cents: 9_950,
    listedAt: new Date(Date.now() - DAY),
  });
  await updateRows("listings", { id: racket.id }, { description: "Lovely & light.\nNo scratches \u0008." });
  pictures = [await photoOf(racket, 0), await photoOf(racket, 1)];
  await photoOf(racket, 2, "hidden");
  shirt = await listingOf(seller, "clothes");
  await updateRows("listings", { id: shirt.id }, { description: "" });
  await photoOf(shirt, 0);
  await racketOf(seller, { name: "Without photo" });
  for (const change of [{ quantity: 0 }, { reserved: 1 }, { price_cents: 0 }, { hidden: "hidden" }]) {
    const other = await racketOf(seller);
    await photoOf(other, 0);
    await updateRows("listings", { id: other.id }, change);
  }
  const stranger = await racketOf(await person("stranger"));
  await photoOf(stranger, 0);
});

function open(
  route: typeof googleFeed | typeof products,
  username = seller.viewer.username,
): Promise<Outcome> {
  return new Visitor().open(route, `/sellers/${username}/file`, { username });
}

describe("the feed for Google Merchant Center", () => {
  test("has what can be bought and has a photo, with Google's fields", async () => {
    const { status, headers, data } = await open(googleFeed);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      200,
      "application/xml; charset=utf-8",
      "public, max-age=600",
    ]);
    const feed = XmlDocument.fromString(String(data));
    expect(feed.root.get("/rss/@version")?.content).toBe("2.0");
    const itemsOf = (n: number) =>
      feed.root
        .find(`/rss/channel/item[${n}]/*`)
        .filter((node) => node instanceof XmlElement)
        .map(({ name, content }): [string, string] => [name, content]);
    expect(feed.root.find("/rss/channel/item")).toHaveLength(2);
    expect(itemsOf(2)).toEqual([
      ["id", racket.id],
      ["title", 'Blade <98> & "more"'],
      ["description", "Lovely & light.\nNo scratches ."],
      ["link", `${env().baseUrl}/rackets/${racket.id}`],
      ["image_link", pictures[0]],
      ["additional_image_link", pictures[1]],
      ["availability", "in_stock"],
      ["price", "99.50 EUR"],
      ["condition", "used"],
      ["brand", "Wilson"],
      ["identifier_exists", "no"],
      ["google_product_category", "3906"],
      ["product_type", "Rackets"],
    ]);
    const clothes = new Map(itemsOf(1));
    expect(clothes.get("google_product_category")).toBe("1604");
    expect(clothes.get("description")).not.toBe("");
    expect([...clothes.keys()]).toEqual(expect.arrayContaining(["size", "gender", "age_group"]));
    feed.dispose();
  });
});

describe("the list of products", () => {
  test("is valid JSON-LD with the same listings", async () => {
    const { headers, data } = await open(products);
    expect(headers.get("content-type")).toBe("application/ld+json; charset=utf-8");
    const list = JSON.parse(String(data)) as JsonLd & {
      itemListElement: { position: number; item: Record<string, unknown> }[];
    };
    expect(await thingFaults([list])).toEqual([]);
    expect(list.itemListElement.map(({ position, item }) => [position, item.sku])).toEqual([
      [1, shirt.id],
      [2, racket.id],
    ]);
    expect(list.itemListElement[1]?.item).toMatchObject({
      name: 'Blade <98> & "more"',
      image: pictures,
      brand: { name: "Wilson" },
      offers: { price: "99.50", priceCurrency: "EUR", availability: "https://schema.org/InStock" },
    });
  });
});

test.each([
  ["Google's feed", googleFeed],
  ["the list of products", products],
])("%s of nobody is not found, and another spelling of the name redirects", async (_, route) => {
  expect((await open(route, "nobody")).status).toBe(404);
  const answer = await open(route, seller.viewer.username.toUpperCase());
  expect([answer.status, answer.location]).toEqual([
    302,
    expect.stringMatching(new RegExp(`^/sellers/${seller.viewer.username}/(google\\.xml|products\\.json)$`)),
  ]);
  await updateRows("profiles", { id: seller.viewer.id }, { suspended_until: new Date(Date.now() + DAY) });
  expect((await open(route)).status).toBe(404);
  await updateRows("profiles", { id: seller.viewer.id }, { suspended_until: null });
});

test("the files of a seller without stock are valid and empty", async () => {
  const { viewer } = await person("new");
  const feed = XmlDocument.fromString(String((await open(googleFeed, viewer.username)).data));
  expect(feed.root.find("//item")).toEqual([]);
  feed.dispose();
  expect(JSON.parse(String((await open(products, viewer.username)).data))).toMatchObject({
    itemListElement: [],
  });
});
