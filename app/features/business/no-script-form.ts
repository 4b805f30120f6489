/** The field of the form that sends a file without JavaScript. */
export const FILE_FIELD = "csv";

/** The largest file of that form, which is read whole. */
export const NO_SCRIPT_MEGABYTES = 5;

/** The file and the rest of the form. */
export const NO_SCRIPT_LIMITS = { bytes: NO_SCRIPT_MEGABYTES * 1024 * 1024 + 64 * 1024, fields: 10 };
