import { comparable } from "#app/domain/text-rules.ts";
import { DAY_MS } from "#app/domain/time.ts";
import type { Severity } from "../reports/rules.ts";

/**
 * The signals that the program raises by itself, and how urgent each makes its case. A signal is a guess, so it is less
 * urgent than a report of harm.
 */
export const SIGNALS = {
  payment: 2,
  copied_photo: 2,
  alike_messages: 2,
  imitation: 2,
  low_price: 1,
  contact: 1,
  many_listings: 1,
} as const satisfies Record<string, Severity>;
export type Signal = keyof typeof SIGNALS;

/** In a period of this many days, each signal is raised at most once about a person. */
export const ONCE_IN_DAYS = 30;

/** A photo that more other people than this show is taken for the maker's own picture. */
const MAX_OWNERS = 3;

/** Whether an owner copied a photo: another person showed it first. `uses` are its listings, the oldest first. */
export function isCopied(uses: readonly { readonly owner: string }[], owner: string): boolean {
  const others = new Set(uses.map((use) => use.owner).filter((one) => one !== owner)).size;
  return others > 0 && others <= MAX_OWNERS && uses[0]?.owner !== owner;
}

export interface FirstMessage {
  /** The id of the recipient. */
  readonly to: string;
  readonly text: string;
}

/** Messages with fewer words are not compared, because they are alike by chance ("Is it still available?"). */
const MIN_WORDS = 8;
/** The share of words that two similar messages have in common. */
const ALIKE = 0.8;
/** A message to this many strangers is an advertisement. */
export const MANY_STRANGERS = 10;
/** Only messages of the last 24 hours are compared. */
export const ALIKE_HOURS = 24;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(comparable(text).match(/[\p{L}\d]+/gu) ?? []);
}

function areAlike(words: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...words].filter((word) => other.has(word)).length;
  return common >= ALIKE * (words.size + other.size - common);
}

/** Whether a person sent their latest first message to many strangers, in nearly the same words. */
export function isMassMessage(latest: string, firsts: readonly FirstMessage[]): boolean {
  const words = wordsOf(latest);
  if (words.size < MIN_WORDS) return false;
  const alike = firsts.filter(({ text }) => areAlike(words, wordsOf(text)));
  return new Set(alike.map(({ to }) => to)).size >= MANY_STRANGERS;
}

export const NEW_DAYS = 7;
/** The number of listings above which a new account is noticed: more than private people usually sell. */
export const VERY_MANY = 50;

export function listsVeryMany({ since, listings }: { since: Date; listings: number }, now: Date): boolean {
  return now.getTime() - since.getTime() < NEW_DAYS * DAY_MS && listings > VERY_MANY;
}
