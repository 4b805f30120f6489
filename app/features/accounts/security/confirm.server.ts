import { isAPIError } from "better-auth/api";
import type { Viewer } from "#app/domain/viewer.ts";
import { auth } from "#app/platform/auth.server.ts";
import { CODE_SECONDS } from "#app/platform/auth-codes.server.ts";
import { db } from "#app/platform/db.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { limit, resetLimit } from "#app/platform/rate-limit.server.ts";
import { renewedToken } from "#app/platform/session.server.ts";
import { codeMail } from "../mails.server.ts";
import { userById } from "../queries.server.ts";

type Confirmed = { kind: "confirmed"; headers: Headers } | { kind: "wrong" };

/** Confirms the session by the password, and gives the session a new token. */
export async function confirmByPassword(
  request: Request,
  viewer: Viewer,
  password: string,
): Promise<Confirmed> {
  await limit("confirm_account", viewer.id);
  try {
    await auth().api.verifyPassword({ body: { password }, headers: request.headers });
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return { kind: "wrong" };
    throw error;
  }
  return confirmed(request, viewer);
}

// Better Auth has no type of code for this purpose. Its own codes of this type also have the new email address in their
// identifier, so that the two cannot be mixed up.
const TYPE = "change-email" as const;

const identifierOf = (email: string) => `${TYPE}-otp-${email.toLowerCase()}`;

/** Mails a code that confirms the session once, within ten minutes. An earlier code stops working. */
export async function mailConfirmCode(viewer: Viewer): Promise<{ kind: "sent" }> {
  await limit("confirm_mail", viewer.id);
  await deleteCodes(viewer.email);
  const person = await userById(viewer.id);
  const code = await auth().api.createVerificationOTP({ body: { email: viewer.email, type: TYPE } });
  if (person) await sendMail(codeMail(person, { code, purpose: "confirm", minutes: CODE_SECONDS / 60 }));
  return { kind: "sent" };
}

/** Confirms the session by a mailed code. */
export async function confirmByCode(request: Request, viewer: Viewer, code: string): Promise<Confirmed> {
  await limit("confirm_account", viewer.id);
  try {
    await auth().api.checkVerificationOTP({ body: { email: viewer.email, type: TYPE, otp: code } });
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return { kind: "wrong" };
    throw error;
  }
  // Of two concurrent requests with the code, one succeeds.
  return (await deleteCodes(viewer.email)) ? confirmed(request, viewer) : { kind: "wrong" };
}

async function deleteCodes(email: string): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom("verifications")
    .where("identifier", "=", identifierOf(email))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function confirmed(request: Request, viewer: Viewer): Promise<Confirmed> {
  const cookie = await renewedToken(request);
  await resetLimit("confirm_account", viewer.id);
  return { kind: "confirmed", headers: new Headers(cookie === null ? [] : [["set-cookie", cookie]]) };
}
