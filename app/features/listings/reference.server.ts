import { z } from "zod";
import { euros, eurosOf, id } from "#app/features/api/fields.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { env } from "#app/platform/env.server.ts";
import type { CardRow } from "./queries.server.ts";

/** A listing inside another thing of the API. */
export const listingReference = z
  .object({
    listing_type: z.string(),
    listing_id: id.nullable().meta({ description: "Null for a deleted listing." }),
    name: z.string(),
    price: euros.nullable().meta({ description: "The asking price of one piece, in euros." }),
    image: z.url().nullable(),
  })
  .meta({
    id: "ListingReference",
    description: "A listing in short. Of a deleted or hidden one, only its name is told.",
  });

/** A person inside another thing of the API. */
export const personReference = z
  .object({ username: z.string(), avatar_url: z.url().nullable() })
  .meta({ id: "PersonReference" });

type PersonReference = z.input<typeof personReference>;

/** Null for a deleted account. */
export function presentPersonReference<Name extends string | null>(
  username: Name,
  avatarUrl: string | null,
): PersonReference | (Name extends string ? never : null);
export function presentPersonReference(
  username: string | null,
  avatarUrl: string | null,
): PersonReference | null {
  if (username === null) return null;
  return { username, avatar_url: avatarUrl && new URL(avatarUrl, env().baseUrl).href };
}

interface Referred {
  readonly listing_type: string;
  readonly listing_id: string | null;
  readonly listing_name: string;
}

/** @param card the listing, if it exists and is not hidden */
export function presentReference(
  { listing_type, listing_id, listing_name }: Referred,
  card: CardRow | undefined,
): z.input<typeof listingReference> {
  return {
    listing_type,
    listing_id,
    name: card?.name ?? listing_name,
    price: card ? eurosOf(card.price_cents) : null,
    image: card?.photo ? photoAddress(env().baseUrl, card.photo.key) : null,
  };
}
