import { accountJobs } from "./features/accounts/jobs.server.ts";
import { listingJobs } from "./features/listings/jobs.server.ts";
import { photoJobs } from "./features/listings/photos/jobs.server.ts";
import { searchJobs } from "./features/search/jobs.server.ts";
import { sweepEvents } from "./platform/events.server.ts";
import type { JobHandlers } from "./platform/jobs.server.ts";
import { mailJobs } from "./platform/mail.server.ts";
import { ratesJobs } from "./platform/rates-feed.server.ts";
import { smsJobs } from "./platform/sms.server.ts";

/** Everything that is done in the background, composed from the slices. */
export const jobHandlers: JobHandlers = {
  ...mailJobs,
  ...ratesJobs,
  ...smsJobs,
  ...accountJobs,
  ...listingJobs,
  ...photoJobs,
  ...searchJobs,
  "events-sweep": {
    work: async () => {
      await sweepEvents();
    },
    cron: "41 3 * * *",
  },
};
