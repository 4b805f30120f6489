import { z } from "zod";
import { MAX_PHOTOS } from "./rules.ts";

/** The ids of a listing's photos in order, the main one first: what `<PhotoPicker>` sends as `photo`. */
export const photoIds = z.array(z.uuid()).min(1).max(MAX_PHOTOS);

/** The name of a stored picture, as the address has it. */
export const photoKey = z.string().regex(/^[0-9a-f]{64}$/);
