import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { isChallenge } from "./auth-second-factor.server.ts";

/**
 * Ends the previous session of the browser at a sign-in, by any method. Otherwise a copy of its cookie would go on
 * working, and nobody could sign out of it. It must come after the two-factor plugin, which also removes the cookie.
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
