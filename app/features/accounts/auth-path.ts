import { href } from "react-router";
import { withNext } from "#app/domain/local-path.ts";

/** The tabs of /auth. */
export const AUTH_MODES = ["signin", "signup", "forgot"] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

/**
 * The address of a tab of /auth, which then leads to `next`. It names the tab if there is a `next`, because newcomers
 * otherwise see signing up first. So links for people with an account must lead here, and not to /auth itself.
 */
export function authPath(mode: AuthMode, next: string | null): string {
  const address =
    mode === "signin" && (next ?? "/") === "/" ? href("/auth") : `${href("/auth")}?mode=${mode}`;
  return withNext(address, next ?? "/");
}
