import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { readAddressee } from "#app/features/accounts/addressee.server.ts";
import { type Addressee, sendSignInCode, signInByCode } from "#app/features/accounts/codes.server.ts";
import { phoneSchema, sendCodeSchema } from "#app/features/accounts/codes-schema.ts";
import { requestReset, resendVerification, resetPassword } from "#app/features/accounts/commands.server.ts";
import {
  asBrowser,
  requireProof,
  sessionViewer,
  withFields,
} from "#app/features/accounts/door/browser.server.ts";
import {
  codeFields,
  linkFields,
  linkQuery,
  receivedFields,
} from "#app/features/accounts/door/client-fields.ts";
import { presentSignIn, sessionResource } from "#app/features/accounts/door/resource.server.ts";
import { followEmailLink } from "#app/features/accounts/profile/email-change.server.ts";
import { code, forgotSchema, resetSchema } from "#app/features/accounts/schema.ts";
import { confirmPhone } from "#app/features/accounts/security/phone.server.ts";
import { verifyAddress } from "#app/features/accounts/verification-link.server.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { m } from "#app/paraglide/messages.js";
import { shownEmail } from "#app/platform/mail.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";

const { email } = forgotSchema.shape;
const { phone } = phoneSchema.shape;
const { password } = resetSchema.shape;
/** The text in a mailed link. */
const token = z.string().max(4000).meta({ description: "The `token` of the mailed link." });
const done = z.object({ msg: z.string() });

/** Where a code goes, or went. @throws Refused beside the field */
async function addresseeIn(
  request: Request,
  sent: { readonly email?: string | undefined; readonly phone?: string | undefined },
): Promise<Addressee> {
  const field = sent.email === undefined ? "phone" : "email";
  const addressee = await readAddressee(asBrowser(request), sent[field] ?? "");
  if (addressee?.kind === field) return addressee;
  throw faultAt(field, field === "email" ? m.auth_email_invalid() : m.phone_invalid());
}

async function sendCode(
  request: Request,
  sent: { readonly email?: string | undefined; readonly phone?: string | undefined },
): Promise<void> {
  const addressee = await addresseeIn(request, sent);
  await withFields({ to: addressee.kind }, sendSignInCode(asBrowser(request), addressee));
}

/** The token of a mailed link says whose it is. */
const ofLink = { email: email.optional(), ...receivedFields };

const verification = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("signup"), token, ...ofLink }),
  z.strictObject({ type: z.literal("email"), email, token: code, ...receivedFields }),
  z.strictObject({ type: z.literal("sms"), phone, token: code, ...receivedFields }),
  z.strictObject({ type: z.literal("recovery"), token: resetSchema.shape.token, password, ...ofLink }),
  z.strictObject({ type: z.literal("email_change"), token, ...ofLink }),
  z.strictObject({ type: z.literal("phone_change"), phone, token: code, ...receivedFields }),
]);

async function verify(request: Request, sent: z.output<typeof verification>, viewer: Viewer | null) {
  const browser = asBrowser(request);
  switch (sent.type) {
    case "signup": {
      const { kind } = await verifyAddress(browser, sent.token);
      if (kind === "dead") throw new Refused("link_dead", { text: m.auth_verify_dead() });
      return { msg: kind === "used" ? m.auth_verify_used() : m.auth_verified_sign_in() };
    }
    case "email":
    case "sms": {
      const addressee = await addresseeIn(request, sent);
      const signingIn = signInByCode(browser, addressee, sent.token);
      return presentSignIn(request, (await withFields({ code: "token" }, signingIn)).headers);
    }
    case "recovery":
      await resetPassword(browser, sent);
      return { msg: m.auth_reset_done() };
    case "email_change": {
      const { kind, to } = await followEmailLink(browser, sessionViewer(viewer), sent.token);
      const shown = { to: shownEmail(to) };
      return { msg: kind === "approved" ? m.profile_email_approved(shown) : m.profile_email_changed(shown) };
    }
    case "phone_change": {
      const owner = sessionViewer(viewer);
      await requireProof(browser);
      const { to } = await addresseeIn(request, sent);
      await withFields({ code: "token" }, confirmPhone(browser, owner, to, sent.token));
      return { msg: m.phone_saved() };
    }
  }
}

export const authCodeOperations = [
  operation({
    method: "POST",
    path: "/otp",
    id: "sendSignInCode",
    summary:
      "Sends a code for signing in by mail or text message. The answer is the same for an address without an account.",
    access: "anyone",
    query: linkQuery,
    body: z
      .strictObject({ email: sendCodeSchema.shape.to, phone, ...codeFields })
      .partial()
      .refine((sent) => (sent.email === undefined) !== (sent.phone === undefined), {
        error: () => m.code_to_required(),
      }),
    answer: z.object({}),
    example: { email: "sanne@example.com" },
    async run({ body, request }) {
      await sendCode(request, body);
      return {};
    },
  }),
  operation({
    method: "POST",
    path: "/verify",
    id: "verify",
    summary:
      "Takes a code or the token of a mailed link: signs in (email, sms), verifies an address (signup), sets a forgotten password (recovery), or finishes a change of the signed-in person (email_change, phone_change).",
    access: "anyone",
    query: linkQuery,
    body: verification,
    answer: z.union([sessionResource, done]),
    run: ({ body, viewer, request }) => verify(request, body, viewer),
  }),
  operation({
    method: "POST",
    path: "/resend",
    id: "resend",
    summary: "Sends the link of a new account (signup) or a code (email, sms) again.",
    access: "anyone",
    query: linkQuery,
    body: z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("signup"), email, ...linkFields }),
      z.strictObject({ type: z.literal("email"), email, ...linkFields }),
      z.strictObject({ type: z.literal("sms"), phone, ...linkFields }),
    ]),
    answer: z.object({}),
    example: { type: "signup", email: "sanne@example.com" },
    async run({ body, request }) {
      if (body.type === "signup") await resendVerification(asBrowser(request), body.email);
      else await sendCode(request, body);
      return {};
    },
  }),
  operation({
    method: "POST",
    path: "/recover",
    id: "recoverPassword",
    summary: "Mails a link for a new password. The answer is the same for an address without an account.",
    access: "anyone",
    query: linkQuery,
    body: z.strictObject({ email, ...linkFields }),
    answer: z.object({}),
    example: { email: "sanne@example.com" },
    async run({ body, request }) {
      await requestReset(asBrowser(request), body.email);
      return {};
    },
  }),
];
