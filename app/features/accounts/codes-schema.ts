import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { code } from "./schema.ts";

/** An address or a number; the server, which knows how numbers are written where, reads it (addressee.server.ts). */
const to = z
  .string({ error: () => m.code_to_required() })
  .trim()
  .min(1, { error: () => m.code_to_required() })
  .max(254, { error: () => m.code_to_invalid() });

/** Where a code to sign in with goes (A5.17). */
export const sendCodeSchema = z.object({ to });

/** Another one, for an address or a number, and what it is for (A5.18). */
export const resendCodeSchema = z.object({
  to,
  type: z.enum(["sign-in", "verification"], { error: () => m.code_type_required() }),
});

/** The code that came, with where it went. */
export const typedCodeSchema = z.object({ to, code });

const phone = z
  .string({ error: () => m.phone_required() })
  .trim()
  .min(1, { error: () => m.phone_required() })
  .max(50, { error: () => m.phone_invalid() });

export const phoneSchema = z.object({ phone });
export const phoneCodeSchema = z.object({ phone, code });

/** The first code of an authenticator. */
export const firstCodeSchema = z.object({ code });

// A box that is not ticked is not sent.
const trust = z
  .string()
  .optional()
  .transform((value) => value === "on");

/** The second step of signing in: by the app, or by a backup code, however its dash and capitals are typed. */
export const appCodeSchema = z.object({ code, trust });
export const backupCodeSchema = z.object({
  code: z
    .string({ error: () => m.challenge_backup_required() })
    .transform((raw) => raw.toLowerCase().replace(/[^a-z0-9]+/g, ""))
    .transform((raw) => `${raw.slice(0, 5)}-${raw.slice(5)}`)
    .refine((value) => /^[a-z0-9]{5}-[a-z0-9]{5}$/.test(value), { error: () => m.challenge_backup_wrong() }),
  trust,
});
