import { isReservedName, mixesScripts } from "./reserved-names.ts";
import { tidyUsername, USERNAME_MAX, type UsernameFault, usernameFault } from "./username.ts";

export type NewUsernameFault = UsernameFault | "scripts" | "reserved";

/** The username when none can be made from the email address. */
const FALLBACK_USERNAME = "user";

/** Stricter than `usernameFault`, because an existing username is not checked again. */
export function newUsernameFault(username: string): NewUsernameFault | null {
  const fault = usernameFault(username);
  if (fault) return fault;
  if (mixesScripts(username)) return "scripts";
  return isReservedName(username) ? "reserved" : null;
}

/** The first username of a new profile. */
export function usernameFromEmail(email: string): string {
  const local = tidyUsername(email.split("@")[0] ?? "");
  const clean = tidyUsername([...local].filter((one) => usernameFault(`aa${one}`) === null).join(""));
  const cut = [...clean].slice(0, USERNAME_MAX).join("").trim();
  return newUsernameFault(cut) === null ? cut : FALLBACK_USERNAME;
}
