import { isAPIError } from "better-auth/api";
import type { Viewer } from "#app/domain/viewer.ts";
import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { revokeOldAccess } from "#app/platform/auth-old-access.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { limit, resetLimit } from "#app/platform/rate-limit.server.ts";
import { sessionTokenOf } from "#app/platform/session.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import type { Weak } from "../commands.server.ts";
import { passwordChangedMail } from "../mails.server.ts";
import { passwordFault } from "../password-faults.server.ts";
import { userById } from "../queries.server.ts";
import { requestDetails } from "../request-details.server.ts";

type Changed = { kind: "done"; headers: Headers } | { kind: "wrong" } | Weak;

/**
 * Replaces the current password, ends every other session and notifies the user by mail. This session gets a new
 * cookie, in the headers, so that a stolen old one stops working. Returns "wrong" when `current` is not the password.
 */
export async function changePassword(
  request: Request,
  viewer: Viewer,
  { current, password }: { current: string; password: string },
): Promise<Changed> {
  await limit("confirm_account", viewer.id);
  const fault = await passwordFault(password, viewer);
  if (fault) return { kind: "weak", fault };
  const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
  try {
    const headers = await db()
      .transaction()
      .execute(async (trx) => {
        const { headers } = await withAuthIn(trx, () =>
          auth().api.changePassword({ body, headers: request.headers, returnHeaders: true }),
        );
        await changed(request, viewer, trx);
        return headers;
      });
    await resetLimit("confirm_account", viewer.id);
    await publishSessionsEnded(viewer.id, sessionTokenOf(request)?.token);
    return { kind: "done", headers };
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return { kind: "wrong" };
    throw error;
  }
}

/**
 * Sets a password for a user who has none, ends every other session and notifies the user by mail. This session keeps
 * its cookie. Returns "wrong" when the user already has a password.
 */
export async function setPassword(request: Request, viewer: Viewer, password: string): Promise<Changed> {
  const fault = await passwordFault(password, viewer);
  if (fault) return { kind: "weak", fault };
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
    return { kind: "done", headers: new Headers() };
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return { kind: "wrong" };
    throw error;
  }
}

/** Notifies the user, and revokes reset links, one-time codes, trusted browsers and half-finished sign-ins. */
async function changed(request: Request, viewer: Viewer, trx: Queries): Promise<void> {
  await revokeOldAccess(trx, viewer.id);
  const person = await userById(viewer.id, trx);
  if (person) await sendMail(passwordChangedMail(person, requestDetails(request)), trx);
  await notifyAccount(viewer.id, "password", trx);
}
