import { isReservedName, mixesScripts } from "./reserved-names.ts";
import { tidyUsername, USERNAME_MAX, type UsernameFault, usernameFault } from "./username.ts";

export type NewUsernameFault = UsernameFault | "scripts" | "reserved";

/** The username when the email address offers none (A4.5). */
const FALLBACK_USERNAME = "user";

/**
 * Like `usernameFault`, for a new name: it must also not look like a name of the shop itself. An existing name stays
 * with its owner.
 */
export function newUsernameFault(username: string): NewUsernameFault | null {
  const fault = usernameFault(username);
  if (fault) return fault;
  if (mixesScripts(username)) return "scripts";
  return isReservedName(username) ? "reserved" : null;
}

/**
 * The first username of a bootstrapped profile (A4.5): the part of the email address before "@", without characters
 * that a username may not have, or "user".
 */
export function usernameFromEmail(email: string): string {
  const local = tidyUsername(email.split("@")[0] ?? "");
  const clean = tidyUsername([...local].filter((one) => usernameFault(`aa${one}`) === null).join(""));
  const cut = [...clean].slice(0, USERNAME_MAX).join("").trim();
  return newUsernameFault(cut) === null ? cut : FALLBACK_USERNAME;
}
