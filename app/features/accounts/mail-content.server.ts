import type { Locale } from "#app/paraglide/runtime.js";

/** How a message is asked for in the language of a person: `m.mail_hello({ username }, words)`. */
export type LocaleOption = { locale: Locale };

/** What a letter says, in words. HTML and plain text are both made from it, so that they say the same. */
export interface MailContent {
  subject: string;
  hello: string;
  paragraphs: readonly string[];
  /** To be typed somewhere else: set large, and alone on its line. */
  code?: string;
  facts?: readonly (readonly [label: string, value: string])[];
  /** Several things below titles, each leading somewhere; `link` is a whole address. */
  lists?: readonly {
    title: string;
    items: readonly { text: string; link: string }[];
  }[];
  /** What comes after the lists. */
  after?: string;
  /** `link` is a whole address; it is shown as well, for those whose program shows no button. */
  button?: { label: string; link: string };
  /** What to do if this is not as it should be. */
  note?: string;
  /** Why somebody gets this, below the letter. */
  reason?: string;
  /** Where else to go, below the letter. */
  links?: readonly { label: string; link: string }[];
  /** Where letters of this kind can be switched off: only for those that can be. */
  unsubscribe?: { label: string; link: string };
}

/** The links in small print, as both parts show them. */
export function linksBelow({ links = [], unsubscribe }: MailContent): NonNullable<MailContent["links"]> {
  return unsubscribe ? [...links, unsubscribe] : links;
}
