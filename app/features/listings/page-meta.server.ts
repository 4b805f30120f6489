import type {
  BreadcrumbList,
  ItemList,
  ListItem,
  Offer,
  Product,
  PropertyValue,
  WithContext,
} from "schema-dts";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import type { ListingStatus } from "#app/domain/listing.ts";
import { sellerPath } from "#app/domain/username.ts";
import { previewPicture } from "#app/features/photos/present.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { OpenGraph, PageMeta } from "#app/platform/page-meta.server.ts";
import { areaOf } from "./present.server.ts";
import type { DetailRow } from "./queries.server.ts";
import { summaryOf } from "./summary.ts";
import { fieldLabel, sentence, valueText } from "./texts.server.ts";
import type { ListingCard, ListingDetail } from "./view.ts";

/** The schema.org properties of fields, whose meaning is the same in every category. */
const PROPERTIES: Readonly<Record<string, "color" | "size" | "material">> = {
  color: "color",
  size: "size",
  gripsize: "size",
  material: "material",
};

/** Values that stand for anything that the form does not offer. Nobody searches for them. */
const UNTELLING = ["Other", "Multi"];

/** Few search engines and link previews know "Reserved". */
const AVAILABILITY = {
  available: { schema: "InStock", openGraph: "in stock" },
  reserved: { schema: "OutOfStock", openGraph: "out of stock" },
  sold: { schema: "SoldOut", openGraph: "out of stock" },
  // Only the owner sees a hidden listing.
  hidden: { schema: "OutOfStock", openGraph: "out of stock" },
} as const satisfies Record<ListingStatus, { schema: string; openGraph: string }>;

export function amountOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

type Stated = Pick<DetailRow, "attributes">;

/** Color, size and material, as far as they say something. */
export function productProperties(
  definition: CategoryDefinition,
  { attributes }: Stated,
): Readonly<Partial<Record<"color" | "size" | "material", string>>> {
  return Object.fromEntries(
    definition.detail.flatMap((name) => {
      const [property, field, value] = [PROPERTIES[name], definition.fields[name], attributes[name]];
      if (!property || !field || value === undefined || UNTELLING.includes(String(value))) return [];
      return [[property, valueText(field, value)]];
    }),
  );
}

/** Null where nothing says so. */
export function isNew({ attributes }: Stated): boolean | null {
  const { condition } = attributes;
  return condition === undefined ? null : condition === "New";
}

/** The breadcrumbs of a page, from the shop down to the page itself. */
export function breadcrumbs(steps: readonly { name: string; path: string }[]): WithContext<BreadcrumbList> {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(
      ({ name, path }, n): ListItem => ({
        "@type": "ListItem",
        position: n + 1,
        name,
        item: wholeAddress(path),
      }),
    ),
  };
}

function offerOf(row: DetailRow, listing: ListingDetail): Offer {
  const fresh = isNew(row);
  const area = areaOf(row);
  return {
    "@type": "Offer",
    url: wholeAddress(listing.path),
    price: amountOf(row.price_cents),
    priceCurrency: "EUR",
    availability: `https://schema.org/${AVAILABILITY[listing.status].schema}`,
    ...(fresh !== null && {
      itemCondition: `https://schema.org/${fresh ? "NewCondition" : "UsedCondition"}`,
    }),
    seller: {
      "@type": "Person",
      name: listing.seller.username,
      url: wholeAddress(sellerPath(listing.seller.username)),
    },
    // Where the item is handed over or sent from: only the postal area, which everybody may see (decision 0014).
    ...(area && {
      availableAtOrFrom: {
        "@type": "Place",
        address: { "@type": "PostalAddress", postalCode: area.code, addressCountry: area.country },
      },
    }),
  };
}

function productOf(
  definition: CategoryDefinition,
  row: DetailRow,
  listing: ListingDetail,
): WithContext<Product> {
  const { brand } = listing;
  const stated = definition.detail.filter((name) => row.attributes[name] !== undefined);
  const textOf = (name: string) => {
    const field = definition.fields[name];
    return field ? valueText(field, row.attributes[name]) : "";
  };
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    "@id": `${wholeAddress(listing.path)}#product`,
    url: wholeAddress(listing.path),
    name: listing.name,
    description: listing.description || summaryOf(listing),
    sku: listing.id,
    category: sentence(definition, "title"),
    image: (listing.photos.length > 0 ? listing.photos : [undefined]).map(
      (photo) => previewPicture(photo).href,
    ),
    ...(brand !== null && { brand: { "@type": "Brand", name: brand } }),
    ...productProperties(definition, row),
    additionalProperty: stated.map(
      (name): PropertyValue => ({
        "@type": "PropertyValue",
        name: fieldLabel(definition, name),
        value: textOf(name),
      }),
    ),
    offers: offerOf(row, listing),
  };
}

function sharedListing(row: DetailRow, listing: ListingDetail): OpenGraph {
  const { brand } = listing;
  const fresh = isNew(row);
  return {
    type: "product",
    picture: { ...previewPicture(listing.photos[0]), alt: `${listing.name}, ${listing.price}` },
    more: [
      ["product:price:amount", amountOf(row.price_cents)],
      ["product:price:currency", "EUR"],
      ["product:availability", AVAILABILITY[listing.status].openGraph],
      ...(fresh === null ? [] : [["product:condition", fresh ? "new" : "used"] as const]),
      ...(brand === null ? [] : [["product:brand", brand] as const]),
      ["product:retailer_item_id", listing.id],
    ],
  };
}

export function listingPageMeta(
  definition: CategoryDefinition,
  row: DetailRow,
  listing: ListingDetail,
): PageMeta {
  return {
    openGraph: sharedListing(row, listing),
    structuredData: [
      productOf(definition, row, listing),
      breadcrumbs([
        { name: "Second Serve", path: "/" },
        { name: sentence(definition, "title"), path: browsePath(definition) },
        { name: listing.name, path: listing.path },
      ]),
    ],
  };
}

interface Browsed {
  readonly title: string;
  readonly path: string;
  readonly cards: readonly ListingCard[];
  readonly total: number;
  /** The number of listings on earlier pages. */
  readonly before: number;
}

export function browsePageMeta(
  definition: CategoryDefinition,
  { title, path, cards, total, before }: Browsed,
): PageMeta {
  const whole = { name: sentence(definition, "title"), path: browsePath(definition) };
  const list: WithContext<ItemList> = {
    "@context": "https://schema.org",
    "@type": "ItemList",
    name: title,
    url: wholeAddress(path),
    numberOfItems: total,
    itemListElement: cards.map(
      (card, n): ListItem => ({
        "@type": "ListItem",
        position: before + n + 1,
        name: card.name,
        url: wholeAddress(card.path),
      }),
    ),
  };
  const steps = [
    { name: "Second Serve", path: "/" },
    whole,
    ...(path === whole.path ? [] : [{ name: title, path }]),
  ];
  return { structuredData: [breadcrumbs(steps), ...(cards.length > 0 ? [list] : [])] };
}
