import { randomBytes } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";

/** Browsers keep no cookie longer than 400 days. */
export const DEVICE_SECONDS = 400 * 86_400;

/** Returns a Cookie header without the device cookie, which no page depends on. Null when it has no other cookie. */
export function withoutDevice(cookies: string | null): string | null {
  return cookies?.replace(/(^|;\s*)(__Secure-)?second-serve\.device=[^;]*/, "").replace(/^;\s*/, "") || null;
}

/** What the sign-in hook gets when a user signed in and a new session began. */
export interface SignIn {
  readonly userId: string;
  /** Identifies the browser by a cookie of its own. It is the same for all users of that browser. */
  readonly device: string;
  /** The headers of the browser, and the client's IP address that the host added. */
  readonly headers: Headers;
  readonly at: Date;
}

type SignInHook = (signIn: SignIn) => Promise<void>;

let signInHook: SignInHook | undefined;

/**
 * Sets the hook that runs at each sign-in, regardless of how the user signed in. The host sets it (server/app.ts),
 * because the platform may not import the feature that handles it.
 */
export function onSignIn(greet: SignInHook | undefined): void {
  signInHook = greet;
}

/**
 * Sets the device cookie and calls the sign-in hook. It must be the last plugin. While a user has not passed the second
 * factor, the sign-in hook is not called: the two-factor plugin removes the new session first.
 */
export function devices(): BetterAuthPlugin {
  return {
    id: "devices",
    hooks: {
      after: [
        {
          matcher: ({ context }) => Boolean(context.newSession),
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, session, secret, createAuthCookie } = ctx.context;
            // Not a sign-in: the user already had a session and got a new one, for example after changing the password.
            if (!newSession || session?.user.id === newSession.user.id) return;
            const cookie = createAuthCookie("device", { maxAge: DEVICE_SECONDS });
            const known = await ctx.getSignedCookie(cookie.name, secret);
            const device = known || randomBytes(18).toString("base64url");
            await signInHook?.({
              userId: newSession.user.id,
              device,
              headers: ctx.headers ?? new Headers(),
              at: newSession.session.createdAt,
            });
            await ctx.setSignedCookie(cookie.name, device, secret, cookie.attributes);
          }),
        },
      ],
    },
  };
}
