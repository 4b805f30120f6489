import { sql } from "kysely";
import { apiJobs } from "#app/features/api/keys.server.ts";
import { assistantJobs } from "#app/features/assistant/votes.server.ts";
import { backupJobs } from "#app/features/backup/jobs.server.ts";
import { dealJobs } from "#app/features/deals/lapse.server.ts";
import { notifyFavoriteChanges } from "#app/features/favorite-news/changes.server.ts";
import { homeJobs } from "#app/features/home/trending.server.ts";
import { pushJobs } from "#app/features/push/jobs.server.ts";
import { reviewJobs } from "#app/features/reviews/review-notices.server.ts";
import { chatJobs } from "#app/features/rooms/unread-notices.server.ts";
import { deleteExpiredMatches, matchNewListings } from "#app/features/saved-searches/match.server.ts";
import { searchJobs } from "#app/features/search/dictionary/dictionary.server.ts";
import { missJobs } from "#app/features/search/dictionary/misses.server.ts";
import { seoJobs } from "#app/features/seo/commands.server.ts";
import { silentSellerJobs } from "#app/features/silent-sellers/checks.server.ts";
import { businessJobs } from "#app/features/stock/jobs.server.ts";
import { webhookJobs } from "#app/features/webhooks/jobs.server.ts";
import { deletionJobs } from "./account-deletion.server.ts";
import { accountJobs } from "./features/accounts/jobs.server.ts";
import { LISTING_CHANGES_JOB } from "./features/listings/commands.server.ts";
import { listingJobs } from "./features/listings/jobs.server.ts";
import { moderationJobs } from "./features/moderation/jobs.server.ts";
import { isInReport } from "./features/moderation/reports/pictures.server.ts";
import { notificationJobs } from "./features/notifications/jobs.server.ts";
import { closeOffers, offerJobs } from "./features/offers/close.server.ts";
import { photoJobs, photoSweep } from "./features/photos/jobs.server.ts";
import { modelJobs } from "./features/prices/link-models.server.ts";
import { clientBuildJobs } from "./platform/client-builds.server.ts";
import { deleteExpiredEvents } from "./platform/events.server.ts";
import type { JobHandlers } from "./platform/jobs.server.ts";
import { mailJobs } from "./platform/mail.server.ts";
import { ratesJobs } from "./platform/rates-feed.server.ts";
import { smsJobs } from "./platform/sms.server.ts";

export const jobHandlers: JobHandlers = {
  ...mailJobs,
  ...clientBuildJobs,
  ...ratesJobs,
  ...smsJobs,
  ...accountJobs,
  ...apiJobs,
  ...assistantJobs,
  ...listingJobs,
  ...modelJobs,
  ...businessJobs,
  ...moderationJobs,
  ...notificationJobs,
  ...pushJobs,
  ...webhookJobs,
  ...dealJobs,
  ...offerJobs,
  ...photoJobs,
  ...photoSweep(isInReport),
  ...searchJobs,
  ...missJobs,
  ...chatJobs,
  ...reviewJobs,
  ...seoJobs,
  ...silentSellerJobs,
  ...homeJobs,
  ...backupJobs,
  ...deletionJobs,
  // Each feature handles its own kinds of rows in `listing_changes`.
  [LISTING_CHANGES_JOB]: {
    work: async (_, signal) => {
      try {
        await notifyFavoriteChanges(signal);
      } finally {
        await matchNewListings(signal);
        await closeOffers(signal);
      }
    },
    cron: "* * * * *",
    due: sql<boolean>`exists (select from listing_changes)`,
  },
  "saved-searches-sweep": { work: deleteExpiredMatches, cron: "17 4 * * *" },
  "events-sweep": {
    work: async () => {
      await deleteExpiredEvents();
    },
    cron: "41 3 * * *",
  },
};
