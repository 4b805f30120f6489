import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { isChallenge } from "./auth-second-factor.server.ts";

/**
 * Ends the browser's previous session when a user signs in there, by any method. The new session's cookie overwrites
 * the old one. Otherwise nobody could sign out of the previous session, and a copy of its cookie would go on working.
 * This plugin must come after the plugin of the second factor, which removes the session cookie as well while it asks
 * for the factor.
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
