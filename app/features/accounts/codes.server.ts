import { isAPIError } from "better-auth/api";
import { deleteAcceptances } from "#app/features/legal/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { CODE_SECONDS, captureCode, hashedTextedCode } from "#app/platform/auth-codes.server.ts";
import { isChallenge } from "#app/platform/auth-second-factor.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { clientAddress, limit, refundUse, resetLimit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { canSendSms, sendSms } from "#app/platform/sms.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { lockAddress } from "./commands.server.ts";
import { attemptsKey } from "./devices.server.ts";
import type { LocaleOption } from "./mail-content.server.ts";
import { mailLocale } from "./mail-template.server.ts";
import { codeMail } from "./mails.server.ts";
import { userById, userByIdentifier, userIdByPhone } from "./queries.server.ts";

/** Where a code is sent: an email address, or a phone number in E.164. */
export type Addressee = { kind: "email" | "phone"; to: string };

/**
 * Sends a sign-in code to the user with this email address or verified phone number. A code is also made when
 * there is no such user, so that an attacker sees no difference.
 * @throws Refused beside the field `to` when the shop sends no text messages
 */
export async function sendSignInCode(request: Request, { kind, to }: Addressee): Promise<void> {
  if (kind === "phone" && !canSendSms(env())) throw faultAt("to", m.code_no_texts());
  await limit("code_client", clientAddress(request));
  await limit("code_to", await attemptsKey(request, to));
  if (kind === "email") {
    const code = await auth().api.createVerificationOTP({ body: { email: to, type: "sign-in" } });
    const user = await userByIdentifier(to);
    if (user) await sendMail(codeMail(user, { code, purpose: "sign-in", minutes: CODE_SECONDS / 60 }));
  } else {
    const code = await captureCode(() => auth().api.sendPhoneNumberOTP({ body: { phoneNumber: to } }));
    const owner = await userIdByPhone(to);
    const user = owner && (await userById(owner));
    if (user) await sendSms({ to, text: codeText(code, mailLocale(user)) });
  }
}

type Arrived = {
  /** Whether the user must still enter their second factor. */
  isChallenge: boolean;
  headers: Headers;
  /** Whether the account was unverified before. Another person may have set its password, so the password is removed. */
  tookOver: boolean;
};

/** Signs a user in by a code. @throws Refused beside the field `code` when it does not work */
export async function signInByCode(request: Request, addressee: Addressee, code: string): Promise<Arrived> {
  const client = clientAddress(request);
  const tries = await attemptsKey(request, addressee.to);
  await limit("code_try_client", client);
  await limit("code_try_to", tries);
  const arrived = await (addressee.kind === "email"
    ? byMail(request, addressee.to, code)
    : byPhone(request, addressee.to, code));
  if (arrived instanceof Refused) throw arrived;
  await Promise.all([refundUse("code_try_client", client), resetLimit("code_try_to", tries)]);
  return arrived;
}

/**
 * Signs in by a mailed code, which proves that the user owns the mailbox. An unverified account with this email address
 * becomes the user's, and Better Auth removes its password (docs/decisions/0004).
 */
function byMail(request: Request, email: string, otp: string): Promise<Arrived | Refused> {
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockAddress(trx, email);
      const before = await userByIdentifier(email, trx);
      try {
        const { headers, response } = await withAuthIn(trx, () =>
          auth().api.signInEmailOTP({ body: { email, otp }, headers: request.headers, returnHeaders: true }),
        );
        const tookOver = before?.verified === false;
        if (tookOver) await deleteAcceptances(before.id, trx);
        return { isChallenge: isChallenge(response), headers, tookOver };
      } catch (error) {
        // Returned, not thrown: the transaction must commit to count the try.
        return codeFault(error);
      }
    });
}

async function byPhone(request: Request, number: string, code: string): Promise<Arrived | Refused> {
  const body = { phoneNumber: number, code: hashedTextedCode(number, code, env().authSecret) };
  try {
    if (!(await userIdByPhone(number))) {
      await auth().api.consumePhoneNumberOTP({ body });
      return faultAt("code", m.account_code_wrong());
    }
    const { headers, response } = await auth().api.verifyPhoneNumber({
      body,
      headers: request.headers,
      returnHeaders: true,
    });
    return { isChallenge: isChallenge(response), headers, tookOver: false };
  } catch (error) {
    return codeFault(error);
  }
}

/**
 * Why a code did not work. It does not reveal whether the email address or phone number has an account.
 * @throws the error when it is not about a wrong code
 */
export function codeFault(error: unknown): Refused {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  if (error.body?.code === "OTP_EXPIRED") return faultAt("code", m.code_expired());
  const isSpent = error.body?.code === "TOO_MANY_ATTEMPTS";
  return faultAt("code", isSpent ? m.code_spent() : m.account_code_wrong());
}

/**
 * The text message with a code, in the language of its recipient. The last line tells phones which site may autofill the
 * code ("origin-bound one-time codes").
 */
export function codeText(code: string, words: LocaleOption): string {
  return `${m.sms_code({ code }, words)}\n\n@${new URL(env().baseUrl).hostname} #${code}`;
}
