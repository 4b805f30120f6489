/**
 * The owner of each table and view: only this feature writes to it (docs/laws.md, law 22). The tables of the platform
 * are open to all features, like its modules.
 */
export const OWNERS: Readonly<Record<string, string>> = {
  platform: `accounts auth_rate_limits chat_notifications client_builds currency_rates event_streams events former_usernames
    held_usernames listing_changes mails notifications outgoing_mails postal_codes profiles rate_limits sessions settings staff
    status_moves two_factors user_preferences users verifications`,
  accounts: "access_tokens factor_resets known_devices notification_choices refresh_tokens",
  api: "api_keys api_requests",
  assistant: "concierge_votes",
  cart: "cart_items",
  deals: "cart_requests deal_addresses deal_items deal_proposals deal_rooms deals",
  favorites: "favorites recently_viewed",
  home: "trending_listings",
  legal: "terms_acceptances",
  listings: "fact_counts gone_listings listing_counts listings shelf_counts",
  models: "model_aliases model_editions models",
  moderation: `appeals case_notes case_questions cases complaints conversation_views decision_templates decisions reports signal_marks staff_log`,
  offers: "offers",
  photos: "photos",
  push: "push_notes push_subscriptions",
  reviews: "user_reviews visible_reviews",
  rooms: "chat_messages chat_rooms user_blocks",
  "saved-searches": "saved_search_matches saved_search_queries saved_searches",
  search: "missed_searches search_lines search_synonyms search_term_changes search_terms",
  sellers: "traders",
  seo: "sitemap_parts",
  "silent-sellers": "silent_sellers",
  stock: `feed_listings feed_runs feeds picture_hosts picture_orders stock_answers stock_price_changes stock_price_tokens
    upload_batches upload_listings upload_models upload_parts upload_rows uploads`,
  webhooks: "webhook_deliveries webhook_endpoints",
};
