import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import {
  browsePath,
  comparePath,
  editPath,
  listingPath,
  modelPath,
  modelsPath,
  oldListingPath,
  sellPath,
} from "#app/domain/categories/paths.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";

/**
 * All URLs except those that server/app.ts answers: /events, /healthz, /readyz, /metrics and the files of public photos.
 */
export default [
  index("routes/home/home.route.tsx"),

  // The pages of each category, which share route modules.
  ...CATEGORIES.flatMap((category) => {
    const { type, plural, subcategories } = category;
    const browse = "routes/listings/browse.route.tsx";
    const form = "routes/listings/form.route.tsx";
    return [
      route(browsePath(category), browse, { id: `browse-${plural}` }),
      ...["new", ...subcategories.map((sub) => sub.slug)].map((slug) =>
        route(browsePath(category, slug), browse, { id: `browse-${plural}-${slug}` }),
      ),
      ...(category.models
        ? [
            route(modelsPath(category), "routes/models/models.route.tsx", { id: `models-${plural}` }),
            route(modelPath(category, ":slug"), "routes/models/model.route.tsx", { id: `model-${type}` }),
            route(comparePath(category), "routes/models/compare.route.tsx", { id: `compare-${plural}` }),
          ]
        : []),
      route(listingPath(category, ":id"), "routes/listings/detail.route.tsx", { id: `detail-${type}` }),
      route(editPath(listingPath(category, ":id")), form, { id: `edit-${type}` }),
      route(sellPath(category), form, { id: `sell-${type}` }),
      // Redirects old URLs: /racket/{id} (decision 0006).
      route(oldListingPath(category, ":id"), "routes/listings/old-address.route.ts", { id: `old-${type}` }),
    ];
  }),
  route("/my-listings", "routes/listings/my-listings.route.tsx"),
  route("/my-listings/bundle", "routes/listings/bundle.route.ts"),
  route("/my-listings/still-for-sale", "routes/listings/still-for-sale.route.tsx"),
  route("/listings/window", "routes/listings/browse-batch.route.ts"),
  route("/listings/counts", "routes/listings/browse-counts.route.ts"),
  route("/listings/related", "routes/listings/related.route.ts"),

  // Photos
  route("/photos", "routes/photos/upload.route.ts"),
  route("/photos/:id", "routes/photos/photo.route.ts"),

  // Selling
  route("/sell", "routes/sell/sell.route.tsx"),
  route("/sell/individual", "routes/sell/individual.route.tsx"),
  ...["/sell/new", "/sell/shared", "/sellBusiness"].map((path) =>
    route(path, "routes/sell/redirects.route.ts", { id: `moved${path}` }),
  ),

  // Selling as a business
  route("/sell/business", "routes/stock/dashboard.route.tsx"),
  route("/sell/business/overview", "routes/stock/overview.route.tsx"),
  route("/sell/business/overview.csv", "routes/stock/overview-file.route.ts"),
  route("/sell/business/trader", "routes/stock/trader.route.tsx"),
  route("/sell/business/template.csv", "routes/stock/template.route.ts"),
  route("/sell/business/values.csv", "routes/stock/values.route.ts"),
  route("/sell/business/stock", "routes/stock/stock.route.tsx"),
  route("/sell/business/stock/item", "routes/stock/stock-item.route.ts"),
  route("/sell/business/stock.csv", "routes/stock/stock-file.route.ts"),
  route("/sell/business/uploads", "routes/stock/uploads.route.ts"),
  route("/sell/business/uploads/:id", "routes/stock/upload.route.ts"),
  route("/sell/business/uploads/:id/failed.csv", "routes/stock/failed-rows.route.ts"),
  route("/sell/business/uploads/:id/pictures", "routes/stock/upload-pictures.route.ts"),
  route("/sell/business/answers/:id", "routes/stock/answers.route.tsx"),
  route("/sell/business/feeds", "routes/stock/feeds.route.tsx"),
  route("/sell/business/feeds/:id", "routes/stock/feed.route.tsx"),
  route("/sell/business/api/webhooks", "routes/webhooks/webhooks.route.tsx"),
  route("/sell/business/api/webhooks/:id", "routes/webhooks/webhook.route.tsx"),
  route("/sell/business/api", "routes/security/keys.route.tsx", { id: "shop-keys" }),
  route("/sell/business/pictures", "routes/stock/pictures.route.ts"),

  // Suggestions of models while a seller types, and price guides
  route("/models.json", "routes/models/suggestions.route.ts"),
  route("/models/prices.json", "routes/models/prices.route.ts"),

  // Search
  route("/search", "routes/search/search.route.tsx"),
  route("/search/suggestions", "routes/search/suggestions.route.ts"),
  route("/search/saved", "routes/saved-searches/saved.route.ts"),
  route("/search/saved/new", "routes/saved-searches/new.route.tsx"),
  route("/search/saved/:id", "routes/saved-searches/edit.route.tsx"),

  // Signing in and up
  route("/auth", "routes/accounts/auth.route.tsx"),
  route("/auth/forgot", "routes/accounts/forgot.route.tsx"),
  route("/auth/verify", "routes/accounts/verify.route.tsx"),
  route("/auth/code", "routes/accounts/code.route.tsx"),
  route("/auth/two-factor", "routes/accounts/two-factor.route.tsx"),
  route("/auth/factor-reset/:id", "routes/accounts/factor-reset.route.tsx"),
  route("/auth/reset", "routes/accounts/reset.route.tsx"),
  route("/auth/id-token", "routes/accounts/id-token.route.ts"),
  route("/auth/session", "routes/accounts/session.route.ts"),
  route("/return-to-app", "routes/accounts/return-to-app.route.ts"),
  route("/api/auth/*", "routes/accounts/auth-callback.route.tsx"),
  route("/mail/unsubscribe", "routes/accounts/unsubscribe.route.tsx"),
  route("/sign-out", "routes/accounts/sign-out.route.tsx"),

  // Profile, with a layout with tabs
  layout("routes/profile/frame.route.tsx", [
    route("/profile", "routes/profile/profile.route.tsx"),
    route("/profile/picture", "routes/profile/picture.route.tsx"),
    route("/profile/email", "routes/profile/email.route.tsx"),
    route("/profile/email/link", "routes/profile/email-link.route.tsx"),
    route("/profile/played", "routes/profile/own-racket.route.tsx"),
    route("/profile/reviews", "routes/profile/reviews.route.tsx"),
    route("/profile/security", "routes/security/security.route.tsx"),
    route("/profile/security/identities", "routes/security/identities.route.tsx"),
    route("/profile/security/confirm", "routes/security/confirm.route.tsx"),
    route("/profile/security/password", "routes/security/password.route.tsx"),
    route("/profile/security/phone", "routes/security/phone.route.tsx"),
    route("/profile/security/two-factor", "routes/security/two-factor.route.tsx"),
    route("/profile/security/keys", "routes/security/keys.route.tsx"),
    route("/profile/download", "routes/profile/data-export.route.tsx"),
    route("/profile/delete", "routes/profile/account-deletion.route.tsx"),
  ]),
  route("/profile/username", "routes/profile/username.route.ts"),
  route("/profile/download/archive", "routes/profile/data-export-archive.route.ts"),
  route("/profile/security/reset-email", "routes/security/reset-email.route.ts"),
  route("/profile/security/mail", "routes/security/mail.route.ts"),
  route("/profile/security/devices", "routes/security/devices.route.ts"),

  // The last tab of the bar on a phone
  route("/me", "routes/shell/me.route.tsx"),

  // Preferences
  route("/preferences/sizes", "routes/preferences/sizes.route.tsx"),
  route("/preferences/sizes/mine", "routes/preferences/mine.route.ts"),
  route("/preferences/region", "routes/shell/region.route.tsx"),
  route("/preferences/language", "routes/shell/language.route.ts"),
  route("/preferences/region/keep", "routes/shell/region-call.route.ts"),

  // Favourites, cart, sellers
  route("/favorites", "routes/favorites/favorites.route.tsx"),
  route("/favorites/item", "routes/favorites/item.route.ts"),
  route("/recently-viewed", "routes/favorites/recently-viewed.route.tsx"),
  route("/cart", "routes/cart/cart.route.tsx"),
  route("/cart/item", "routes/cart/item.route.ts"),
  route("/sellers/:username", "routes/sellers/seller.route.tsx"),
  route("/sellers/:username/google.xml", "routes/sellers/google-feed.route.ts"),
  route("/sellers/:username/products.json", "routes/sellers/products.route.ts"),
  route("/sellers/:username/block", "routes/chat/block-person.route.tsx"),

  // Messages: the list of conversations stays when the visitor opens another one
  route("/messages", "routes/chat/inbox.route.tsx", [route(":roomId", "routes/chat/thread.route.tsx")]),
  route("/messages/blocked", "routes/chat/blocked.route.tsx"),
  route("/messages/:roomId/block", "routes/chat/block.route.tsx"),
  route("/messages/:roomId/report", "routes/moderation/report-room.route.tsx"),
  // Endpoints of the chat for scripts and forms, and the pictures of messages
  route("/chat/rooms", "routes/chat/rooms.route.ts"),
  route("/chat/rooms/:roomId/messages", "routes/chat/messages.route.ts"),
  route("/chat/rooms/:roomId/read", "routes/chat/read.route.ts"),
  route("/chat/rooms/:roomId/typing", "routes/chat/typing.route.ts"),
  route("/chat/rooms/:roomId/block", "routes/chat/block-room.route.ts"),
  route("/chat/photos/:digits/:file", "routes/chat/picture.route.ts"),
  route("/chat/linked", "routes/chat/linked.route.ts"),
  route("/chat/recent", "routes/chat/recent.route.ts"),
  route("/chat/unread", "routes/chat/unread.route.ts"),

  // Offers, deals, reviews, earnings
  route("/buy", "routes/deals/buy.route.tsx"),
  route("/offers", "routes/offers/offers.route.tsx"),
  route("/offers/new", "routes/offers/new.route.tsx"),
  route("/offers/start", "routes/offers/start.route.ts"),
  route("/offers/:id", "routes/offers/answer.route.ts"),
  route("/orders", "routes/deals/orders.route.tsx"),
  route("/orders/:dealId", "routes/deals/order.route.tsx"),
  route("/deals", "routes/deals/mark.route.ts"),
  route("/deals/new", "routes/deals/new.route.tsx"),
  route("/deals/rooms/:roomId", "routes/deals/room.route.ts"),
  route("/deals/:id", "routes/deals/step.route.ts"),
  route("/orders/:id/review", "routes/reviews/review.route.tsx"),
  route("/reviews/:id/answer", "routes/reviews/answer.route.tsx"),
  route("/my-earnings", "routes/earnings/earnings.route.tsx"),
  route("/my-earnings/export.csv", "routes/earnings/export.route.ts"),

  // Notifications
  route("/notifications", "routes/notifications/notifications.route.tsx"),
  route("/notifications/settings", "routes/notifications/settings.route.tsx"),
  route("/notifications/settings/choose", "routes/notifications/choose.route.ts"),
  route("/notifications/list", "routes/notifications/list.route.ts"),
  route("/notifications/read", "routes/notifications/read.route.ts"),
  route("/notifications/push", "routes/notifications/push.route.ts"),

  // Reports, which everybody can send
  route("/report/:kind/:id", "routes/moderation/report.route.tsx"),

  // Decisions, for the affected person: signed in, or with the token from the mail
  route("/reports", "routes/moderation/sent-reports.route.tsx"),
  route("/reports/:id", "routes/moderation/sent-report.route.tsx"),
  route("/statements/:id", "routes/moderation/statement.route.tsx"),

  // Questions of moderators, for whom they ask: signed in, or with the token from the mail
  route("/questions/:id", "routes/moderation/question.route.tsx"),

  // For staff; 404 for everybody else (docs/decisions/0089-staff.md)
  route("/moderation", "routes/moderation/queue.route.tsx"),
  route("/moderation/templates", "routes/moderation/templates.route.tsx"),
  route("/moderation/cases/new", "routes/moderation/new-case.route.tsx"),
  route("/moderation/together", "routes/moderation/together.route.tsx"),
  route("/moderation/cases/:id", "routes/moderation/case.route.tsx"),
  route("/moderation/cases/:id/photos/:nth", "routes/moderation/case-photo.route.ts"),
  route("/moderation/cases/:id/conversations/:roomId", "routes/moderation/conversation.route.tsx"),
  route(
    "/moderation/cases/:id/conversations/:roomId/photos/:photo",
    "routes/moderation/conversation-photo.route.ts",
  ),
  route("/moderation/people", "routes/moderation/people.route.tsx"),
  route("/moderation/people/:username", "routes/moderation/person.route.tsx"),
  route("/moderation/reports/:id/pictures/:nth", "routes/moderation/report-picture.route.ts"),
  route("/operator", "routes/operator/overview.route.tsx"),
  route("/operator/people", "routes/operator/people.route.tsx"),
  route("/operator/jobs", "routes/operator/jobs.route.tsx"),
  route("/operator/settings", "routes/operator/settings.route.tsx"),
  route("/operator/promises", "routes/operator/promises.route.tsx"),
  route("/operator/signals", "routes/operator/signals.route.tsx"),
  route("/operator/reviews", "routes/operator/reviews.route.tsx"),
  route("/operator/staff", "routes/operator/staff.route.tsx"),
  route("/operator/records", "routes/operator/records.route.tsx"),
  route("/operator/searches", "routes/operator/searches.route.tsx"),
  route("/operator/synonyms.json", "routes/operator/synonyms.route.ts"),
  route("/operator/counts.csv", "routes/operator/counts.route.ts"),
  route("/operator/log.csv", "routes/operator/log.route.ts"),

  // Help
  route("/help", "routes/help/help.route.tsx"),
  route("/safety", "routes/help/safety.route.tsx"),
  route("/assistant/suggestions", "routes/assistant/suggestions.route.ts"),
  route("/assistant/votes", "routes/assistant/votes.route.ts"),

  // Legal pages of the operator
  ...["/terms", "/privacy", "/imprint"].map((path) =>
    route(path, "routes/legal/legal.route.tsx", { id: `legal${path}` }),
  ),
  route("/terms/accept", "routes/legal/accept.route.tsx"),

  // The installed app, and its offline page
  route("/manifest.webmanifest", "routes/shell/manifest.route.ts"),
  route("/offline", "routes/shell/offline.route.tsx"),

  // The description of the API, whose own addresses server/app.ts answers
  route("/api/docs", "routes/api-docs/docs.route.tsx"),

  // Files for search engines (docs/decisions/0038-seo.md), and security.txt
  route("/robots.txt", "routes/seo/robots.route.ts"),
  route("/sitemap.xml", "routes/seo/sitemap.route.ts"),
  route("/sitemaps/pages.xml", "routes/seo/sitemap-pages.route.ts"),
  route("/sitemaps/:kind/:part", "routes/seo/sitemap-part.route.ts"),
  route("/.well-known/change-password", "routes/security/change-password.route.ts"),
  route("/.well-known/security.txt", "routes/seo/security-txt.route.ts"),

  // On a developer's machine only
  route("/dev/mailbox", "routes/dev/mailbox.route.tsx"),
  route("/dev/mailbox/:id", "routes/dev/mail.route.tsx"),
  route("/dev/gallery", "routes/dev/gallery.route.tsx"),

  route("*", "routes/home/not-found.route.tsx"),
] satisfies RouteConfig;
