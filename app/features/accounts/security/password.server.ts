import { isAPIError } from "better-auth/api";
import type { Viewer } from "#app/domain/viewer.ts";
import { keepSubscription } from "#app/features/push/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { revokeOldAccess } from "#app/platform/auth-old-access.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { limit, resetLimit } from "#app/platform/rate-limit.server.ts";
import { sessionTokenOf, startedSession } from "#app/platform/session.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import { passwordChangedMail } from "../mails.server.ts";
import { refuseWeakPassword } from "../password-faults.server.ts";
import { userById } from "../queries.server.ts";
import { requestDetails } from "./device-names.server.ts";

/**
 * Replaces the current password, ends every other session and notifies the user by mail. This session gets a new
 * cookie, in the headers, so that a stolen old one stops working.
 * @throws Refused beside its field when `current` is not the password, or the new one is easy to guess
 */
export async function changePassword(
  request: Request,
  viewer: Viewer,
  { current, password }: { current: string; password: string },
): Promise<Headers> {
  await limit("confirm_account", viewer.id);
  await refuseWeakPassword(password, viewer);
  const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
  try {
    const headers = await db()
      .transaction()
      .execute(async (trx) => {
        const keep = await keepSubscription(trx, sessionTokenOf(request)?.token ?? "");
        const { headers } = await withAuthIn(trx, () =>
          auth().api.changePassword({ body, headers: request.headers, returnHeaders: true }),
        );
        await keep(startedSession(headers)?.token ?? "");
        await changed(request, viewer, trx);
        return headers;
      });
    await resetLimit("confirm_account", viewer.id);
    await publishSessionsEnded(viewer.id, sessionTokenOf(request)?.token);
    return headers;
  } catch (error) {
    throw wrongPassword(error);
  }
}

/**
 * Sets a password for a user who has none, ends every other session and notifies the user by mail. This session keeps
 * its cookie.
 * @throws Refused when the user already has a password, or the new one is easy to guess
 */
export async function setPassword(request: Request, viewer: Viewer, password: string): Promise<void> {
  await refuseWeakPassword(password, viewer);
  try {
    await db()
      .transaction()
      .execute(async (trx) => {
        await withAuthIn(trx, async () => {
          const { headers } = request;
          await auth().api.setPassword({ body: { newPassword: password }, headers });
          await auth().api.revokeOtherSessions({ headers });
        });
        await changed(request, viewer, trx);
      });
    await publishSessionsEnded(viewer.id);
  } catch (error) {
    throw wrongPassword(error);
  }
}

function wrongPassword(error: unknown): unknown {
  const isWrong = isAPIError(error) && error.statusCode < 500;
  return isWrong ? faultAt("current", m.account_password_wrong()) : error;
}

/** Notifies the user, and revokes reset links, one-time codes, trusted browsers and half-finished sign-ins. */
async function changed(request: Request, viewer: Viewer, trx: Queries): Promise<void> {
  await revokeOldAccess(trx, viewer.id);
  const person = await userById(viewer.id, trx);
  if (person) await sendMail(passwordChangedMail(person, requestDetails(request)), trx);
  await notifyAccount(viewer.id, "password", trx);
}
