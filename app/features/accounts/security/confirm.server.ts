import { isAPIError } from "better-auth/api";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { auth } from "#app/platform/auth.server.ts";
import { CODE_SECONDS } from "#app/platform/auth-codes.server.ts";
import { db } from "#app/platform/db.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { limit, resetLimit } from "#app/platform/rate-limit.server.ts";
import { renewedToken, sessionTokenOf } from "#app/platform/session.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { endTokens } from "../door/tokens.server.ts";
import { codeMail } from "../mails.server.ts";
import { userById } from "../queries.server.ts";

/**
 * Confirms the session by the password, and gives the session a new token, in the headers. Tokens of a program end.
 * @throws Refused beside the field `password` when it is wrong
 */
export async function confirmByPassword(
  request: Request,
  viewer: Viewer,
  password: string,
): Promise<Headers> {
  await limit("confirm_account", viewer.id);
  try {
    await auth().api.verifyPassword({ body: { password }, headers: request.headers });
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) throw faultAt("password", m.account_password_wrong());
    throw error;
  }
  return confirmed(request, viewer);
}

// Better Auth has no type of code for this purpose. Its own codes of this type also have the new email address in their
// identifier, so that the two cannot be mixed up.
const TYPE = "change-email" as const;

const identifierOf = (email: string) => `${TYPE}-otp-${email.toLowerCase()}`;

/** Mails a code that confirms the session once, within ten minutes. An earlier code stops working. */
export async function mailConfirmCode(viewer: Viewer): Promise<void> {
  await limit("confirm_mail", viewer.id);
  await deleteCodes(viewer.email);
  const person = await userById(viewer.id);
  const code = await auth().api.createVerificationOTP({ body: { email: viewer.email, type: TYPE } });
  if (person) await sendMail(codeMail(person, { code, purpose: "confirm", minutes: CODE_SECONDS / 60 }));
}

/** Confirms the session by a mailed code. @throws Refused beside the field `code` when it is wrong */
export async function confirmByCode(request: Request, viewer: Viewer, code: string): Promise<Headers> {
  await limit("confirm_account", viewer.id);
  const wrong = faultAt("code", m.account_code_wrong());
  try {
    await auth().api.checkVerificationOTP({ body: { email: viewer.email, type: TYPE, otp: code } });
  } catch (error) {
    throw isAPIError(error) && error.statusCode < 500 ? wrong : error;
  }
  // Of two concurrent requests with the code, one succeeds.
  if (!(await deleteCodes(viewer.email))) throw wrong;
  return confirmed(request, viewer);
}

async function deleteCodes(email: string): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom("verifications")
    .where("identifier", "=", identifierOf(email))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function confirmed(request: Request, viewer: Viewer): Promise<Headers> {
  // The session gets new tokens, because a thief of the former ones must not use the confirmation.
  await endTokens(sessionTokenOf(request)?.token ?? "");
  const cookie = await renewedToken(request);
  await resetLimit("confirm_account", viewer.id);
  return new Headers(cookie === null ? [] : [["set-cookie", cookie]]);
}
