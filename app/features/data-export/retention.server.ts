import { sql } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { sessionEnd } from "#app/platform/session.server.ts";
import {
  filesOrLinks,
  listingName,
  OFFER,
  PHOTO_FILE,
  photoFiles,
  photosOfMessage,
  REVIEW,
  sharedAddress,
  sides,
  username,
} from "./fragments.server.ts";
import { MODERATION_RETENTION } from "./moderation-retention.server.ts";
import type { RetentionRule } from "./retention-rule.ts";
import { STOCK_RETENTION } from "./stock-retention.server.ts";

/** The row refers to the person, and goes with them. */
const OF_USER = { user_id: "cascade" } as const;

/**
 * Every table whose rows refer to a person, directly or through other rows, in the order of the data export
 * (docs/decisions/0024-data-export-and-account-deletion.md). retention.db.test.ts reports what is missing or differs.
 */
export const RETENTION: {
  readonly [Table in keyof DB]?: RetentionRule<Extract<keyof DB[Table], string>>;
} = {
  users: {
    field: "account",
    single: true,
    of: ["id"],
    names: { two_factor_enabled: "secondFactor", image: "pictureAtProvider", seen_at: "lastActiveAt" },
  },
  profiles: {
    onDelete: { id: "cascade" },
    field: "profile",
    single: true,
    names: { bundle_items: "discountFromItems", bundle_percent: "discountPercent" },
    without: ["avatar_url", "username_skeleton"],
    // The photo from which the profile picture was made.
    add: () => ({
      picture: sql`(
          select ${PHOTO_FILE} from photos
          where photos.user_id = profiles.id and starts_with(profiles.avatar_url, '/photos/' || photos.key || '/')
          order by photos.id desc limit 1
        )`,
    }),
  },
  user_preferences: { onDelete: OF_USER, field: "preferences", single: true, key: ["user_id"] },
  notification_choices: { onDelete: OF_USER, field: "notificationChoices", key: ["kind"] },
  // Where a browser takes messages, and its keys, are secrets.
  push_subscriptions: {
    onDelete: OF_USER,
    field: "notifiedBrowsers",
    names: { off_kinds: "notToldOf", seen_at: "seenAt" },
    without: ["id", "session_id", "endpoint", "p256dh", "auth", "server_key"],
    // What ended is kept for the choices (docs/decisions/0174-web-push.md).
    add: () => ({ ended: sql`session_id is null` }),
  },
  push_notes: { notExported: "`notifications` and `messages` have what browsers are told" },
  webhook_endpoints: {
    onDelete: OF_USER,
    field: "webhooks",
    names: { types: "toldOf" },
    without: [
      "claimed_until",
      "former_secret",
      "former_until",
      "key_id",
      "rests_until",
      "secret",
      "slow",
      "unanswered",
    ],
  },
  webhook_deliveries: {
    notExported: "which events were sent to `webhooks`, for a month; they have ids and states alone",
  },
  accounts: {
    onDelete: OF_USER,
    field: "identities",
    names: { provider_id: "provider" },
    without: [
      "id",
      "access_token",
      "access_token_expires_at",
      "id_token",
      "password",
      "refresh_token",
      "refresh_token_expires_at",
    ],
  },
  two_factors: { onDelete: OF_USER, notExported: "a secret; `account` says whether it exists" },
  sessions: {
    onDelete: OF_USER,
    field: "devices",
    names: { user_agent: "browser", created_at: "signedInAt" },
    without: ["id", "token", "expires_at", "updated_at"],
    add: () => ({ endsAt: sessionEnd() }),
  },
  access_tokens: { notExported: "hashes of short secrets; `devices` has the sessions that they belong to" },
  refresh_tokens: { notExported: "hashes of secrets; `devices` has the sessions that they belong to" },
  // The end of the secret, by which its owner recognises it, is no secret.
  api_keys: {
    onDelete: OF_USER,
    field: "apiKeys",
    names: { created_at: "madeAt" },
    without: ["id", "hash"],
  },
  api_requests: { onDelete: OF_USER, notExported: "answers to requests with an Idempotency-Key, for a day" },
  known_devices: { onDelete: OF_USER, notExported: "hashes; `devices` has the signed-in browsers" },
  former_usernames: {
    onDelete: OF_USER,
    notExported: "the appearance of a recently changed username; it leads to the person's page",
  },
  terms_acceptances: { onDelete: OF_USER, field: "acceptedTerms", key: ["version"] },
  traders: { onDelete: OF_USER, field: "trader", key: ["user_id"] },
  staff: { onDelete: OF_USER, field: "staff", key: ["user_id"] },
  listings: {
    onDelete: OF_USER,
    field: "listings",
    without: ["search", "shelf_place", "language"],
    add: () => ({
      sku: sql`case when row_key like 'sku:%' then substr(row_key, 5) end`,
      photos: photoFiles(sql`listing_type = listings.type and listing_id = listings.id`),
    }),
  },
  trending_listings: { notExported: "the listings of the home page, which everybody sees" },
  // A job deletes the rows without an owner, and their files, within the hour (photos/jobs.server.ts). Photos in
  // messages and in reports stay: the other user keeps the conversation, and moderators keep the evidence.
  photos: {
    onDelete: { user_id: "set null" },
    field: "otherPhotos",
    where: () => sql`listing_id is null`,
    names: { created_at: "uploadedAt" },
    without: ["id", "key", "thumbhash", "dhash", "avif", "chat_message_id", "listing_id"],
    add: () => ({ file: PHOTO_FILE }),
  },
  ...STOCK_RETENTION,
  silent_sellers: { onDelete: OF_USER, field: "askedIfStillForSale", key: ["user_id"] },
  favorites: {
    onDelete: OF_USER,
    field: "favorites",
    names: { created_at: "addedAt" },
    add: () => ({ name: listingName("favorites") }),
  },
  recently_viewed: {
    onDelete: OF_USER,
    field: "recentlyViewed",
    key: ["listing_id"],
    add: () => ({ name: listingName("recently_viewed") }),
  },
  cart_items: {
    onDelete: OF_USER,
    field: "cart",
    key: ["listing_id"],
    names: { listing_name: "name" },
  },
  cart_requests: {
    field: "cartRequests",
    where: (userId) => sql`room_id in (select id from chat_rooms where buyer_id = ${userId})`,
    key: ["room_id", "listing_id"],
    names: { room_id: "chat" },
    add: () => ({ name: listingName("cart_requests") }),
  },
  saved_searches: {
    onDelete: OF_USER,
    field: "savedSearches",
    names: { tell: "tellMeOfNewOnes", created_at: "savedAt" },
    without: ["words"],
  },
  saved_search_queries: { partOf: "savedSearches" },
  saved_search_matches: { notExported: "which new listings the saved searches find, for a month" },
  chat_rooms: {
    onDelete: { seller_id: "set null", buyer_id: "set null" },
    field: "chats",
    where: (userId) => sql`(last_message_at is not null or buyer_id = ${userId})`,
    names: { created_at: "openedAt" },
    without: ["blocked", "listing_id", "listing_name", "listing_type", "seq"],
    add: (userId) => ({
      listing: sql`json_build_object('type', listing_type, 'id', listing_id, 'name', listing_name)`,
      unread: sql`coalesce((
        select unread_count from chat_notifications where chat_room_id = chat_rooms.id and user_id = ${userId}
      ), 0)`,
      ...sides(userId),
    }),
  },
  chat_notifications: { onDelete: OF_USER, partOf: "chats" },
  chat_messages: {
    onDelete: { sender_id: "set null" },
    inside: { table: "chat_rooms", by: "chat_room_id" },
    field: "messages",
    key: ["seq"],
    names: { created_at: "writtenAt" },
    without: ["client_id", "hidden", "id", "language", "offer_id", "photo_count", "search", "seq"],
    add: (userId) => ({
      from: sql`case when sender_id = ${userId} then 'me' else 'them' end`,
      photos: photosOfMessage(userId),
      offer: OFFER,
    }),
    values: { photos: filesOrLinks },
  },
  offers: { partOf: "chats" },
  user_blocks: {
    onDelete: { blocker_id: "cascade", blocked_id: "cascade" },
    field: "blocked",
    of: ["blocker_id"],
    key: ["blocked_id"],
    names: { created_at: "since" },
    add: () => ({ username: username("blocked_id") }),
  },
  deals: {
    onDelete: { seller_id: "set null", buyer_id: "set null" },
    field: "deals",
    names: {
      room_id: "chat",
      created_at: "markedAt",
      seller_confirmed_at: "soldAt",
      buyer_confirmed_at: "confirmedAt",
    },
    // `deal_items` replaced them.
    without: ["condition", "listing_id", "listing_name", "listing_type", "model_id", "pieces"],
    add: (userId) => ({
      ...sides(userId),
      sharedAddress: sharedAddress(userId),
    }),
  },
  deal_addresses: { partOf: "deals" },
  deal_items: {
    inside: { table: "deals", by: "deal_id" },
    field: "items",
    key: ["place"],
    names: { listing_type: "type", listing_id: "id", listing_name: "name" },
    without: ["model_id", "place"],
    add: () => ({ model: sql`(select slug from models where models.id = model_id)` }),
  },
  deal_proposals: {
    inside: { table: "deals", by: "deal_id" },
    field: "proposals",
    names: { made_by: "by", created_at: "at" },
  },
  user_reviews: {
    onDelete: { reviewer_id: "set null", reviewed_user_id: "cascade" },
    ...REVIEW,
    field: "reviewsGiven",
    of: ["reviewer_id"],
    add: () => ({ of: username("reviewed_user_id") }),
  },
  // Reviews about the person, once they are public.
  visible_reviews: {
    onDelete: { reviewer_id: "set null", reviewed_user_id: "cascade" },
    ...REVIEW,
    field: "reviewsReceived",
    of: ["reviewed_user_id"],
    add: () => ({ from: username("reviewer_id") }),
  },
  ...MODERATION_RETENTION,
  concierge_votes: { onDelete: OF_USER, field: "conciergeVotes", key: ["answer_id"] },
  notifications: {
    onDelete: { user_id: "cascade", about_id: "cascade" },
    field: "notifications",
    of: ["user_id"],
    without: ["event_key", "in_app", "mail", "mailed_at"],
  },
  events: { onDelete: OF_USER, field: "events", key: ["seq"] },
  event_streams: { onDelete: OF_USER, notExported: "counts the events, which the download has" },
};
