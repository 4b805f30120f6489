/**
 * The kinds of mail that a person can switch off. What an account cannot do without (links, codes, changes) is none.
 * A new kind is a line here and its name in features/accounts/mail-choices.server.ts.
 */
export const MAIL_KINDS = ["new-device"] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

export function isMailKind(text: string): text is MailKind {
  return (MAIL_KINDS as readonly string[]).includes(text);
}
