import { providerName } from "#app/features/accounts/provider-notices.server.ts";
import { idTokenSchema } from "#app/features/accounts/schema.ts";
import { signInWithToken } from "#app/features/accounts/social-sign-in.server.ts";
import { m } from "#app/paraglide/messages.js";
import { BodyTooLarge, jsonIn } from "#app/platform/body.server.ts";
import { env } from "#app/platform/env.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/id-token.route.ts";

/** Providers' tokens have about two thousand characters. */
const MAX_BYTES = 64 * 1024;

function answer(status: number, body: object, headers = new Headers()): Response {
  return Response.json(body, { status, headers });
}

export function loader() {
  return answer(405, { error: "method_not_allowed" }, new Headers({ allow: "POST" }));
}

/**
 * POST /auth/id-token signs in the user of an app with a provider's ID token. The request body (`idTokenSchema`) is
 * JSON: another site cannot make a browser send this content type. The response is {viewer: {id}} with the session
 * cookie, or {error, message} (405 and 415 have no message); the error "second_factor" means that the user must still
 * enter a code. After sign-in, an app calls GET /auth/session, which creates a missing profile as a page would.
 */
export async function action({ request }: Route.ActionArgs) {
  if (request.headers.get("content-type")?.split(";")[0]?.trim() !== "application/json") {
    return answer(415, { error: "unsupported_media_type" });
  }
  let sent: unknown;
  try {
    sent = await jsonIn(request, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    return answer(413, { error: "too_large", message: m.error_too_large() });
  }
  const parsed = idTokenSchema.safeParse(sent);
  if (!parsed.success) return answer(400, { error: "invalid_request", message: m.auth_form_broken() });
  const { provider } = parsed.data;
  const named = { provider: providerName(provider) };
  if (!env().providers[provider]) {
    return answer(404, { error: "provider_missing", message: m.auth_provider_missing(named) });
  }
  const outcome = await orRefused(signInWithToken(request, parsed.data));
  switch (outcome.kind) {
    case "signed-in":
      return answer(200, { viewer: { id: outcome.userId } }, outcome.headers);
    case "challenge":
      // The cookie lets the app send the code to /auth/two-factor.
      return answer(401, { error: "second_factor", message: m.challenge_lead_app() }, outcome.headers);
    case "invalid":
      return answer(401, { error: "invalid_token", message: m.auth_provider_failed(named) });
    case "away":
      return answer(503, { error: "provider_unavailable", message: m.auth_provider_failed(named) });
    case "unverified":
      return answer(403, { error: "email_not_verified", message: m.auth_provider_unverified(named) });
    case "refused":
      return answer(
        outcome.status,
        {
          error: outcome.reason === "account_suspended" ? outcome.reason : "too_many_requests",
          message: outcome.message,
        },
        new Headers(outcome.headers),
      );
  }
}
