/**
 * The facts of each kind of notice. Its sentence is made from them when it is shown, in the reader's language. Prices
 * are in euro cents.
 */
export interface NoticeFacts {
  /** A message arrived while this person was away. */
  message: { readonly username: string; readonly listing: string };
  /** A saved search found a new listing; `more`: how many others it found at the same time. */
  saved_search: { readonly search: string; readonly listing: string; readonly more: number };
  /** A favourite costs less. */
  price_drop: { readonly listing: string; readonly wasCents: number; readonly nowCents: number };
  /** A favourite is no longer for sale. Without a status it was deleted or hidden. */
  sold: { readonly listing: string; readonly status?: "reserved" | "sold" | undefined };
  /** A favourite is for sale again. */
  back: { readonly listing: string };
  /** This person was reviewed. The rating is null while nobody can read the review yet. */
  review: { readonly username: string; readonly rating: number | null };
  /**
   * The other party of a deal or of an offer acted, or its time was over. "taken_reserved" and "taken_sold": another
   * buyer got the listing that this person asked about. "available": that listing is for sale again. `reason`: what the
   * other party wrote about it, which only the mail repeats.
   */
  deal: {
    readonly event: DealEvent;
    readonly username: string;
    readonly listing: string;
    readonly reason?: string | undefined;
    /** Of the event "suspended". */
    readonly suspension?: DealSuspension | undefined;
  };
  /** An offer or a counter-offer arrived. The bell counts the offer's chat message as unread, not this notice. */
  offer: {
    readonly event: OfferEvent;
    readonly username: string;
    readonly listing: string;
    readonly priceCents: number;
  };
  account: { readonly event: AccountEvent };
}

/** What the reader of a notice needs to know of a deal whose other party is suspended. */
export interface DealSuspension {
  /** The role of the reader. */
  readonly role: "seller" | "buyer";
  /** The item was handed over or sent. */
  readonly given: boolean;
  /** ISO 8601; null: for good. */
  readonly until: string | null;
}

export const OFFER_EVENTS = ["made", "countered"] as const;
export type OfferEvent = (typeof OFFER_EVENTS)[number];

export const DEAL_EVENTS = [
  // Only in older notices, which did not distinguish "reserved" from "sold".
  "proposed",
  "reserved",
  "sold",
  "confirmed",
  "cancelled",
  "handed_over",
  "sent",
  "received",
  // Only in older notices: now "taken_reserved" or "taken_sold".
  "taken",
  "taken_reserved",
  "taken_sold",
  "available",
  "requested",
  "request_declined",
  "request_lapsed",
  "address_shared",
  "address_changed",
  "address_taken_back",
  "price_proposed",
  "price_confirmed",
  "cancellation_proposed",
  "cancellation_confirmed",
  "proposal_declined",
  "proposal_withdrawn",
  "ended_unpaid",
  "ended_not_collected",
  "ended_not_handed_over",
  // The other party deleted their account. The first: the deal goes on. The second: it was cancelled.
  "account_deleted",
  "ended_account_deleted",
  // The other party of an open deal is suspended, or no longer.
  "suspended",
  "suspension_over",
  "offer_ended_account_deleted",
  "offer_accepted",
  "offer_declined",
  "offer_withdrawn",
  "offer_expired",
  "offer_ended",
  // The listing has fewer pieces than the offer was for.
  "offer_ended_pieces",
] as const;
export type DealEvent = (typeof DEAL_EVENTS)[number];

export const ACCOUNT_EVENTS = [
  "new-device",
  "password",
  "email",
  "way-added",
  "way-removed",
  "factor-on",
  "factor-off",
  // An operator asked to reset the second factor, which the person can refuse.
  "factor-reset",
  "key-made",
  "statement",
  "report-acted",
  "report-dismissed",
  "complaint",
  "question",
  "question-answered",
  "case-handed-on",
  // A moderator read one of the person's conversations.
  "conversation-read",
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

export type NoticeKind = keyof NoticeFacts;

export const MAIL_PACES = ["at_once", "daily", "off"] as const;
export type MailPace = (typeof MAIL_PACES)[number];

export interface NoticeChoice {
  readonly inApp: boolean;
  readonly mail: MailPace;
}

/** The default delivery of each kind, in the order of the settings. */
export const NOTICE_KINDS = {
  message: { inApp: true, mail: "at_once" },
  saved_search: { inApp: true, mail: "daily" },
  price_drop: { inApp: true, mail: "daily" },
  sold: { inApp: true, mail: "off" },
  back: { inApp: true, mail: "daily" },
  review: { inApp: true, mail: "at_once" },
  deal: { inApp: true, mail: "at_once" },
  offer: { inApp: true, mail: "at_once" },
  account: { inApp: true, mail: "at_once" },
} as const satisfies Record<NoticeKind, NoticeChoice>;
