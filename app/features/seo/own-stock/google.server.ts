import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { escapedHtml } from "#app/domain/text-rules.ts";
import { sellerPath } from "#app/domain/username.ts";
import { amountOf, isNew, productProperties } from "#app/features/listings/page-meta.server.ts";
import { brandText, sentence } from "#app/features/listings/texts.server.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type AdvertisedRow, advertisedBy } from "./queries.server.ts";

/** XML 1.0 cannot contain other characters, even escaped. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** What Google calls those for whom a piece of clothing is made. */
const WEARERS: Readonly<Record<string, readonly [gender: string, age: string]>> = {
  Men: ["male", "adult"],
  Women: ["female", "adult"],
  Unisex: ["unisex", "adult"],
  Boys: ["male", "kids"],
  Girls: ["female", "kids"],
};

function element(name: string, text: string): string {
  return `<${name}>${escapedHtml(text.replace(UNWRITABLE, ""))}</${name}>`;
}

/**
 * A seller's stock as a feed for Google Merchant Center: RSS 2.0 with the attributes of
 * https://support.google.com/merchants/answer/7052112.
 */
export async function* googleFeed(seller: {
  readonly id: string;
  readonly username: string;
}): AsyncGenerator<string> {
  const title = m.seller_feed_title({ name: seller.username });
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n';
  yield `${element("title", title)}${element("link", wholeAddress(sellerPath(seller.username)))}`;
  yield `${element("description", title)}\n`;
  for await (const row of advertisedBy(seller.id)) yield itemXml(row);
  yield "</channel>\n</rss>\n";
}

function itemXml(row: AdvertisedRow): string {
  const definition = categoryOfType(row.type);
  if (!definition) return "";
  const { baseUrl } = env();
  const [main, ...further] = row.photos.map((key) => photoAddress(baseUrl, key));
  const brand = row.brand && brandText(row.brand);
  const wearer = WEARERS[String(row.attributes.gender)];
  const attributes: readonly (readonly [string, string | null | undefined])[] = [
    ["id", row.id],
    ["title", row.name],
    ["description", row.description || [brand, row.name].filter(Boolean).join(" ")],
    ["link", wholeAddress(listingPath(definition, row.id))],
    ["image_link", main],
    ...further.map((picture) => ["additional_image_link", picture] as const),
    ["availability", "in_stock"],
    ["price", `${amountOf(row.price_cents)} EUR`],
    ["condition", isNew(row) ? "new" : "used"],
    ["brand", brand],
    // Second-hand things come without the number of their package.
    ["identifier_exists", "no"],
    ["google_product_category", String(definition.googleCategory)],
    ["product_type", sentence(definition, "title")],
    ...Object.entries(productProperties(definition, row)),
    ["gender", wearer?.[0]],
    ["age_group", wearer?.[1]],
  ];
  const elements = attributes.map(([name, text]) => (text ? element(`g:${name}`, text) : ""));
  return `<item>${elements.join("")}</item>\n`;
}
