/** Favourites on one page. */
export const MOST_FAVORITES = 500;

/** What is remembered of what somebody looked at. */
export const MOST_VIEWED = 200;
