import {
  type DeletionStep,
  deleteAccountAgain,
  type PreDeletionStep,
} from "#app/features/accounts/account-deletion/commands.server.ts";
import { noteDeletion, noteJobs, returnedPeople } from "#app/features/backup/deletions.server.ts";
import { anonymizeDeals } from "#app/features/deals/account-deletion.server.ts";
import { deleteCartRequests } from "#app/features/deals/cart-requests.server.ts";
import { anonymizeCases } from "#app/features/moderation/account-deletion.server.ts";
import { endOffers } from "#app/features/offers/account-deletion.server.ts";
import { anonymizeRooms } from "#app/features/rooms/account-deletion.server.ts";
import { deleteStock } from "#app/features/stock/account-deletion.server.ts";
import type { JobHandlers } from "./platform/jobs.server.ts";
import { logger } from "./platform/log.server.ts";

/** What each feature does before a user is deleted. The order of their locks prevents deadlocks. */
export const DELETION_STEPS: readonly DeletionStep[] = [
  anonymizeCases,
  anonymizeDeals,
  deleteCartRequests,
  anonymizeRooms,
  endOffers,
  noteDeletion,
];

export const PRE_DELETION_STEPS: readonly PreDeletionStep[] = [deleteStock];

/** Deletes people again whom a restored backup brought back. */
export const DELETE_AGAIN_JOB = "accounts-delete-again";

export const deletionJobs: JobHandlers = {
  ...noteJobs,
  [DELETE_AGAIN_JOB]: {
    async work() {
      const errors: unknown[] = [];
      for (const id of await returnedPeople()) {
        try {
          await deleteAccountAgain(id, DELETION_STEPS, PRE_DELETION_STEPS);
          logger.info({ user: id }, "an account was deleted again");
        } catch (error) {
          // The others must not wait for this one.
          errors.push(error);
        }
      }
      if (errors.length > 0)
        throw new AggregateError(errors, `${errors.length} accounts were not deleted again`);
    },
    once: true,
    retries: 36,
  },
};
