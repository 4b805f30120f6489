import type { DB } from "#app/platform/db-types.ts";

/**
 * The columns of each table that the data export contains. The export of a new column is a decision: it is named here, or
 * left out in `RETENTION`, and exported-columns.test.ts fails until one of both is done.
 */
const EXPORTED_COLUMNS: Readonly<Partial<Record<keyof DB, string>>> = {
  accounts: "account_id created_at provider_id scope updated_at",
  api_keys: "created_at expires_at hint name origins scopes used_at used_from",
  appeals: "answer created_at decided_at reversed words",
  cart_items: "added_at listing_id listing_name listing_type",
  cart_requests: "listing_id listing_type room_id",
  chat_messages: "created_at message",
  chat_rooms: "created_at id last_message_at",
  complaints: "answer created_at decided_at reversed words",
  concierge_votes: "answer_id helpful reply voted_at",
  deal_items: "condition listing_id listing_name listing_type pieces",
  deal_proposals: "closed_at created_at id kind made_by price_cents reason state",
  deals: `buyer_confirmed_at cancelled_at cancelled_by carrier created_at elsewhere ended_because given_as
    given_at id lapses_at price_cents reason received_at room_id seller_confirmed_at state
    tracking_number updated_at`,
  case_questions: "answer answered_at asked_at words",
  decisions: "action also id in_force_at reversed_at rule until words",
  events: "created_at kind seq subject",
  factor_resets: "asked_at due_at ended_at reason state words",
  favorites: "created_at id listing_id listing_type",
  feed_runs: `answered_at created failed fault feed_id finished_at gone id kept nameless reading sold_here spared started_at
    state updated upload_id withdrawn`,
  feeds: "created_at every_hours failures id next_at state url username",
  listings: `approximate attributes brand country created_at description hidden id latitude longitude model_id
    name postal_code price_cents quantity reserved row_key sold_here status town type updated_at`,
  notification_choices: "in_app kind mail",
  notifications: "content created_at id image_url kind path read_at search_query",
  photos: "created_at height hidden listing_type position width",
  picture_orders: "fault listing_id listing_type position state url",
  profiles: `billing_address bundle_items bundle_percent created_at email full_name phone shipping_address
    suspended_until updated_at username`,
  push_subscriptions: "off_kinds seen_at",
  recently_viewed: "listing_id listing_type viewed_at",
  reports: "created_at email id language pictures proof reason told_at words",
  saved_searches: "address created_at id looked_at name tell",
  sessions: "confirmed_at created_at ip_address used_at user_agent",
  silent_sellers: "answered_at asked_at hidden_at",
  staff: "granted_at role",
  stock_answers: "answered_at answers file_name used_at",
  terms_acceptances: "accepted_at language version",
  traders: "address certified_at created_at email name phone registration vat_id",
  upload_rows: "cells faults number upload_id",
  uploads: `bytes columns created created_at encoding failed fault file_name finished_at id kept known read rows
    separator sold_here state undo_asked_at undo_deleted undo_done_at undo_restored updated`,
  user_blocks: "created_at",
  user_preferences: `clothes_sizes country currency language language_chosen played_model played_type played_values
    push_hidden quiet_from quiet_until racket_sizes shoe_sizes time_zone updated_at`,
  user_reviews: "answer answered_at comment created_at deal_id id rating visible_at",
  users: `created_at email email_verified id image name phone_number phone_number_verified seen_at
    two_factor_enabled updated_at`,
  visible_reviews: "answer answered_at comment created_at deal_id id rating visible_at",
  webhook_endpoints: "created_at failing_since id off types url",
};

/** The columns of a table that the data export has. */
export function exportedColumns(table: string): readonly string[] {
  return EXPORTED_COLUMNS[table as keyof DB]?.split(/\s+/) ?? [];
}
