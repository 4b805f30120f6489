export const SILENT_DAYS = {
  /** After so many days without an answer to a buyer, a seller is asked whether their listings are still for sale. */
  ask: 30,
  /** So many days after that question, the listings of a seller who is still silent are hidden. */
  hide: 14,
} as const;

/** Older messages of buyers do not count: the check has seen them when they were newer. */
export const OLDEST_QUESTION_DAYS = 90;
