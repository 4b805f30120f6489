/**
 * What a person can be told of, and what is known of it: what its sentence is made of, in their language, when they are
 * told (features/notifications). Ids and names only; prices are euro cents.
 */
export interface NoticeFacts {
  /** Somebody wrote while this person was away. */
  message: { readonly username: string; readonly listing: string };
  /** Something new that a search finds; `more`: how many others the same search found at once. */
  saved_search: { readonly search: string; readonly listing: string; readonly more: number };
  /** A favourite costs less. */
  price_drop: { readonly listing: string; readonly wasCents: number; readonly nowCents: number };
  /** A favourite is no longer for sale. */
  sold: { readonly listing: string };
  /** A favourite is for sale again. */
  back: { readonly listing: string };
  /** Somebody reviewed this person; without a rating nobody reads it yet. */
  review: { readonly username: string; readonly rating: number | null };
  /** The other of a deal did something; "taken": what this person asked about went to somebody else. */
  deal: { readonly event: DealEvent; readonly username: string; readonly listing: string };
  /** Something changed about the account. */
  account: { readonly event: AccountEvent };
}

export const DEAL_EVENTS = [
  "proposed",
  "confirmed",
  "cancelled",
  "handed_over",
  "sent",
  "received",
  "taken",
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
] as const;
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number];

export type NoticeKind = keyof NoticeFacts;

/** By mail as it happens, once a day with the rest of that day, or not. */
export const MAIL_PACES = ["at_once", "daily", "off"] as const;
export type MailPace = (typeof MAIL_PACES)[number];

export interface NoticeChoice {
  readonly inApp: boolean;
  readonly mail: MailPace;
}

/** How a kind is told to who chose nothing, in the order of the settings. */
export const NOTICE_KINDS = {
  message: { inApp: true, mail: "at_once" },
  saved_search: { inApp: true, mail: "daily" },
  price_drop: { inApp: true, mail: "daily" },
  sold: { inApp: true, mail: "off" },
  back: { inApp: true, mail: "daily" },
  review: { inApp: true, mail: "at_once" },
  deal: { inApp: true, mail: "at_once" },
  account: { inApp: true, mail: "at_once" },
} as const satisfies Record<NoticeKind, NoticeChoice>;
