import { isReservedName, mixesScripts } from "./reserved-names.ts";
import { tidyUsername, USERNAME_MAX, type UsernameFault, usernameFault } from "./username.ts";

export type NewUsernameFault = UsernameFault | "scripts" | "reserved";

/** What a profile is called when its address offers no name (A4.5). */
const FALLBACK_USERNAME = "user";

/**
 * `usernameFault` for a name that somebody wants to take, which must not be taken for the house's either: a name that
 * was there before stays somebody's.
 */
export function newUsernameFault(username: string): NewUsernameFault | null {
  const fault = usernameFault(username);
  if (fault) return fault;
  if (mixesScripts(username)) return "scripts";
  return isReservedName(username) ? "reserved" : null;
}

/**
 * The name a bootstrapped profile begins with: the part of the address before "@", without what a username
 * may not hold, or "user" (A4.5).
 */
export function usernameFromEmail(email: string): string {
  const local = tidyUsername(email.split("@")[0] ?? "");
  const clean = tidyUsername([...local].filter((one) => usernameFault(`aa${one}`) === null).join(""));
  const cut = [...clean].slice(0, USERNAME_MAX).join("").trim();
  return newUsernameFault(cut) === null ? cut : FALLBACK_USERNAME;
}
