import { z } from "zod";

/** The 64 hexadecimal digits of a photo's key, without the prefix of private photos. */
export const photoDigits = z.string().regex(/^[0-9a-f]{64}$/);

/** The key of a photo, public or private. */
export const photoKey = z.string().regex(/^(private-)?[0-9a-f]{64}$/);
