import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { appCodeSchema, backupCodeSchema } from "#app/features/accounts/codes-schema.ts";
import {
  asBrowser,
  bodyOf,
  requireProof,
  sessionViewer,
} from "#app/features/accounts/door/browser.server.ts";
import {
  factorOf,
  presentSession,
  presentSignIn,
  sessionResource,
  tokensResource,
} from "#app/features/accounts/door/resource.server.ts";
import { tokensFor } from "#app/features/accounts/door/tokens.server.ts";
import { answerChallenge, challengedUserId } from "#app/features/accounts/second-factor.server.ts";
import {
  finishEnrolment,
  removeSecondFactor,
  startEnrolment,
} from "#app/features/accounts/security/two-factor.server.ts";
import { id } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { startedSession } from "#app/platform/session.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";

const params = z.strictObject({ factorId: id });

/** How long an authenticator may be set up before its first code is typed. */
const ENROLMENT_SECONDS = 600;

async function factorWith(userId: string, factorId: string) {
  const factor = await factorOf(userId);
  if (factor?.id !== factorId) throw new Refused("factor_gone");
  return factor;
}

/** The challenge of a new factor is signed. That of a sign-in is the value of a cookie, which Better Auth signs. */
const signedText = (factorId: string, expires: string) => `first code of ${factorId} until ${expires}`;

function isChallengeOf(factorId: string, challenge: string): boolean {
  const [expires = "", signature = ""] = challenge.split(".");
  return isSignatureOf(signedText(factorId, expires), signature) && Number(expires) > Date.now() / 1000;
}

interface Typed {
  readonly challenge_id: string;
  readonly code: string;
}

/** The second step of a sign-in. */
async function signInWithFactor(request: Request, factorId: string, { challenge_id, code }: Typed) {
  const browser = asBrowser(request, challenge_id);
  const userId = await challengedUserId(browser);
  if (!userId) throw new Refused("challenge_gone");
  await factorWith(userId, factorId);
  // A backup code has letters.
  const by = /[a-z]/i.test(code) ? "backup" : "app";
  const typed = bodyOf((by === "app" ? appCodeSchema : backupCodeSchema).pick({ code: true }), { code });
  const answered = await answerChallenge(browser, { by, code: typed.code, trust: false });
  if (!answered) throw new Refused("challenge_gone");
  return presentSignIn(request, answered.headers);
}

/** The first code of a new factor, which replaces the session. */
async function switchOn(request: Request, viewer: Viewer, factorId: string, { challenge_id, code }: Typed) {
  await factorWith(viewer.id, factorId);
  if (!isChallengeOf(factorId, challenge_id)) throw new Refused("challenge_gone");
  await requireProof(asBrowser(request));
  const typed = bodyOf(appCodeSchema.pick({ code: true }), { code });
  const { headers, codes } = await finishEnrolment(asBrowser(request), viewer, typed.code);
  const session = startedSession(headers);
  if (!session) throw new Error("Switching on the second factor began no session.");
  return { ...(await presentSession(request, session.token)), backup_codes: [...codes] };
}

export const authFactorOperations = [
  operation({
    method: "POST",
    path: "/factors",
    id: "createFactor",
    summary: "Creates the key for an authenticator app. It counts once its first code is verified.",
    access: "session",
    body: z.strictObject({
      factor_type: z.literal("totp"),
      friendly_name: z.string().max(200).optional().meta({ description: "Ignored: there is one factor." }),
      issuer: z.string().max(200).optional().meta({ description: "Ignored: it is this shop." }),
    }),
    example: { factor_type: "totp" },
    answer: z.object({
      id,
      type: z.literal("totp"),
      totp: z.object({
        qr_code: z.string().meta({ description: "An SVG." }),
        secret: z.string().meta({ description: "Base32." }),
        uri: z.string(),
      }),
    }),
    status: 201,
    async run({ viewer, request }) {
      await requireProof(asBrowser(request));
      const enrolment = await startEnrolment(asBrowser(request), viewer);
      const factor = await factorOf(viewer.id);
      if (!enrolment || !factor) throw new Refused("factor_exists");
      const { uri, secret, qr } = enrolment;
      const qr_code = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${qr.size} ${qr.size}"><path d="${qr.path}"/></svg>`;
      return { id: factor.id, type: "totp", totp: { qr_code, secret: secret.replaceAll(" ", ""), uri } };
    },
  }),
  operation({
    method: "POST",
    path: "/factors/{factorId}/challenge",
    id: "challengeFactor",
    summary:
      "Begins the verification of a new factor. At a sign-in, the refusal `second_factor` has the challenge already.",
    access: "session",
    params,
    answer: z.object({ id: z.string(), type: z.literal("totp"), expires_at: z.number().int() }),
    async run({ params: { factorId }, viewer }) {
      const { status } = await factorWith(viewer.id, factorId);
      if (status === "verified") throw new Refused("factor_exists");
      const expires_at = Math.floor(Date.now() / 1000) + ENROLMENT_SECONDS;
      const signature = signatureOf(signedText(factorId, String(expires_at)));
      return { id: `${expires_at}.${signature}`, type: "totp", expires_at };
    },
  }),
  operation({
    method: "POST",
    path: "/factors/{factorId}/verify",
    id: "verifyFactor",
    summary:
      "Takes a code of the authenticator: the second step of a sign-in, where a backup code works too; or with an access token, the first code of a new factor, which ends all other sessions.",
    access: "anyone",
    params,
    body: z.strictObject({
      challenge_id: z
        .string()
        .max(400)
        .regex(/^[\w.%~-]+$/),
      code: z.string().max(40),
    }),
    answer: z.object({
      ...sessionResource.shape,
      backup_codes: z
        .array(z.string())
        .optional()
        .meta({ description: "For a new factor, once: each replaces a code of the authenticator." }),
    }),
    async run({ params: { factorId }, body, viewer, request }) {
      return viewer
        ? switchOn(request, sessionViewer(viewer), factorId, body)
        : signInWithFactor(request, factorId, body);
    },
  }),
  operation({
    method: "DELETE",
    path: "/factors/{factorId}",
    id: "deleteFactor",
    summary:
      "Switches the second factor off, and ends all other sessions. The answer has new tokens, which replace the former.",
    access: "session",
    params,
    answer: z.object({ id, session: tokensResource.optional() }),
    async run({ params: { factorId }, viewer, request }) {
      await factorWith(viewer.id, factorId);
      await requireProof(asBrowser(request));
      const session = startedSession(await removeSecondFactor(asBrowser(request), viewer));
      return { id: factorId, ...(session && { session: await tokensFor(session.token) }) };
    },
  }),
];
