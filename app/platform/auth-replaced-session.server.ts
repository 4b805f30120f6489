import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { isChallenge } from "./auth-second-factor.server.ts";

/**
 * Ends the browser's previous session when a user signs in there, regardless of how. Its cookie is overwritten, so
 * nobody could sign it out any more, and a copy of the cookie would go on working. Must come after the second factor's
 * plugin, because a challenge removes the cookie as well.
 */
export function replacedSession(): BetterAuthPlugin {
  return {
    id: "replaced-session",
    hooks: {
      after: [
        {
          matcher: ({ context }) => Boolean(context.newSession) || isChallenge(context.returned),
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, internalAdapter, authCookies, secret } = ctx.context;
            const earlier = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
            if (earlier && earlier !== newSession?.session.token)
              await internalAdapter.deleteSession(earlier);
          }),
        },
      ],
    },
  };
}
