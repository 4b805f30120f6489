/** The start of a key in `localStorage` of the pages that the installed app keeps; the id of the person follows. */
export const KEPT = "offline pages";
