interface RetentionRule {
  /** The field of the data export's JSON file that has the table's rows, or why the data export leaves them out. */
  readonly exportedAs: string | { readonly not: string };
  /**
   * What the foreign key of each column does when the account is deleted (db/migrations). "cascade" deletes the row;
   * "set null" keeps it for others without the reference.
   */
  readonly onDelete: Readonly<Record<string, "cascade" | "set null">>;
}

/**
 * Every table that refers to a user (docs/decisions/0024-data-export-and-account-deletion.md). retention.db.test.ts
 * reports missing tables and foreign keys that differ.
 */
export const RETENTION: Readonly<Record<string, RetentionRule>> = {
  accounts: { exportedAs: "identities", onDelete: { user_id: "cascade" } },
  appeals: { exportedAs: "decisions", onDelete: { decided_by: "set null" } },
  cart_items: { exportedAs: "cart", onDelete: { user_id: "cascade" } },
  cases: {
    exportedAs: { not: "reports by others about the person's content; the person is notified of decisions" },
    onDelete: { person_id: "set null", claimed_by: "set null" },
  },
  chat_messages: { exportedAs: "chats", onDelete: { sender_id: "set null" } },
  chat_notifications: { exportedAs: "chats", onDelete: { user_id: "cascade" } },
  chat_rooms: { exportedAs: "chats", onDelete: { seller_id: "set null", buyer_id: "set null" } },
  concierge_votes: { exportedAs: "conciergeVotes", onDelete: { user_id: "cascade" } },
  deals: { exportedAs: "deals", onDelete: { seller_id: "set null", buyer_id: "set null" } },
  decisions: {
    exportedAs: "decisions",
    onDelete: { person_id: "set null", decided_by: "set null", confirmed_by: "set null" },
  },
  event_streams: {
    exportedAs: { not: "counts the events, which the download has" },
    onDelete: { user_id: "cascade" },
  },
  events: { exportedAs: "events", onDelete: { user_id: "cascade" } },
  favorites: { exportedAs: "favorites", onDelete: { user_id: "cascade" } },
  former_usernames: {
    exportedAs: { not: "the appearance of a recently changed username; it leads to the person's page" },
    onDelete: { user_id: "cascade" },
  },
  known_devices: {
    exportedAs: { not: "hashes without any information; `devices` has the signed-in browsers" },
    onDelete: { user_id: "cascade" },
  },
  listings: { exportedAs: "listings", onDelete: { user_id: "cascade" } },
  notification_choices: { exportedAs: "notificationChoices", onDelete: { user_id: "cascade" } },
  notifications: { exportedAs: "notifications", onDelete: { user_id: "cascade", about_id: "cascade" } },
  // A job deletes the rows without an owner, and their files, within the hour (photos/jobs.server.ts). Photos in
  // messages and in reports stay: the other user keeps the conversation, and moderators keep the evidence.
  photos: { exportedAs: "listings", onDelete: { user_id: "set null" } },
  picture_hosts: {
    exportedAs: { not: "which hosts in `orderedPictures` did not respond; only version 0.3 wrote it" },
    onDelete: { user_id: "cascade" },
  },
  picture_orders: { exportedAs: "orderedPictures", onDelete: { user_id: "cascade" } },
  profiles: { exportedAs: "profile", onDelete: { id: "cascade" } },
  recently_viewed: { exportedAs: "recentlyViewed", onDelete: { user_id: "cascade" } },
  // A case and its reports stay, because others may need them; they no longer name the person.
  reports: { exportedAs: "reports", onDelete: { reporter_id: "set null" } },
  saved_searches: { exportedAs: "savedSearches", onDelete: { user_id: "cascade" } },
  sessions: { exportedAs: "devices", onDelete: { user_id: "cascade" } },
  silent_sellers: { exportedAs: "askedIfStillForSale", onDelete: { user_id: "cascade" } },
  staff: { exportedAs: "staff", onDelete: { user_id: "cascade" } },
  stock_price_changes: {
    exportedAs: { not: "the prices before the last bulk change, for ten minutes" },
    onDelete: { user_id: "cascade" },
  },
  stock_price_tokens: {
    exportedAs: { not: "that a form was already sent, for a day" },
    onDelete: { user_id: "cascade" },
  },
  terms_acceptances: { exportedAs: "acceptedTerms", onDelete: { user_id: "cascade" } },
  traders: { exportedAs: "trader", onDelete: { user_id: "cascade" } },
  two_factors: {
    exportedAs: { not: "a secret; `account` says whether there is a second factor" },
    onDelete: { user_id: "cascade" },
  },
  uploads: { exportedAs: "uploads", onDelete: { user_id: "cascade" } },
  user_blocks: { exportedAs: "blocked", onDelete: { blocker_id: "cascade", blocked_id: "cascade" } },
  user_preferences: { exportedAs: "preferences", onDelete: { user_id: "cascade" } },
  user_reviews: {
    exportedAs: "reviewsGiven",
    onDelete: { reviewer_id: "set null", reviewed_user_id: "cascade" },
  },
};
