/** After how many days without an answer a seller is asked, and after how many more their listings are hidden. */
export const SILENT_DAYS = { ask: 30, hide: 14 } as const;

/** Older questions are ignored: their sellers were asked when the questions were newer, or have no listings left. */
export const OLDEST_QUESTION_DAYS = 90;
