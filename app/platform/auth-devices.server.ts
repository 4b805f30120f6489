import { randomBytes } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";

/** Browsers keep no cookie longer than 400 days. */
export const DEVICE_SECONDS = 400 * 86_400;

/** The Cookie header without the device cookie, which no page depends on; null when it has no other cookie. */
export function withoutDevice(cookies: string | null): string | null {
  return cookies?.replace(/(^|;\s*)(__Host-)?second-serve\.device=[^;]*/, "").replace(/^;\s*/, "") || null;
}

/** A sign-in that began a new session. */
export interface SignIn {
  readonly userId: string;
  /** The id of the browser, from its device cookie; the same for all users of the browser. */
  readonly device: string;
  /** The headers of the request, with the IP address that the host added. */
  readonly headers: Headers;
  readonly at: Date;
}

type SignInHook = (signIn: SignIn) => Promise<void>;

let signInHook: SignInHook | undefined;

/**
 * Sets the hook that runs at each sign-in, by any method. server/app.ts calls it, because the platform may not import
 * the feature with the hook.
 */
export function onSignIn(greet: SignInHook | undefined): void {
  signInHook = greet;
}

/**
 * Sets the device cookie and calls the sign-in hook. It must be the last plugin: if the second factor is still missing,
 * the two-factor plugin has then removed the new session.
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
            // Not a sign-in: a signed-in user got a new session, for example after changing the password.
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
