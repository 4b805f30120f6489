export const SILENT_DAYS = {
  /** After this many days without an answer to a buyer, a seller is asked whether their listings are still for sale. */
  ask: 30,
  /** This many days after the question, the listings of a seller who is still silent are hidden. */
  hide: 14,
} as const;

/** The check ignores messages of buyers that are older than this many days: earlier runs have checked them. */
export const OLDEST_QUESTION_DAYS = 90;
