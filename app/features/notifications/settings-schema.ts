import {
  MAIL_PACES,
  type MailPace,
  NOTICE_KINDS,
  type NoticeChoice,
  type NoticeKind,
} from "#app/domain/notification-kinds.ts";

export const NOTIFICATION_KINDS = Object.keys(NOTICE_KINDS) as readonly NoticeKind[];

/**
 * The choices that a user has for the mails about a kind of notice. A sign-in from a new browser is mailed immediately
 * or not at all, because a mail on the next day would be too late.
 */
export function pacesOf(kind: NoticeKind): readonly MailPace[] {
  return kind === "account" ? MAIL_PACES.filter((pace) => pace !== "daily") : MAIL_PACES;
}

/** The names of the form fields of a kind: when it is mailed, and whether it is shown in the app. */
export function fieldsOf(kind: NoticeKind): { mail: string; inApp: string } {
  return { mail: `mail_${kind}`, inApp: `in_app_${kind}` };
}

/** The fields of a kind, as a form sends them. */
export function choiceTexts(kind: NoticeKind, { inApp, mail }: NoticeChoice): Record<string, string> {
  const fields = fieldsOf(kind);
  return { [fields.mail]: mail, [fields.inApp]: inApp ? "on" : "" };
}

/** The choice for a kind in the fields of a form; null when they have no valid one. */
export function choiceIn(kind: NoticeKind, fields: Readonly<Record<string, unknown>>): NoticeChoice | null {
  const { mail, inApp } = fieldsOf(kind);
  const pace = pacesOf(kind).find((offered) => offered === fields[mail]);
  // An unticked checkbox sends nothing. So the radio buttons `mail` show whether the form has fields for this kind.
  return pace ? { inApp: fields[inApp] === "on", mail: pace } : null;
}

export type NotificationChoices = Partial<Record<NoticeKind, NoticeChoice>>;

/** The answer to `useChoice`. */
export interface SavedSettings {
  readonly saved: NotificationChoices;
  /**
   * Where the user must confirm their identity, and choose again: the choice for "account" was not saved. Those for other
   * kinds were saved.
   */
  readonly confirm: string | null;
}
