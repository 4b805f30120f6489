import { comparable } from "#app/domain/text-rules.ts";
import { DAY_MS } from "#app/domain/time.ts";
/** In a period of this many days, each signal is raised at most once about a person. */
export const ONCE_IN_DAYS = 30;

/**
 * Whether an owner copied a photo: another person showed it first. A photo that more than `most` others show is taken for
 * the maker's own picture. `uses` are its listings, the oldest first.
 */
export function isCopied(uses: readonly { readonly owner: string }[], owner: string, most: number): boolean {
  const others = new Set(uses.map((use) => use.owner).filter((one) => one !== owner)).size;
  return others > 0 && others <= most && uses[0]?.owner !== owner;
}

export interface FirstMessage {
  /** The id of the recipient. */
  readonly to: string;
  readonly text: string;
}

/** Messages with fewer words are not compared, because they are alike by chance ("Is it still available?"). */
const MIN_WORDS = 7;
/** The share of words that two similar messages have in common. */
const ALIKE = 0.8;
/** Only messages of the last 24 hours are compared. */
export const ALIKE_HOURS = 24;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(comparable(text).match(/[\p{L}\d]+/gu) ?? []);
}

function areAlike(words: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...words].filter((word) => other.has(word)).length;
  return common >= ALIKE * (words.size + other.size - common);
}

/** Whether a first message went to so many strangers, in nearly the same words. */
export function isMassMessage(message: string, firsts: readonly FirstMessage[], strangers: number): boolean {
  const words = wordsOf(message);
  if (words.size < MIN_WORDS) return false;
  const alike = firsts.filter(({ text }) => areAlike(words, wordsOf(text)));
  return new Set(alike.map(({ to }) => to)).size >= strangers;
}

/** An account is new for so many days. Of older ones, the listings of so many days are compared with those before. */
export const WEEK_DAYS = 7;
/** How many weeks before them say what is usual for an account. */
export const USUAL_WEEKS = 13;
/** How many times its usual week an account's week is a flood. */
const TIMES_USUAL = 5;

export interface Lister {
  readonly since: Date;
  /** How many items the person listed in the last `WEEK_DAYS`, and in the `USUAL_WEEKS` before them. */
  readonly week: number;
  readonly before: number;
  /** Whether their listings came from files or feeds already then, as those of a shop: it lists a delivery at once. */
  readonly imports: boolean;
}

/** What is unusual about how many items a person listed in a week. `most` are the thresholds; null: a signal is off. */
export function floodOf(
  { since, week, before, imports }: Lister,
  most: { readonly many_listings: number | null; readonly sudden_listings: number | null },
  now: Date,
): "many_listings" | "sudden_listings" | null {
  const weeks = Math.min((now.getTime() - since.getTime()) / DAY_MS / WEEK_DAYS - 1, USUAL_WEEKS);
  if (weeks < 0) return most.many_listings !== null && week > most.many_listings ? "many_listings" : null;
  if (imports || most.sudden_listings === null || week <= most.sudden_listings) return null;
  return week * weeks > TIMES_USUAL * before ? "sudden_listings" : null;
}
