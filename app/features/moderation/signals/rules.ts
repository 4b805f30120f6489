import { simple } from "#app/domain/folded.ts";
import type { PriceGuide } from "#app/domain/models/price-guide.ts";
import type { Severity } from "../reports/rules.ts";

/**
 * What the program detects by itself, and the urgency of its case. A signal is a guess, so it is less urgent than a
 * report of harm.
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

/** In this many days a person has at most one case for each signal. */
export const ONCE_IN_DAYS = 30;

/** A condition that explains a low price. */
const WORN = ["Fair", "Poor", "Used"];

/**
 * Whether a price is under half of what others paid or ask, by the lower end of the guide. Worn items are compared only
 * with others in the same condition.
 */
export function isFarBelow(
  { cents, condition }: { readonly cents: number; readonly condition: string | null },
  guide: PriceGuide | null,
): boolean {
  if (!guide || (guide.condition === null && condition !== null && WORN.includes(condition))) return false;
  return cents * 2 < guide.range.lowCents;
}

/** A picture that more people show is the maker's. */
const MAX_OWNERS = 3;

/** Whether the owner's photo is copied: another person showed it first. `uses` begins with the oldest listing. */
export function isCopied(uses: readonly { readonly owner: string }[], owner: string): boolean {
  const others = new Set(uses.map((use) => use.owner).filter((one) => one !== owner)).size;
  return others > 0 && others <= MAX_OWNERS && uses[0]?.owner !== owner;
}

/** The first message of a person to another one. */
export interface FirstMessage {
  /** Whom it was sent to. */
  readonly to: string;
  readonly text: string;
}

/** Shorter messages are alike by chance ("Is it still available?"). */
const MIN_WORDS = 8;
/** The share of words that two similar messages have in common. */
const ALIKE = 0.8;
/** A message to this many strangers is an advertisement. */
export const MANY_STRANGERS = 10;
/** The messages of the last hours are compared. */
export const ALIKE_HOURS = 24;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(simple(text).match(/[\p{L}\d]+/gu) ?? []);
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length;
  return common >= ALIKE * (one.size + other.size - common);
}

/** Whether the latest of a person's first messages was sent to many strangers, nearly in the same words. */
export function isMassMessage(latest: string, firsts: readonly FirstMessage[]): boolean {
  const words = wordsOf(latest);
  if (words.size < MIN_WORDS) return false;
  const alike = firsts.filter(({ text }) => areAlike(words, wordsOf(text)));
  return new Set(alike.map(({ to }) => to)).size >= MANY_STRANGERS;
}

const DAY_MS = 86_400_000;
/** For how many days an account is new. */
export const NEW_DAYS = 7;
/** More listings than a private person has to sell. */
export const VERY_MANY = 50;

/** Whether a new account has listed very many items. */
export function listsVeryMany({ since, listings }: { since: Date; listings: number }, now: Date): boolean {
  return now.getTime() - since.getTime() < NEW_DAYS * DAY_MS && listings > VERY_MANY;
}
