import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { code } from "./schema.ts";

/**
 * An email address or a phone number. The server parses it (addressee.server.ts), because the formats of numbers
 * depend on the country.
 */
const to = z
  .string({ error: () => m.code_to_required() })
  .trim()
  .min(1, { error: () => m.code_to_required() })
  .max(254, { error: () => m.code_to_invalid() });

/** The form that asks for a sign-in code. */
export const sendCodeSchema = z.object({ to });

/** The form that asks for another code, with its purpose. */
export const resendCodeSchema = z.object({
  to,
  type: z.enum(["sign-in", "verification"], { error: () => m.code_type_required() }),
});

export const typedCodeSchema = z.object({ to, code });

const phone = z
  .string({ error: () => m.phone_required() })
  .trim()
  .min(1, { error: () => m.phone_required() })
  .max(50, { error: () => m.phone_invalid() });

export const phoneSchema = z.object({ phone });
export const phoneCodeSchema = z.object({ phone, code });

export const firstCodeSchema = z.object({ code });

const trust = z
  .string()
  .optional()
  .transform((value) => value === "on");

export const appCodeSchema = z.object({ code, trust });
/** The dash and the case of a backup code do not matter. */
export const backupCodeSchema = z.object({
  code: z
    .string({ error: () => m.challenge_backup_required() })
    .transform((raw) => raw.toLowerCase().replace(/[^a-z0-9]+/g, ""))
    .transform((raw) => `${raw.slice(0, 5)}-${raw.slice(5)}`)
    .refine((value) => /^[a-z0-9]{5}-[a-z0-9]{5}$/.test(value), { error: () => m.challenge_backup_wrong() }),
  trust,
});
