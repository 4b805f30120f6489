import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { brandLabel, OTHER_BRAND } from "#app/domain/categories/derive/brand.ts";
import { stringStateOf } from "#app/domain/categories/derive/measured.ts";
import { listingPath, sellPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { formatApproximation, formatDay, formatKm, formatNumber, formatPrice } from "#app/domain/format.ts";
import { REGION_KM, roughKm } from "#app/domain/geo.ts";
import type { Model, Specs } from "#app/domain/models/model.ts";
import { centsToInput } from "#app/domain/money.ts";
import { type Country, formatPlace, isCountry, publicPostalCode } from "#app/domain/place.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { presentMainPhoto, presentPhoto } from "#app/features/photos/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { writtenIn } from "#app/platform/locale.server.ts";
import { currentRate } from "#app/platform/request-context.server.ts";
import type { Approximation } from "#app/ui/price.tsx";
import { keyText } from "./picked.ts";
import type { CardRow, DetailRow } from "./queries.server.ts";
import type { ListingRow } from "./rows.ts";
import { isJustListed, suggestedPrice } from "./rules.ts";
import {
  brandText,
  fieldLabel,
  fullValueText,
  meaningText,
  sentence,
  stringStateText,
  valueText,
} from "./texts.server.ts";
import type { Fact, Interest, JustListed, ListingCard, ListingDetail, OwnListing } from "./view.ts";

function detailFact(
  definition: CategoryDefinition,
  row: ListingRow,
  name: string,
  specs: Specs | null,
): Fact {
  const meaning = meaningText(definition, name, row.attributes[name]) ?? undefined;
  const field = definition.fields[name];
  const plain = {
    ...fact(definition, row, name),
    ...(field && row.attributes[name] !== undefined && { value: fullValueText(field, row.attributes[name]) }),
    ...(meaning && { meaning }),
  };
  const state =
    row.attributes[name] === undefined ? null : stringStateOf(definition, name, row.attributes, specs);
  if (state === null) return plain;
  return { ...plain, value: m.measured_value({ value: plain.value, measured: stringStateText(state) }) };
}

function fact(definition: CategoryDefinition, row: ListingRow, name: string): Fact {
  const label = fieldLabel(definition, name);
  if (name === "brand")
    return { label, value: row.brand === null ? m.listing_not_known() : brandText(row.brand) };
  const field = definition.fields[name];
  const value = row.attributes[name];
  return { label, value: field && value !== undefined ? valueText(field, value) : m.listing_not_known() };
}

/** The postal area ("1012") and country, never more than that (decision 0014). Null when they are not known. */
export function areaOf(
  row: Pick<ListingRow, "country" | "postal_code">,
): { code: string; country: Country } | null {
  const { country, postal_code } = row;
  if (country === null || postal_code === null || !isCountry(country)) return null;
  return { code: publicPostalCode(country, postal_code), country };
}

/** "1012 Amsterdam, NL"; null where the seller gave no place. */
function placeOf(row: ListingRow): string | null {
  const area = areaOf(row);
  return area && formatPlace({ country: area.country, postalCode: area.code }, row.town);
}

/** The distance as others may know it, in whole kilometres; null without one. */
export function publicDistance({
  distance_km: km = null,
  distance_rough: isRough = false,
  approximate,
}: ListingRow): { readonly km: number; readonly isRough: boolean } | null {
  if (km === null) return null;
  return { km: isRough ? roughKm(approximate ? km - REGION_KM : km) : Math.max(1, Math.round(km)), isRough };
}

/**
 * "12 km", or "about 50 km" when only the region of the listing or of the visitor's postal code is known; null without
 * a distance.
 */
function distanceOf(row: CardRow, locale: string): string | null {
  const distance = publicDistance(row);
  if (distance === null) return null;
  const text = formatKm(distance.km, locale);
  return distance.isRough ? m.listing_distance_about({ distance: text }) : text;
}

/** Null for the euro, or where the rate of the visitor's currency is not known. */
export function approximation(cents: number, locale: string): Approximation | null {
  const rate = currentRate();
  if (!rate) return null;
  const date = formatDay(new Date(rate.dated), locale);
  return { text: formatApproximation(cents, rate, locale), note: m.price_rate_of({ date }) };
}

const CHIP = "condition";

/** Null for a row whose type is no category's. */
export function presentCard(row: CardRow, viewer: Viewer | null): ListingCard | null {
  const definition = categoryOfType(row.type);
  if (!definition) return null;
  const locale = getLocale();
  const left = row.quantity - row.reserved;
  return {
    type: row.type,
    id: row.id,
    path: listingPath(definition, row.id),
    name: row.name,
    ...writtenIn(row.language),
    // "Other" above a name says nothing.
    brand: row.brand === null || row.brand === OTHER_BRAND ? null : brandLabel(row.brand),
    price: formatPrice(row.price_cents, locale),
    approximately: approximation(row.price_cents, locale),
    status: row.status,
    available: left > 1 ? m.listing_available({ n: formatNumber(left, locale) }) : null,
    photo: presentMainPhoto(row.photo, definition),
    place: placeOf(row),
    distance: distanceOf(row, locale),
    listed: formatDay(row.created_at, locale),
    listedAt: row.created_at.toISOString(),
    facts: definition.card
      .filter((name) => row.attributes[name] !== undefined)
      .map((name) => ({ ...fact(definition, row, name), ...(name === CHIP && { chip: true }) })),
    own: viewer?.id === row.user_id,
  };
}

export function presentCards(rows: readonly CardRow[], viewer: Viewer | null): ListingCard[] {
  return rows.map((row) => presentCard(row, viewer)).filter((card) => card !== null);
}

/** Null for anybody but the owner, and for an older listing. */
export function presentJustListed(row: ListingRow | undefined, viewer: Viewer | null): JustListed | null {
  const definition = row && categoryOfType(row.type);
  if (!definition || viewer?.id !== row.user_id || row.status !== "available") return null;
  if (!isJustListed(row.created_at, new Date())) return null;
  return {
    name: row.name,
    path: listingPath(definition, row.id),
    another: `${sellPath(definition)}?${new URLSearchParams({ like: row.id })}`,
  };
}

const INTEREST = {
  viewers: m.mine_viewers,
  favorites: m.mine_favorites,
  conversations: m.mine_conversations,
} as const;

const NO_INTEREST: Interest = { viewers: 0, favorites: 0, conversations: 0 };

export function presentOwn(row: ListingRow, interest: Interest = NO_INTEREST): OwnListing {
  const locale = getLocale();
  const suggested = row.status === "available" ? suggestedPrice(row.price_cents) : null;
  return {
    listing: keyText(row),
    interest: (["viewers", "favorites", "conversations"] as const).map((kind) => ({
      kind,
      count: formatNumber(interest[kind], locale),
      label: INTEREST[kind]({ count: interest[kind] }),
    })),
    price:
      suggested === null
        ? null
        : {
            cents: row.price_cents,
            text: formatPrice(row.price_cents, locale),
            suggested: centsToInput(suggested),
          },
    watched: interest.favorites > 0,
  };
}

/** The actions on a reserved or sold listing. */
const UNAVAILABLE_ACTIONS: readonly string[] = ["chat"];

/** A category without its own transaction options offers the chat. */
export function actionsOf({
  attributes,
  status,
}: Pick<ListingRow, "attributes" | "status">): readonly string[] {
  const options = attributes.transaction_options;
  const offered: readonly string[] = Array.isArray(options) ? options : ["chat"];
  return status === "available" ? offered : offered.filter((action) => UNAVAILABLE_ACTIONS.includes(action));
}

export function presentDetail(
  definition: CategoryDefinition,
  row: DetailRow,
  viewer: Viewer | null,
  { model, offers }: { model: Model | null; offers: boolean },
): ListingDetail | null {
  const card = presentCard({ ...row, photo: row.photos[0] ?? null }, viewer);
  if (!card) return null;
  const { detail, detailUnknown = [] } = definition;
  const isStated = (name: string) =>
    name === "brand" ? row.brand !== null : row.attributes[name] !== undefined;
  return {
    ...card,
    description: row.description,
    photos: row.photos.map(presentPhoto),
    rows: detail
      .filter((name) => isStated(name) || detailUnknown.includes(name))
      .map((name) => detailFact(definition, row, name, model?.specs ?? null)),
    seller: { id: row.seller.id, username: row.seller.username, avatarUrl: row.seller.avatar_url },
    quantity: row.quantity,
    hiddenNote: row.unanswered ? m.listing_own_unanswered_text() : null,
    mayEdit: !row.removed && can(viewer, "edit", { kind: "listing", userId: row.user_id }),
    mayDelete: can(viewer, "delete", { kind: "listing", userId: row.user_id }),
    deleteFailed: sentence(definition, "delete_failed_title"),
    actions: actionsOf(row),
    offers,
  };
}
