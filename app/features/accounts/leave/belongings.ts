/** What becomes of the rows of a table that refer to somebody. */
interface Belonging {
  /** Where the download has it, as a field of second-serve.json; or why it has not. */
  readonly download: string | { readonly not: string };
  /**
   * By column: whether the rows are deleted with the person, or stay for others and no longer say whose they were. The
   * foreign key does it (db/migrations): "deleted" is `on delete cascade`, "nobody's" is `on delete set null`.
   */
  readonly leaving: Readonly<Record<string, "deleted" | "nobody's">>;
}

/**
 * Every table that refers to a person (docs/decisions/0024-leaving.md). belongings.db.test.ts names those that are
 * missing here, and those whose foreign key says something else.
 */
export const BELONGINGS: Readonly<Record<string, Belonging>> = {
  accounts: { download: "identities", leaving: { user_id: "deleted" } },
  cart_items: { download: "cart", leaving: { user_id: "deleted" } },
  chat_messages: { download: "chats", leaving: { sender_id: "nobody's" } },
  chat_notifications: { download: "chats", leaving: { user_id: "deleted" } },
  chat_rooms: { download: "chats", leaving: { seller_id: "nobody's", buyer_id: "nobody's" } },
  deals: { download: "deals", leaving: { seller_id: "nobody's", buyer_id: "nobody's" } },
  event_streams: {
    download: { not: "counts the events, which the download has" },
    leaving: { user_id: "deleted" },
  },
  events: { download: "events", leaving: { user_id: "deleted" } },
  favorites: { download: "favorites", leaving: { user_id: "deleted" } },
  former_usernames: {
    download: { not: "what a name looked like that was left lately; it leads to the person's page" },
    leaving: { user_id: "deleted" },
  },
  known_devices: {
    download: { not: "hashes that tell nobody anything; where one is signed in stands in `devices`" },
    leaving: { user_id: "deleted" },
  },
  listings: { download: "listings", leaving: { user_id: "deleted" } },
  notification_choices: { download: "notificationChoices", leaving: { user_id: "deleted" } },
  notifications: { download: "notifications", leaving: { user_id: "deleted", about_id: "deleted" } },
  // The files are swept by their rows, within the hour (listings/photos/jobs.server.ts), but for those in messages, which
  // the other keeps as what was written beside them.
  photos: { download: "listings", leaving: { user_id: "nobody's" } },
  picture_hosts: {
    download: { not: "which hosts of the addresses in `orderedPictures` said nothing lately, for a day" },
    leaving: { user_id: "deleted" },
  },
  picture_orders: { download: "orderedPictures", leaving: { user_id: "deleted" } },
  profiles: { download: "profile", leaving: { id: "deleted" } },
  recently_viewed: { download: "recentlyViewed", leaving: { user_id: "deleted" } },
  review_reports: { download: "reviewsReported", leaving: { reporter_id: "deleted" } },
  saved_searches: { download: "savedSearches", leaving: { user_id: "deleted" } },
  sessions: { download: "devices", leaving: { user_id: "deleted" } },
  stock_price_changes: {
    download: { not: "what prices were before the last change of many, for ten minutes" },
    leaving: { user_id: "deleted" },
  },
  stock_price_tokens: {
    download: { not: "that a form was sent already, for a day" },
    leaving: { user_id: "deleted" },
  },
  two_factors: {
    download: { not: "a secret; that there is a second factor stands in `account`" },
    leaving: { user_id: "deleted" },
  },
  uploads: { download: "uploads", leaving: { user_id: "deleted" } },
  user_blocks: { download: "blocked", leaving: { blocker_id: "deleted", blocked_id: "deleted" } },
  user_preferences: { download: "preferences", leaving: { user_id: "deleted" } },
  user_reviews: {
    download: "reviewsGiven",
    leaving: { reviewer_id: "nobody's", reviewed_user_id: "deleted" },
  },
};
