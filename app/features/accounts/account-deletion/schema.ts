import { z } from "zod";
import { tidyUsername } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";

/** Deletes nothing by a slip of the finger: who leaves types what they are called, in whatever case. */
export function deleteSchema(username: string) {
  const wrong = { error: () => m.deletion_wrong({ username }) };
  return z.object({
    username: z
      .string(wrong)
      .transform(tidyUsername)
      .refine((typed) => typed.toLowerCase() === username.toLowerCase(), wrong),
  });
}
