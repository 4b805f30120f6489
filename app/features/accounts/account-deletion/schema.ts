import { z } from "zod";
import { tidyUsername } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";

/** The user types their username, in upper or lower case, so that an account is not deleted by mistake. */
export function deleteSchema(username: string) {
  const wrong = { error: () => m.deletion_wrong({ username }) };
  return z.object({
    username: z
      .string(wrong)
      .transform(tidyUsername)
      .refine((typed) => typed.toLowerCase() === username.toLowerCase(), wrong),
  });
}
