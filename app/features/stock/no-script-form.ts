export const FILE_FIELD = "csv";

/** The largest file. It is small because it is read into memory as a whole. */
export const NO_SCRIPT_MEGABYTES = 5;

/** 64 KB are for everything beside the file. */
export const NO_SCRIPT_LIMITS = { bytes: NO_SCRIPT_MEGABYTES * 1024 * 1024 + 64 * 1024, fields: 10 };
