/** The name of the file field in the upload form that works without JavaScript. */
export const FILE_FIELD = "csv";

/** The largest file of the upload form without JavaScript. It is small because it is read into memory as a whole. */
export const NO_SCRIPT_MEGABYTES = 5;

/** The limits for reading the upload form without JavaScript: its file, and 64 KB for everything else. */
export const NO_SCRIPT_LIMITS = { bytes: NO_SCRIPT_MEGABYTES * 1024 * 1024 + 64 * 1024, fields: 10 };
