import { z } from "zod";
import { isBlank, isWritable, lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { tidyEmail } from "#app/features/accounts/rules.ts";
import { address } from "#app/features/accounts/schema.ts";
import { m } from "#app/paraglide/messages.js";

export const TOPICS = ["buying", "selling", "account", "safety", "technical", "other"] as const;
export type Topic = (typeof TOPICS)[number];

const NAME_MAX = 80;
export const MESSAGE_MAX = 5000;
const ABOUT_MAX = 500;

/** The contact form's fields. "memo" is a hidden field that only bots fill in; browsers do not autofill that name. */
export const CONTACT_FIELDS = ["name", "email", "topic", "about", "message", "memo"] as const;

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

// Texts are functions, because the schema is created once and used in the language of each request.
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
  memo: z.string().optional(),
});

export type Contact = z.infer<typeof contactSchema>;

/** The path and query of a URL on this site, which may be a path already; null for anything else. */
export function ownPath(about: string, origin: string): string | null {
  const typed = about.startsWith("/") && !about.startsWith("//") ? origin + about : about;
  if (typed.length > ABOUT_MAX || !URL.canParse(typed)) return null;
  const url = new URL(typed);
  return url.origin === origin ? url.pathname + url.search : null;
}

const VALUE_MAX = 200;

/** The initial values of the contact form when a link opens it: what is wrong, and on which page. */
export interface Prefilled {
  readonly topic: Topic;
  readonly about: string;
  readonly message: string;
}

/** The initial values for a message about a wrong value; null unless a link's `params` have the value and its page. */
export function prefilledReport(params: URLSearchParams, origin: string): Prefilled | null {
  const about = ownPath(params.get("about") ?? "", origin);
  const value = oneLine(params.get("value") ?? "");
  if (about === null || value === "" || lengthOf(value) > VALUE_MAX || !isWritable(value)) return null;
  return { topic: "other", about, message: m.help_contact_wrong_value({ value }) };
}
