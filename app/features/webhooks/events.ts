import { DEAL } from "#app/domain/deal-process.ts";
import { LISTING_STATUSES } from "#app/domain/listing.ts";
import { OFFER } from "#app/domain/offer-process.ts";
import { movesOf } from "#app/domain/process.ts";

const reachedBy = (moves: readonly (readonly [was: string, becomes: string])[]) => [
  ...new Set(moves.map(([, becomes]) => becomes)),
];

/**
 * What webhooks are told of, by the kind of thing. Triggers write the events (docs/triggers.md). A party of a deal that
 * confirms alone, or takes that back, leaves its state as it is: "confirmed", "unconfirmed".
 */
export const EVENTS = {
  listing: LISTING_STATUSES.map((status) => `listing.${status}`),
  offer: ["created", ...reachedBy(movesOf(OFFER))].map((step) => `offer.${step}`),
  deal: ["created", "confirmed", "unconfirmed", ...reachedBy(movesOf(DEAL))].map((step) => `deal.${step}`),
  message: ["message.created"],
} as const satisfies Record<string, readonly string[]>;

export type EventGroup = keyof typeof EVENTS;

export const EVENT_TYPES: readonly string[] = Object.values(EVENTS).flat();

/** Of an event that a person sends to try their webhook. */
export const TEST_EVENT = "test";
