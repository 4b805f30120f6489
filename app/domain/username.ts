/** Limits of a username; the same numbers stand in db/migrations/0001_people.sql. */
const USERNAME_MIN = 2;
export const USERNAME_MAX = 40;

// Every control, format, private-use and unassigned code point (\p{C} holds the bidi marks and lone
// surrogates), everything that is drawn as nothing, and every space but the ordinary one. The three by
// number are letters and symbols by their class and blank by their look.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u3164\uFFA0]|(?! )\p{Zs}/u;
const PRESENTATION = /[\uFE0E\uFE0F]/gu;

export type UsernameFault = "required" | "short" | "long" | "characters";

/** Length as a reader counts it: an emoji is one character. */
function characters(text: string): number {
  return [...text].length;
}

/**
 * A username as it is stored: compatibility forms folded (a full-width "Ａ" would pass for an "A"),
 * trimmed, inner runs of spaces made one.
 */
export function tidyUsername(raw: string): string {
  return raw.replace(PRESENTATION, "").normalize("NFKC").trim().replace(/ {2,}/g, " ");
}

/**
 * Says what is wrong with a tidied username, or nothing. "@" is refused because sign-in reads it as an
 * e-mail address, "/" and ".." because a name appears in addresses. Serves A5.1.
 */
export function usernameFault(username: string): UsernameFault | null {
  if (username === "") return "required";
  if (characters(username) < USERNAME_MIN) return "short";
  if (characters(username) > USERNAME_MAX) return "long";
  if (INVISIBLE.test(username) || /[@/\\]/.test(username) || /^\p{M}/u.test(username)) return "characters";
  if (username === "..") return "characters";
  return null;
}

/** The `attempt`th name to try when the first is taken: "anna", "anna2", "anna3" …, never over the limit. */
export function numbered(username: string, attempt: number): string {
  if (attempt <= 1) return username;
  const suffix = String(attempt);
  return `${[...username]
    .slice(0, USERNAME_MAX - suffix.length)
    .join("")
    .trim()}${suffix}`;
}

/** The public page of somebody with this name. An address that ends in ".data" would be asked for as data. */
export function sellerPath(username: string): string {
  return `/sellers/${encodeURIComponent(username).replace(/\.data$/, "%2Edata")}`;
}
