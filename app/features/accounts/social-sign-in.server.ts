import { type APIError, isAPIError } from "better-auth/api";
import { href } from "react-router";
import { tidyEmail } from "#app/domain/email.ts";
import { withNext } from "#app/domain/local-path.ts";
import { recordAcceptance } from "#app/features/legal/commands.server.ts";
import { termsToAccept } from "#app/features/legal/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { authFor } from "#app/platform/auth.server.ts";
import { isChallenge } from "#app/platform/auth-second-factor.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { appPath, localeOf, wholeAddress } from "#app/platform/locale.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import {
  IssuerUnavailable,
  type NewIdentity,
  type ProviderProfile,
  type SignInDecision,
  withSignInDecision,
} from "#app/platform/providers.server.ts";
import { clientAddress, limit, refundUse } from "#app/platform/rate-limit.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { startedSession, viewerOf } from "#app/platform/session.server.ts";
import { lockAddress, sendVerification } from "./commands.server.ts";
import { flowCookie, flowOf, leadsToProgram } from "./door/flow.server.ts";
import { knownAddressMail } from "./mails.server.ts";
import { failureAddress, providerName } from "./provider-notices.server.ts";
import { neverVerified, userByIdentifier } from "./queries.server.ts";
import { type Provider, providerEmail } from "./schema.ts";
import { notifyLinked } from "./security/identities.server.ts";
import { signUpBrowserCookie } from "./sign-up-browser.server.ts";

/** The browser must open `url`, a page of the provider, and store the cookie in `headers`. */
type Started = { url: string; headers: Headers };

/** Runs a call of Better Auth. Returns null when it is refused, or the organisation's issuer is unreachable. */
async function catchProviderFailure<Result>(run: () => Promise<Result>): Promise<Result | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof IssuerUnavailable)
      logger.warn({ err: error }, "the organisation's issuer is unavailable");
    else if (!isAPIError(error) || error.statusCode >= 500) throw error;
    return null;
  }
}

type Api = Awaited<ReturnType<typeof authFor>>["api"];

async function start(
  request: Request,
  provider: Provider,
  failedText: (named: { provider: string }) => string,
  run: (api: Api) => Promise<{ headers: Headers; response: { url?: string | undefined } }>,
): Promise<Started> {
  await limit("social_client", clientAddress(request));
  const named = { provider: providerName(provider) };
  if (!env().providers[provider]) throw new Refused("provider_missing", named);
  const started = await catchProviderFailure(async () => run((await authFor(provider)).api));
  if (!started?.response.url) throw new Refused("provider_failed", { text: failedText(named) });
  return { url: started.response.url, headers: started.headers };
}

/**
 * Starts a sign-in at a provider (GET /authorize and POST /sso in the specification). With the cookie that it sets, the
 * provider's answer is valid only in this browser.
 * @throws Refused "provider_missing", "provider_failed"
 */
export function startSocial(request: Request, provider: Provider, next: string): Promise<Started> {
  return start(request, provider, m.auth_provider_failed, (api) =>
    api.signInSocial({
      body: {
        provider,
        callbackURL: wholeAddress(next),
        errorCallbackURL: wholeAddress(withNext(href("/auth"), next)),
        disableRedirect: true,
      },
      headers: request.headers,
      returnHeaders: true,
    }),
  );
}

/**
 * Starts adding a sign-in method for a signed-in user (GET /user/identities/authorize in the specification).
 * @throws Refused "provider_missing", "provider_failed"
 */
export function startLinking(request: Request, provider: Provider, page: string): Promise<Started> {
  return start(request, provider, m.identities_failed, (api) =>
    api.linkSocialAccount({
      body: {
        provider,
        callbackURL: wholeAddress(`${page}?added=${provider}`),
        errorCallbackURL: wholeAddress(page),
        disableRedirect: true,
      },
      headers: request.headers,
      returnHeaders: true,
    }),
  );
}

export async function finishSocial(request: Request, provider: Provider): Promise<Response> {
  let arrival: ProviderProfile | undefined;
  let waiting: NewIdentity | undefined;
  const reception = async (profile: ProviderProfile) => {
    arrival = profile;
    return decide(request, profile);
  };
  const take = (identity: NewIdentity) => {
    if (!arrival?.linking || !leadsToProgram(arrival.next)) return false;
    waiting = identity;
    return true;
  };
  const response = await catchProviderFailure(async () => {
    const { handler } = await authFor(provider);
    return withSignInDecision(reception, () => handler(request), take);
  });
  if (!response) {
    const failed = { provider, error: "provider_away" };
    const headers = { location: failureAddress(request.url, wholeAddress(href("/auth")), failed) };
    return new Response(null, { status: 302, headers });
  }
  if (waiting) return linkedByProgram(request, response, waiting);
  const location = response.headers.get("location");
  if (!location || !isFailure(location)) {
    if (arrival?.linking) await notifyLinked(request, arrival.linking, provider);
    return withTerms(response);
  }
  const { error, mark } = await failureReason(new URL(location).searchParams.get("error") ?? "", arrival);
  const headers = new Headers(response.headers);
  headers.set("location", failureAddress(request.url, location, { provider, error }));
  if (mark) headers.append("set-cookie", mark);
  return new Response(null, { status: response.status, headers });
}

/**
 * Keeps an identity in its browser until the program that began the linking sends the code. Otherwise, an attacker
 * could send a victim through the attacker's linking, and the victim's provider would then open the attacker's account.
 */
function linkedByProgram(request: Request, response: Response, identity: NewIdentity): Response {
  const flow = flowOf(request);
  if (!flow?.link) throw new Error("An identity waits for no program.");
  const headers = new Headers(response.headers);
  headers.set("location", wholeAddress(href("/return-to-app")));
  headers.append("set-cookie", flowCookie({ ...flow, link: { ...flow.link, identity } }));
  return new Response(null, { status: response.status, headers });
}

/** Redirects a person who never accepted the terms to them first, because a provider's button does not show them. */
async function withTerms(response: Response): Promise<Response> {
  const [location, session] = [response.headers.get("location"), startedSession(response.headers)];
  if (!location || !session || !URL.canParse(location)) return response;
  const owner = await db()
    .selectFrom("sessions")
    .select("user_id")
    .where("token", "=", session.token)
    .executeTakeFirst();
  const terms = owner && (await termsToAccept(owner.user_id));
  if (!terms || terms.acceptedBefore) return response;
  const headers = new Headers(response.headers);
  const page = withNext(href("/terms/accept"), appPath(location));
  headers.set("location", wholeAddress(page, localeOf(location)));
  return new Response(null, { status: response.status, headers });
}

const FAILURE_PAGES = new Set([href("/auth"), href("/profile/security/identities"), href("/return-to-app")]);

/**
 * Whether a redirect reports that the sign-in, or adding the method, failed. Apple posts its answer as a form. Better
 * Auth redirects that to the same URL with the form's fields in the query, which is no failure.
 */
function isFailure(location: string): boolean {
  if (!URL.canParse(location) || new URL(location).origin !== env().baseUrl) return false;
  const page = new URL(appPath(location), location);
  return FAILURE_PAGES.has(page.pathname) && page.searchParams.has("error");
}

/**
 * Decides what happens with a user who comes from a provider. If they sign in, and the provider verified their email
 * address, an account with it that was never verified is deleted, as at sign-up (docs/decisions/0004). A user who adds
 * a sign-in method must still be signed in: an ended session must change nothing. If a program does it, the browser must
 * be in its flow.
 */
async function decide(
  request: Request,
  { email: claimedEmail, verified, linking, next }: ProviderProfile,
): Promise<SignInDecision> {
  const person = leadsToProgram(next) ? flowOf(request)?.link?.user : (await viewerOf(request))?.id;
  const mayLink = linking !== null && person === linking;
  const parsed = providerEmail.safeParse(claimedEmail);
  if (!parsed.success) return { email: null, mayLink };
  const email = parsed.data;
  if (verified && !linking) {
    await db()
      .transaction()
      .execute(async (trx) => {
        await lockAddress(trx, email);
        const replaced = neverVerified(trx).where("users.email", "=", email);
        await trx.deleteFrom("users").where("id", "in", replaced).execute();
      });
  }
  return { email, mayLink };
}

/**
 * Why a user is not signed in. If the provider did not verify the email address, a mail is sent to it, and `mark` is the
 * cookie of the browser that signed up. The answer is the same with or without an account, so that nobody can find out
 * which email addresses have one.
 */
async function failureReason(
  error: string,
  arrival: ProviderProfile | undefined,
): Promise<{ error: string; mark?: string }> {
  const unproven = error === "email_not_verified" || (error === "account_not_linked" && !arrival?.verified);
  if (!unproven || !arrival?.email) return { error };
  const refused = await orRefused(limit("resend_account", tidyEmail(arrival.email)));
  const unverified = refused ? null : await mailTo(arrival, arrival.email);
  return { error: "email_not_verified", mark: signUpBrowserCookie(unverified) };
}

/** Returns the id of the user whose email address the mail asks to verify; null if there is none. */
async function mailTo({ next }: ProviderProfile, address: string): Promise<string | null> {
  const user = await userByIdentifier(address);
  if (user?.verified) await sendMail(knownAddressMail(user));
  if (!user || user.verified) return null;
  // An account that this sign-in created has no language yet. The callback has none either: it is that of `next`.
  const language = user.language ?? (next && localeOf(next));
  await sendVerification({ ...user, language }, next ? appPath(next) : "/");
  return user.id;
}

/**
 * Signs in the user of a provider's ID token, for mobile apps that signed the user in at the provider themselves (the
 * specification's POST /token, grant_type id_token). Each token works once; one that did not work can be tried again.
 * @returns `userId`; null when the user must still enter their second factor
 * @throws Refused "provider_missing"; "provider_unverified": a mail was sent to the email address; "token_invalid", also
 * when the token was used before; "provider_away"
 */
export async function signInWithToken(
  request: Request,
  {
    provider,
    token,
    nonce,
    terms,
  }: { provider: Provider; token: string; nonce: string; terms?: string | undefined },
): Promise<{ headers: Headers; userId: string | null }> {
  await limit("id_token_client", clientAddress(request));
  const named = { provider: providerName(provider) };
  if (!env().providers[provider]) throw new Refused("provider_missing", named);
  // The signature is left out, because its last character can be written in several ways that mean the same.
  const signed = token.slice(0, token.lastIndexOf("."));
  const used = await orRefused(limit("id_token", signed));
  if (used) throw new Refused("token_invalid", named);
  let arrival: ProviderProfile | undefined;
  const reception = async (profile: ProviderProfile) => {
    arrival = profile;
    return decide(request, profile);
  };
  try {
    const { api } = await authFor(provider);
    const { headers, response } = await withSignInDecision(reception, () =>
      api.signInSocial({
        body: { provider, idToken: { token, nonce } },
        headers: request.headers,
        returnHeaders: true,
      }),
    );
    if (isChallenge(response)) return { headers, userId: null };
    if (!("user" in response) || !response.user) throw new Refused("token_invalid", named);
    await recordAcceptance(response.user.id, terms);
    return { headers, userId: response.user.id };
  } catch (error) {
    const reason = isAPIError(error) && error.statusCode < 500 ? await failureOf(error, arrival) : null;
    if (reason === "email_not_verified") throw new Refused("provider_unverified", named);
    await refundUse("id_token", signed);
    if (reason !== null) throw new Refused("token_invalid", named);
    if (!(error instanceof IssuerUnavailable)) throw error;
    logger.warn({ err: error }, "the organisation's issuer is unavailable");
    throw new Refused("provider_away", named);
  }
}

async function failureOf({ body }: APIError, arrival: ProviderProfile | undefined): Promise<string> {
  const codes = { EMAIL_NOT_VERIFIED: "email_not_verified", OAUTH_LINK_ERROR: "account_not_linked" };
  return (await failureReason(codes[body?.code as keyof typeof codes] ?? "", arrival)).error;
}
