import { z } from "zod";

/** The digits of a photo in an address: 64 hexadecimal digits. */
export const photoDigits = z.string().regex(/^[0-9a-f]{64}$/);

/** The key of a photo, public or private. */
export const photoKey = z.string().regex(/^(private-)?[0-9a-f]{64}$/);
