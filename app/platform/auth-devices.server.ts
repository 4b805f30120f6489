import { randomBytes } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware, getOAuthState } from "better-auth/api";
import { getLocale, type Locale } from "#app/paraglide/runtime.js";
import { DEVICE_SECONDS } from "./auth-cookies.server.ts";
import { localeOf } from "./locale.server.ts";

/** A sign-in that began a new session. */
export interface SignIn {
  readonly userId: string;
  /** The id of the browser, from its device cookie; the same for all users of the browser. */
  readonly device: string;
  /** The headers of the request, with the IP address that the host added. */
  readonly headers: Headers;
  readonly at: Date;
  /** The language of the page on which the user signed in. */
  readonly language: Locale;
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
            const stored = await ctx.getSignedCookie(cookie.name, secret);
            const device = stored || randomBytes(18).toString("base64url");
            // Providers redirect to one URL for all languages, and to the page of the visitor only afterwards.
            const { callbackURL } = (await getOAuthState()) ?? {};
            await signInHook?.({
              userId: newSession.user.id,
              device,
              headers: ctx.headers ?? new Headers(),
              at: newSession.session.createdAt,
              language: callbackURL === undefined ? getLocale() : localeOf(callbackURL),
            });
            await ctx.setSignedCookie(cookie.name, device, secret, cookie.attributes);
          }),
        },
      ],
    },
  };
}
