import { isAPIError } from "better-auth/api";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { auth } from "#app/platform/auth.server.ts";
import { captureCode, hashedTextedCode } from "#app/platform/auth-codes.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { clientAddress, limit, resetLimit } from "#app/platform/rate-limit.server.ts";
import { canSendSms, sendSms } from "#app/platform/sms.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import { shownPhoneNumber } from "../addressee.server.ts";
import { codeFault, codeText } from "../codes.server.ts";
import { mailLocale } from "../mail-template.server.ts";
import { phoneMail } from "../mails.server.ts";
import { phoneOf, userById } from "../queries.server.ts";
import { requestDetails } from "./device-names.server.ts";

/**
 * Sends a code to a phone number, even if another account has this number: only a user who can read the code may learn
 * that another account has it.
 * @param number the phone number in E.164
 * @throws Refused beside the field `phone` when the user has this number already, or the shop sends no text messages
 */
export async function sendPhoneCode(request: Request, viewer: Viewer, number: string): Promise<void> {
  if (!canSendSms(env())) throw faultAt("phone", m.phone_unavailable());
  await limit("phone_write", viewer.id);
  await limit("code_client", clientAddress(request));
  await limit("code_to", number);
  if ((await phoneOf(viewer.id)) === number) throw faultAt("phone", m.phone_same());
  const code = await captureCode(() => auth().api.sendPhoneNumberOTP({ body: { phoneNumber: number } }));
  const user = await userById(viewer.id);
  if (user) await sendSms({ to: number, text: codeText(code, mailLocale(user)) });
}

/**
 * Confirms the user's phone number by the code that was sent to it. The number replaces their former one.
 * @throws Refused beside the field `code` when it does not work, or another account has the number
 */
export async function confirmPhone(
  request: Request,
  viewer: Viewer,
  number: string,
  code: string,
): Promise<void> {
  await limit("code_try_client", clientAddress(request));
  await limit("code_try_to", number);
  try {
    await auth().api.verifyPhoneNumber({
      body: {
        phoneNumber: number,
        code: hashedTextedCode(number, code, env().authSecret),
        updatePhoneNumber: true,
      },
      headers: request.headers,
    });
  } catch (error) {
    throw isTaken(error) ? faultAt("code", m.phone_taken()) : codeFault(error);
  }
  await resetLimit("code_try_to", number);
  await notifyOwner(request, viewer, { change: "added", number });
}

// Better Auth reports a number that is taken; or the database, when two users confirm one number at the same moment.
function isTaken(error: unknown): boolean {
  if (isAPIError(error)) return error.body?.code === "PHONE_NUMBER_EXIST";
  return (error as { code?: unknown } | null)?.code === "23505";
}

export async function removePhone(request: Request, viewer: Viewer): Promise<void> {
  const number = await phoneOf(viewer.id);
  await auth().api.updateUser({ body: { phoneNumber: null }, headers: request.headers });
  if (number) await notifyOwner(request, viewer, { change: "removed", number });
}

/** Notifies the owner of the account, because the phone number can be used to sign in. */
async function notifyOwner(
  request: Request,
  viewer: Viewer,
  { change, number }: { change: "added" | "removed"; number: string },
): Promise<void> {
  const person = await userById(viewer.id);
  const event = { change, number: shownPhoneNumber(number), ...requestDetails(request) };
  if (!person) return;
  await sendMail(phoneMail(person, event));
  await notifyAccount(viewer.id, change === "added" ? "way-added" : "way-removed");
}
