import { idTokenSchema } from "#app/features/accounts/schema.ts";
import { signInWithToken } from "#app/features/accounts/social-sign-in.server.ts";
import { m } from "#app/paraglide/messages.js";
import { jsonIn } from "#app/platform/body.server.ts";
import { json, postOnly, refuseTooLarge } from "#app/platform/form.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/id-token.route.ts";

/** Providers' tokens have about two thousand characters. */
const MAX_BYTES = 64 * 1024;

export const loader = postOnly;

/**
 * POST /auth/id-token signs in the user of an app with a provider's ID token. The request body (`idTokenSchema`) is
 * JSON: another site cannot make a browser send this content type. The response is {viewer: {id}} with the session
 * cookie, or a `Failure`; its reason "second_factor" means that the user must still enter a code. After sign-in, an app
 * calls GET /auth/session, which creates a missing profile as a page would.
 */
export function action({ request }: Route.ActionArgs): Promise<Response> {
  return reply(request, viewerOf, async () => {
    if (request.headers.get("content-type")?.split(";")[0]?.trim() !== "application/json")
      throw new Refused("unsupported_media_type");
    const parsed = idTokenSchema.safeParse(await jsonIn(request, MAX_BYTES).catch(refuseTooLarge));
    if (!parsed.success) throw new Refused("form_broken");
    const { userId, headers } = await signInWithToken(request, parsed.data);
    if (userId !== null) return json({ viewer: { id: userId } }, { headers });
    // The cookie lets the app send the code to /auth/two-factor.
    const second = { ok: false, reason: "second_factor", message: m.challenge_lead_app() };
    return json(second, { status: 401, headers });
  });
}
