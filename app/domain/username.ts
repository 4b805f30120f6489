/** As in db/migrations/0002_people.sql. */
const USERNAME_MIN = 2;
export const USERNAME_MAX = 40;

// All invisible characters, and all spaces except the ordinary one. \p{C} includes the bidi marks and lone surrogates.
// Unicode classes the three numbered ones as letters and symbols, but they look blank.
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u3164\uFFA0]|(?! )\p{Zs}/u;
const PRESENTATION = /[\uFE0E\uFE0F]/gu;

export type UsernameFault = "required" | "short" | "long" | "characters";

/** Counts code points, so an emoji of two UTF-16 units is one character. */
function characters(text: string): number {
  return [...text].length;
}

/** In UTF-16 units: far more than a name has. The time of `normalize` grows with the square of a run of accents. */
const LONGEST_TIDIED = 400;

/**
 * A username as it is stored, without surplus spaces. Letters of other forms become ordinary ones: a full-width "Ａ"
 * becomes "A". What is far too long stays as it is, and is refused when the name is checked.
 */
export function tidyUsername(raw: string): string {
  if (raw.length > LONGEST_TIDIED) return raw;
  return raw.replace(PRESENTATION, "").normalize("NFKC").trim().replace(/ {2,}/g, " ");
}

/**
 * Checks a tidied username. "@" is refused because sign-in would take the name for an email address. "/" and
 * ".." are refused because URLs contain the name.
 */
export function usernameFault(username: string): UsernameFault | null {
  if (username === "") return "required";
  if (characters(username) < USERNAME_MIN) return "short";
  if (characters(username) > USERNAME_MAX) return "long";
  if (INVISIBLE.test(username) || /[@/\\]/.test(username) || /^\p{M}/u.test(username)) return "characters";
  if (username === "..") return "characters";
  return null;
}

/** "anna", "anna2", "anna3" …, within the length limit. */
export function numbered(username: string, attempt: number): string {
  if (attempt <= 1) return username;
  const suffix = String(attempt);
  return `${[...username]
    .slice(0, USERNAME_MAX - suffix.length)
    .join("")
    .trim()}${suffix}`;
}

/** A final ".data" is encoded, because the router would read such a URL as a data request. */
export function sellerPath(username: string): string {
  return `/sellers/${encodeURIComponent(username).replace(/\.data$/, "%2Edata")}`;
}
