import { z } from "zod";
import { STAFF_ROLES } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";

export const grantSchema = z.object({
  identifier: z
    .string({ error: () => m.staff_who_required() })
    .trim()
    .min(1, { error: () => m.staff_who_required() })
    .max(320, { error: () => m.staff_unknown() }),
  role: z.enum(STAFF_ROLES, { error: () => m.staff_role_required() }),
});

export const takeSchema = z.object({ username: z.string().min(1).max(40) });
