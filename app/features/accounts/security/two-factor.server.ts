import { getCurrentAdapter, runWithAdapter } from "@better-auth/core/context";
import { isAPIError } from "better-auth/api";
import { encode } from "uqr";
import type { Viewer } from "#app/domain/viewer.ts";
import { keepSubscription } from "#app/features/push/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { db, inTransaction, type Queries } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { continueAsSession, sessionTokenOf, startedSession } from "#app/platform/session.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import { factorChangedMail } from "../mails.server.ts";
import { userById } from "../queries.server.ts";
import { backupCodesLeft } from "../second-factor.server.ts";
import { requestDetails } from "./device-names.server.ts";

/** The key for an authenticator app: as a QR code, as a text to type, and as a link that opens an app on this phone. */
export type Enrolment = {
  uri: string;
  /** Base32 in groups of four. */
  secret: string;
  /** A square of `size` by `size` modules; the dark ones are an SVG path. */
  qr: { size: number; path: string };
};

/**
 * Runs what Better Auth guards by the password alone. `requireConfirmed` already confirmed the user, perhaps by a
 * code, so inside they count as having no password.
 */
async function asConfirmed<Result>(run: () => Promise<Result>): Promise<Result> {
  const { adapter } = await auth().$context;
  // That of a transaction, if there is one.
  const current = await getCurrentAdapter(adapter);
  const findOne: typeof adapter.findOne = async (query) =>
    query.model === "account" ? null : current.findOne(query);
  return runWithAdapter({ ...adapter, ...current, findOne }, run);
}

function drawn(uri: string): Enrolment {
  const { size, data } = encode(uri, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return { uri, secret: secret.match(/.{1,4}/g)?.join(" ") ?? "", qr: { size, path } };
}

/** Starts the enrolment. Returns null when a second factor is on already. */
export async function startEnrolment(request: Request, viewer: Viewer): Promise<Enrolment | null> {
  await limit("second_factor_write", viewer.id);
  try {
    const started = await asConfirmed(() =>
      auth().api.enableTwoFactor({ body: {}, headers: request.headers }),
    );
    if (!("totpURI" in started)) throw new Error("Better Auth began another kind of second factor.");
    return drawn(started.totpURI);
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "TOTP_ALREADY_ENABLED") return null;
    throw error;
  }
}

/** The enrolment that `startEnrolment` has started; null when there is none, or the second factor is on already. */
export async function enrolmentOf(request: Request, viewer: Viewer): Promise<Enrolment | null> {
  // Better Auth returns the secret of an active factor too.
  if ((await backupCodesLeft(viewer.id)) !== null) return null;
  try {
    const { totpURI } = await asConfirmed(() =>
      auth().api.getTOTPURI({ body: {}, headers: request.headers }),
    );
    return drawn(totpURI);
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "TOTP_NOT_ENABLED") return null;
    throw error;
  }
}

/**
 * Switches the second factor on by a first code of the authenticator, ends every other session and returns the backup
 * codes. This session gets a new cookie, in the headers.
 * @throws Refused beside the field `code` when it is wrong; when no enrolment is in progress
 */
export async function finishEnrolment(
  request: Request,
  viewer: Viewer,
  code: string,
): Promise<{ headers: Headers; codes: readonly string[] }> {
  await limit("second_factor_write", viewer.id);
  if ((await backupCodesLeft(viewer.id)) !== null) throw enrolmentNotStarted();
  try {
    const before = sessionTokenOf(request);
    const { headers, session } = await db()
      .transaction()
      .execute(async (trx) => {
        const keep = await keepSubscription(trx, before?.token ?? "");
        const { headers } = await withAuthIn(trx, () =>
          auth().api.verifyTOTP({ body: { code }, headers: request.headers, returnHeaders: true }),
        );
        const session = startedSession(headers);
        if (!session) throw new Error("Switching on the second factor began no session.");
        await keep(session.token);
        await endOthers(trx, viewer.id, session.token);
        await notifyOwner(trx, request, viewer, true);
        return { headers, session };
      });
    continueAsSession(session);
    await publishSessionsEnded(viewer.id, before?.token);
    const { backupCodes } = await auth().api.viewBackupCodes({ body: { userId: viewer.id } });
    return { headers, codes: backupCodes };
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error;
    throw error.body?.code === "TOTP_NOT_ENABLED"
      ? enrolmentNotStarted()
      : faultAt("code", m.challenge_wrong());
  }
}

function enrolmentNotStarted(): Refused {
  return new Refused("invalid", { fault: m.factor_not_started() });
}

/** Creates new backup codes; the old ones stop working. Returns null without a second factor. */
export async function renewBackupCodes(request: Request, viewer: Viewer): Promise<readonly string[] | null> {
  await limit("second_factor_write", viewer.id);
  try {
    const { backupCodes } = await asConfirmed(() =>
      auth().api.generateBackupCodes({ body: {}, headers: request.headers }),
    );
    return backupCodes;
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "TWO_FACTOR_NOT_ENABLED") return null;
    throw error;
  }
}

/**
 * Removes the second factor, ends every other session, and the trust in all browsers. This session gets a new cookie, in
 * the headers.
 */
export async function removeSecondFactor(request: Request, viewer: Viewer): Promise<Headers> {
  await limit("second_factor_write", viewer.id);
  const before = sessionTokenOf(request);
  const headers = await inTransaction(async (trx) => {
    const keep = await keepSubscription(trx, before?.token ?? "");
    const { headers } = await withAuthIn(trx, () =>
      asConfirmed(() =>
        auth().api.disableTwoFactor({ body: {}, headers: request.headers, returnHeaders: true }),
      ),
    );
    const session = startedSession(headers);
    if (!session) throw new Error("Switching off the second factor began no session.");
    await keep(session.token);
    await endOthers(trx, viewer.id, session.token);
    await notifyOwner(trx, request, viewer, false);
    return headers;
  });
  await publishSessionsEnded(viewer.id, before?.token);
  return headers;
}

async function notifyOwner(queries: Queries, request: Request, viewer: Viewer, on: boolean): Promise<void> {
  const person = await userById(viewer.id, queries);
  if (!person) return;
  await sendMail(factorChangedMail(person, { ...requestDetails(request), on }), queries);
  await notifyAccount(viewer.id, on ? "factor-on" : "factor-off", queries);
}

/** Ends the sessions but this one. Browsers that were trusted with the old secret must not be trusted with a new one. */
async function endOthers(queries: Queries, userId: string, session: string): Promise<void> {
  await queries.deleteFrom("sessions").where("user_id", "=", userId).where("token", "<>", session).execute();
  await queries
    .deleteFrom("verifications")
    .where("value", "=", userId)
    .where("identifier", "like", "trust-device-%")
    .execute();
}
