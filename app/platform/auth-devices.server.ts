import { randomBytes } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";

/** As long as browsers keep any cookie. */
export const DEVICE_SECONDS = 400 * 86_400;

/** A Cookie header without what marks the browser, which no page depends on; null when nothing is left. */
export function withoutDevice(cookies: string | null): string | null {
  return cookies?.replace(/(^|;\s*)(__Secure-)?second-serve\.device=[^;]*/, "").replace(/^;\s*/, "") || null;
}

/** Somebody signed in, and a session of theirs began. */
export interface SignIn {
  readonly userId: string;
  /** What marks the browser, kept in a cookie of its own: the same for all who use it. */
  readonly device: string;
  /** What the browser said of itself and, by the host, from where it came. */
  readonly headers: Headers;
  readonly at: Date;
}

type SignInHook = (signIn: SignIn) => Promise<void>;

let signInHook: SignInHook | undefined;

/** Says what is done at each sign-in, whatever the way in; the host joins it to the slice that knows (server/app.ts). */
export function onSignIn(greet: SignInHook | undefined): void {
  signInHook = greet;
}

/**
 * Marks browsers and tells of sign-ins. To stand last among the plugins: a sign-in that still waits for its second
 * factor is none, and two-factor takes its session back in a hook of its own.
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
            // A session that was exchanged by who had one: a changed password, for one.
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
