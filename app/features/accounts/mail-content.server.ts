import type { Locale } from "#app/paraglide/runtime.js";

/** The option that selects a user's language: `m.mail_hello({ username }, words)`. */
export type LocaleOption = { locale: Locale };

/** A message of `messages/`, in the language of the request or in another one. */
export type Text = (inputs?: object, words?: Partial<LocaleOption>) => string;

/** HTML and plain text are both made from it, so that they agree. */
export interface MailContent {
  subject: string;
  hello: string;
  paragraphs: readonly string[];
  /** A code that the recipient types into a page. */
  code?: string;
  facts?: readonly (readonly [label: string, value: string])[];
  /** `link` is an absolute URL. */
  lists?: readonly {
    title: string;
    items: readonly { text: string; link: string }[];
  }[];
  after?: string;
  /** `link` is an absolute URL. It is also shown as text, for mail programs without buttons. */
  button?: { label: string; link: string };
  /** What to do if the recipient does not expect the mail. */
  note?: string;
  reason?: string;
  links?: readonly { label: string; link: string }[];
  /** Only for mails that can be switched off. */
  unsubscribe?: { label: string; link: string };
}

export function linksBelow({ links = [], unsubscribe }: MailContent): NonNullable<MailContent["links"]> {
  return unsubscribe ? [...links, unsubscribe] : links;
}
