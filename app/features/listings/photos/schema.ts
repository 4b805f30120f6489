import { z } from "zod";

/** The name of a stored picture, as the address has it. */
export const photoKey = z.string().regex(/^[0-9a-f]{64}$/);
