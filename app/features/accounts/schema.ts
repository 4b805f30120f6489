import { z } from "zod";
import { type NewUsernameFault, newUsernameFault } from "#app/domain/new-username.ts";
import { tidyUsername, USERNAME_MAX, usernameFault } from "#app/domain/username.ts";
import { m } from "#app/paraglide/messages.js";
import { EMAIL_MAX, identifierKind, PASSWORD_MAX, PASSWORD_MIN, tidyEmail } from "./rules.ts";

// Texts are functions: a schema is made once, and read in the language of each request.
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

/** An e-mail address that is one, in small letters (`tidyEmail`). */
export const address = z.email({ error: () => m.auth_email_invalid() }).max(EMAIL_MAX, {
  error: () => m.auth_email_invalid(),
});

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

/** The confirmation is compared as soon as both are there, whatever else is wrong with the form. */
const matching = {
  path: ["confirm"],
  error: () => m.auth_passwords_differ(),
  when: ({ value }: { value: unknown }) => bothGiven(value),
};

function bothGiven(value: unknown): boolean {
  const given = value as { password?: unknown; confirm?: unknown } | null;
  return typeof given?.password === "string" && typeof given.confirm === "string";
}

/** Sign-up (A5.4). */
export const signUpSchema = z
  .object({ username, email, password: newPassword, confirm })
  .refine((form) => form.password === form.confirm, matching);

/** An e-mail address, or a username that could exist: a text that cannot be one is "not found", like a free one. */
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

/** Sign-in by e-mail or username (A5.7). */
export const signInSchema = z.object({ identifier, password });

/** Forgotten password: where to send the link. */
export const forgotSchema = z.object({ email });

/** The new password, with the token of the link. */
export const resetSchema = z
  .object({ token: z.string().max(200), password: newPassword, confirm })
  .refine((form) => form.password === form.confirm, matching);

/** A first password, for who has none. */
export const setPasswordSchema = z
  .object({ current: z.string().default(""), password: newPassword, confirm })
  .refine((form) => form.password === form.confirm, matching);

/** A new password in the place of the current one. */
export const changePasswordSchema = z
  .object({ current: password, password: newPassword, confirm })
  .refine((form) => form.password === form.confirm, matching);

/** Another verification mail, for an address or for the username that was signed up with. */
export const resendSchema = z.object({ identifier });

/** Six digits of a mail, a message or an app; typed or pasted with whatever stands between them. */
export const code = z
  .string({ error: () => m.account_code_required() })
  .transform((raw) => raw.replace(/[\s-]+/g, ""))
  .refine((value) => /^\d{6}$/.test(value), { error: () => m.account_code_invalid() });

/** Showing again who one is: by password, or by the code of a mail (A7.15). */
export const confirmPasswordSchema = z.object({ password });
export const confirmCodeSchema = z.object({ code });

/** The social buttons of the auth page, in their order (A2.51). */
export const PROVIDERS = ["facebook", "google", "apple"] as const;
/** Whoever else can say who somebody is: these, and the organisation's issuer where there is one. */
export const EVERY_PROVIDER = [...PROVIDERS, "oidc"] as const;
export type Provider = (typeof EVERY_PROVIDER)[number];
/** The organisation's has the name that it is set up with. */
export const PROVIDER_NAMES: Record<(typeof PROVIDERS)[number], string> = {
  facebook: "Facebook",
  google: "Google",
  apple: "Apple",
};
export const socialSchema = z.object({ provider: z.enum(EVERY_PROVIDER) });

/** What an app sends that a provider has signed somebody in for. The nonce is the one that it gave the provider. */
export const idTokenSchema = z.object({
  provider: z.enum(EVERY_PROVIDER),
  // Three parts: Better Auth also takes what is no ID token, and asks Facebook about it.
  token: z
    .string()
    .max(10_000)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  nonce: z.string().min(8).max(200),
});

/** An address that a provider gives, if it can be one. */
export const providerEmail = email;
