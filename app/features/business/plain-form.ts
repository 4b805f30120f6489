/** The field of the form that sends a file without JavaScript. */
export const FILE_FIELD = "csv";

/** How large a file that form may bring: it is read whole. */
export const PLAIN_MEGABYTES = 5;
