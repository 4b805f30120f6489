import { PASSWORD_MIN } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { isLeaked } from "#app/platform/leaked-passwords.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";

/**
 * Why a password is easy to guess.
 * - "common": many people use it
 * - "username", "email", "shop": it is little more than the user's name, their email address or the shop's name
 * - "leaked": it was published in a data breach
 */
export type PasswordFault = "common" | "username" | "email" | "shop" | "leaked";

const TEXTS: Record<PasswordFault, () => string> = {
  common: () => m.auth_password_common(),
  username: () => m.auth_password_username(),
  email: () => m.auth_password_email(),
  shop: () => m.auth_password_shop(),
  leaked: () => m.auth_password_leaked(),
};

interface Owner {
  readonly username: string;
  readonly email: string;
}

/** @throws Refused for a password that is easy to guess, beside the field `password` */
export async function refuseWeakPassword(password: string, owner: Owner): Promise<void> {
  const fault = await passwordFault(password, owner);
  if (fault) throw faultAt("password", TEXTS[fault]());
}

const SHOP = ["secondserve", "2ndserve"];

/** Words shorter than this are not looked for in a password: they occur in too many other words. */
const WORD_MIN = 3;

/** Why this may not be the password of the user with this name and email address; null if it may. */
export async function passwordFault(
  password: string,
  { username, email }: Owner,
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

/** The text in lower case, and the same with symbols and digits replaced by the letters that they look like. */
function readings(text: string): string[] {
  const small = text.normalize("NFKC").toLowerCase();
  return [small, small.replace(/[@$013457]/g, (one) => STANDS_FOR[one] ?? one)];
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether the password contains one of these words and is too short without it. */
function isBuiltOn(password: string, words: readonly string[]): boolean {
  const wanted = words.flatMap(readings).map(lettersAndDigits);
  return readings(password)
    .map(lettersAndDigits)
    .some((text) =>
      wanted.some(
        (word) =>
          word.length >= WORD_MIN && text.includes(word) && text.replaceAll(word, "").length < PASSWORD_MIN,
      ),
    );
}

/**
 * Whether the password is common, as it is or without its ending. An ending is all symbols, or all digits and symbols,
 * after the last other character. It may be up to half of the password.
 */
function isCommon(password: string, common: ReadonlySet<string>): boolean {
  return readings(password).some((text) =>
    [text, text.replace(/[^\p{L}\p{N}]+$/u, ""), text.replace(/[^\p{L}]+$/u, "")].some(
      (plain) => plain.length * 2 >= text.length && common.has(plain),
    ),
  );
}

let read: Promise<ReadonlySet<string>> | undefined;

function commonPasswords(): Promise<ReadonlySet<string>> {
  read ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set<string>(dictionary["passwords-common"]),
  );
  return read;
}
