import { z } from "zod";
import { tidyEmail } from "#app/domain/email.ts";
import { localizedHref, splitLocale } from "#app/domain/local-path.ts";
import { isBlank, isWritable, lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { address } from "#app/features/accounts/schema.ts";
import { m } from "#app/paraglide/messages.js";

export const TOPICS = ["buying", "selling", "account", "safety", "technical", "other"] as const;
export type Topic = (typeof TOPICS)[number];

const NAME_MAX = 80;
export const MESSAGE_MAX = 5000;
const ABOUT_MAX = 500;

function text(max: number, required: () => string) {
  return z.string({ error: required }).superRefine((value, context) => {
    const fault = isBlank(value)
      ? required()
      : lengthOf(value) > max
        ? m.help_contact_name_long({ max })
        : isWritable(value)
          ? null
          : m.help_contact_characters();
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  });
}

// Texts are functions, because the schema is created once, and each request has its language.
export const contactSchema = z.object({
  name: text(NAME_MAX, () => m.help_contact_name_required()).transform(oneLine),
  email: z
    .string({ error: () => m.auth_email_required() })
    .transform(tidyEmail)
    .superRefine((value, context) => {
      if (!address.safeParse(value).success) {
        context.addIssue({ code: "custom", message: m.auth_email_invalid() });
      }
    }),
  topic: z.enum(TOPICS, { error: () => m.help_contact_topic_required() }),
  about: z
    .string()
    .transform((value) => value.trim())
    .optional(),
  message: text(MESSAGE_MAX, () => m.help_contact_message_required()).transform((value) => value.trim()),
  /** Only bots fill in this hidden field; browsers do not autofill that name. */
  memo: z.string().optional(),
});

export type Contact = z.infer<typeof contactSchema>;

/** The path and query of a URL or path on this site; null for any other text, or a longer one than ABOUT_MAX. */
export function ownPath(about: string, origin: string): string | null {
  if (about.length > ABOUT_MAX || !URL.canParse(about, origin)) return null;
  const url = new URL(about, origin);
  if (url.origin !== origin || !/^(\/|https?:)/i.test(about)) return null;
  const { locale, path } = splitLocale(url.pathname);
  return localizedHref(path, locale) + url.search;
}

const VALUE_MAX = 200;

export interface Prefilled {
  readonly topic: Topic;
  readonly about: string;
  readonly message: string;
}

/** For a link that reports a wrong value on a page of the shop; null unless `params` have the value and the page. */
export function prefilledReport(params: URLSearchParams, origin: string): Prefilled | null {
  const about = ownPath(params.get("about") ?? "", origin);
  const value = oneLine(params.get("value") ?? "");
  if (about === null || value === "" || lengthOf(value) > VALUE_MAX || !isWritable(value)) return null;
  return { topic: "other", about, message: m.help_contact_wrong_value({ value }) };
}
