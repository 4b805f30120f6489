import { createHash } from "node:crypto";
import { href } from "react-router";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { statusText } from "../status-text.ts";
import type { ListingCard } from "../view.ts";
import type { ListingPicture, SharedPicture, ShopPicture } from "./shared-picture.ts";

/** Raise it with how pictures are drawn (draw.server.ts): their addresses are kept for ever by who looked at them. */
const RECIPE = 1;

/** What the picture is made of, in so many letters that no two are alike. */
export function versionOf(picture: SharedPicture, photoKey: string | null = null): string {
  const made = JSON.stringify([RECIPE, getLocale(), picture, photoKey]);
  return createHash("sha256").update(made).digest("hex").slice(0, 16);
}

/** The picture of every page that has none of its own. */
export function shopPicture(): ShopPicture {
  return { kind: "shop", title: m.home_title(), lead: m.shell_description() };
}

/** The picture of a listing, in the language of the request. */
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

/** Where the picture of every other page is. */
export function shopPictureAddress(): string {
  return wholeAddress(href("/og/shop/:file", { file: `${versionOf(shopPicture())}.jpg` }));
}

/** Where a listing's picture is: elsewhere as soon as something on it changes. */
export function listingPictureAddress(card: ListingCard): string {
  return wholeAddress(`/og${card.path}/${versionOf(listingPicture(card), card.photo?.key)}.jpg`);
}
