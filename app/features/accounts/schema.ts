import { z } from "zod";
import { EMAIL, EMAIL_MAX, tidyEmail } from "#app/domain/email.ts";
import { type NewUsernameFault, newUsernameFault } from "#app/domain/new-username.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "#app/domain/text-rules.ts";
import { tidyUsername, USERNAME_MAX, usernameFault } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";

// Texts are functions: a schema is created once, but each request has its own language.
export const USERNAME_TEXTS: Record<NewUsernameFault, () => string> = {
  required: () => m.auth_username_required(),
  short: () => m.auth_username_short(),
  long: () => m.auth_username_long({ max: USERNAME_MAX }),
  characters: () => m.auth_username_characters(),
  scripts: () => m.auth_username_scripts(),
  reserved: () => m.auth_username_reserved(),
};

const username = z
  .string({ error: USERNAME_TEXTS.required })
  .transform(tidyUsername)
  .superRefine((value, context) => {
    const fault = newUsernameFault(value);
    if (fault) context.addIssue({ code: "custom", message: USERNAME_TEXTS[fault]() });
  });

export const address = z
  .email({ pattern: EMAIL, error: () => m.auth_email_invalid() })
  .max(EMAIL_MAX, { error: () => m.auth_email_invalid() });

const email = z
  .string({ error: () => m.auth_email_required() })
  .transform(tidyEmail)
  .superRefine((value, context) => {
    if (value === "") context.addIssue({ code: "custom", message: m.auth_email_required() });
    else if (!address.safeParse(value).success) {
      context.addIssue({ code: "custom", message: m.auth_email_invalid() });
    }
  });

const password = z
  .string({ error: () => m.auth_password_required() })
  .max(PASSWORD_MAX, { error: () => m.auth_password_long({ max: PASSWORD_MAX }) })
  .refine((value) => !value.includes("\0"), { error: () => m.auth_password_characters() });

const newPassword = password.min(PASSWORD_MIN, {
  error: () => m.auth_password_short({ min: PASSWORD_MIN }),
});

const confirm = z.string({ error: () => m.auth_confirm_required() });

/** Compares the password with its confirmation as soon as both are typed, regardless of other errors in the form. */
const matching = {
  path: ["confirm"],
  error: () => m.auth_passwords_differ(),
  when: ({ value }: { value: unknown }) => bothGiven(value),
};

function bothGiven(value: unknown): boolean {
  const given = value as { password?: unknown; confirm?: unknown } | null;
  return typeof given?.password === "string" && typeof given.confirm === "string";
}

/** The version of the terms that were shown with the form. */
const terms = z.string().max(40).optional();

export const signUpSchema = z
  .object({ username, email, password: newPassword, confirm, terms })
  .refine((form) => form.password === form.confirm, matching);

/** An identifier that contains "@" is an email address, any other one a username. */
export function identifierKind(identifier: string): "email" | "username" {
  return identifier.includes("@") ? "email" : "username";
}

/** An email address or a valid username. An invalid username gets "not found", as an unused one does. */
const identifier = z
  .string({ error: () => m.auth_identifier_required() })
  .transform((raw) => (identifierKind(raw) === "email" ? tidyEmail(raw) : tidyUsername(raw)))
  .superRefine((value, context) => {
    if (value === "") {
      context.addIssue({ code: "custom", message: m.auth_identifier_required() });
    } else if (identifierKind(value) === "email") {
      if (!address.safeParse(value).success) {
        context.addIssue({ code: "custom", message: m.auth_email_invalid() });
      }
    } else if (usernameFault(value)) {
      context.addIssue({ code: "custom", message: m.auth_username_not_found() });
    }
  });

/** The sign-in form, with an email address or a username. */
export const signInSchema = z.object({ identifier, password });

export const forgotSchema = z.object({ email });

export const resetSchema = z
  .object({ token: z.string().max(200), password: newPassword, confirm })
  .refine((form) => form.password === form.confirm, matching);

export const setPasswordSchema = z
  .object({ current: z.string().default(""), password: newPassword, confirm })
  .refine((form) => form.password === form.confirm, matching);

export const changePasswordSchema = z
  .object({ current: password, password: newPassword, confirm })
  .refine((form) => form.password === form.confirm, matching);

export const resendSchema = z.object({ identifier });

/** The six digits of a code. Spaces and dashes between them are ignored. */
export const code = z
  .string({ error: () => m.account_code_required() })
  .transform((raw) => raw.replace(/[\s-]+/g, ""))
  .refine((value) => /^\d{6}$/.test(value), { error: () => m.account_code_invalid() });

/** The form in which users confirm who they are by their password. */
export const confirmPasswordSchema = z.object({ password });
/** The form in which users confirm who they are by a mailed code. */
export const confirmCodeSchema = z.object({ code });

/** The providers that always have a button on the sign-in page, in order. */
export const PROVIDERS = ["facebook", "google", "apple"] as const;
/** All identity providers: PROVIDERS, and "oidc" for the organisation's issuer. */
export const EVERY_PROVIDER = [...PROVIDERS, "oidc"] as const;
export type Provider = (typeof EVERY_PROVIDER)[number];
/** The name of the organisation comes from the environment (`providerName`). */
export const PROVIDER_NAMES: Record<(typeof PROVIDERS)[number], string> = {
  facebook: "Facebook",
  google: "Google",
  apple: "Apple",
};
export const socialSchema = z.object({ provider: z.enum(EVERY_PROVIDER) });

/** The request of an app whose user signed in at a provider. `nonce` is the one that the app gave the provider. */
export const idTokenSchema = z.object({
  provider: z.enum(EVERY_PROVIDER),
  // Only a JWT, which has three parts. Better Auth would accept other tokens too, and ask Facebook about them.
  token: z
    .string()
    .max(10_000)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  nonce: z.string().min(8).max(200),
  terms,
});

export const providerEmail = email;

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

/** Why an operator resets a second factor. */
export const RESET_REASONS = ["lost", "broken", "replaced", "other"] as const;
export type ResetReason = (typeof RESET_REASONS)[number];
