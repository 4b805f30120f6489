import { createHash } from "node:crypto";
import { href } from "react-router";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { keyOf } from "#app/features/photos/photo.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { statusText } from "../status-text.ts";
import type { ListingCard } from "../view.ts";
import type { ListingPicture, SharedPicture, ShopPicture } from "./shared-picture.ts";

/**
 * Increase it when draw.server.ts draws differently: browsers and other sites cache a picture permanently under its
 * URL.
 */
const RECIPE = 1;

/** A short hash of everything that is on the picture, as part of its URL. */
export function versionOf(picture: SharedPicture, photoKey: string | null = null): string {
  const shown = JSON.stringify([RECIPE, getLocale(), picture, photoKey]);
  return createHash("sha256").update(shown).digest("hex").slice(0, 16);
}

/** The picture of every page that has no other share picture. */
export function shopPicture(): ShopPicture {
  return { kind: "shop", title: m.home_title(), lead: m.shell_description() };
}

/** In the language of the request. */
export function listingPicture(
  card: Pick<ListingCard, "type" | "name" | "price" | "facts" | "status">,
): ListingPicture {
  const facts = card.facts.map(({ value }) => value);
  return {
    kind: "listing",
    name: card.name,
    price: card.price,
    facts: [statusText(card.status) ?? [], ...facts].flat().join(" · "),
    drawing: categoryOfType(card.type)?.drawing ?? [],
  };
}

export function shopPictureAddress(): string {
  return wholeAddress(href("/og/shop/:file", { file: `${versionOf(shopPicture())}.jpg` }));
}

/** The full URL, which changes when anything on the picture changes. */
export function listingPictureAddress(card: ListingCard): string {
  return wholeAddress(`/og${card.path}/${versionOf(listingPicture(card), keyOf(card.photo))}.jpg`);
}
