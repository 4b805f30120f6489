import { m } from "#app/paraglide/messages.js";
import { isLeaked } from "#app/platform/leaked-passwords.server.ts";
import { PASSWORD_MIN } from "./rules.ts";

/** What makes a password easy to guess: what it is, or what it is built on, or that it leaked somewhere. */
export type PasswordFault = "common" | "username" | "email" | "shop" | "leaked";

const TEXTS: Record<PasswordFault, () => string> = {
  common: () => m.auth_password_common(),
  username: () => m.auth_password_username(),
  email: () => m.auth_password_email(),
  shop: () => m.auth_password_shop(),
  leaked: () => m.auth_password_leaked(),
};

/** The sentence of a fault, shown at the password field. */
export function passwordText(fault: PasswordFault): string {
  return TEXTS[fault]();
}

const SHOP = ["secondserve", "2ndserve"];

/** Shorter ones are parts of too many words. */
const WORD_MIN = 3;

/**
 * Why this may not become the password of somebody with this name and address, or null. The list of common passwords
 * stays on the server, and is read when it is first needed.
 */
export async function passwordFault(
  password: string,
  { username, email }: { username: string; email: string },
): Promise<PasswordFault | null> {
  if (isBuiltOn(password, SHOP)) return "shop";
  if (isBuiltOn(password, [username])) return "username";
  if (isBuiltOn(password, [email.split("@")[0] ?? ""])) return "email";
  if (isCommon(password, await commonPasswords())) return "common";
  return (await isLeaked(password)) ? "leaked" : null;
}

const STANDS_FOR: Readonly<Record<string, string>> = {
  "@": "a",
  $: "s",
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};

/** In small letters, and with the letters that some symbols and digits stand for. */
function readings(text: string): string[] {
  const small = text.normalize("NFKC").toLowerCase();
  return [small, small.replace(/[@$013457]/g, (one) => STANDS_FOR[one] ?? one)];
}

/** Letters and digits alone. */
function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether a password holds one of these words and, without it, is no longer long enough. */
function isBuiltOn(password: string, words: readonly string[]): boolean {
  const wanted = words.flatMap(readings).map(bare);
  return readings(password)
    .map(bare)
    .some((text) =>
      wanted.some(
        (word) =>
          word.length >= WORD_MIN && text.includes(word) && text.replaceAll(word, "").length < PASSWORD_MIN,
      ),
    );
}

/** Also of a common one with digits or punctuation behind it, if those are no longer than what they follow. */
function isCommon(password: string, common: ReadonlySet<string>): boolean {
  return readings(password).some((text) => {
    const plain = text.replace(/[^\p{L}]+$/u, "");
    return common.has(text) || (plain.length * 2 >= text.length && common.has(plain));
  });
}

let read: Promise<ReadonlySet<string>> | undefined;

function commonPasswords(): Promise<ReadonlySet<string>> {
  read ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set<string>(dictionary["passwords-common"]),
  );
  return read;
}
