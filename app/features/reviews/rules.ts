export const STARS = [1, 2, 3, 4, 5] as const;
export const COMMENT_MAX = 2000;
export const ANSWER_MAX = 1000;

/** After this many days a review becomes public, even if the other party has not written one. */
export const HIDDEN_DAYS = 7;

/** What operators can decide about a review on the home page. */
export const QUOTED = ["chosen", "hidden"] as const;
export type Quoted = (typeof QUOTED)[number];

/**
 * What the home page quotes, besides being about a finished deal: the fewest stars, the length in characters, and the
 * age of the review and of both accounts. A shorter review says little, and a longer one needs much space.
 */
export const QUOTABLE = {
  rating: 4,
  length: { least: 30, most: 280 },
  reviewDays: 7,
  accountDays: 30,
} as const;
