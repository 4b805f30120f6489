import {
  MAIL_PACES,
  type MailPace,
  NOTICE_KINDS,
  type NoticeChoice,
  type NoticeKind,
} from "#app/domain/notification-kinds.ts";

export const KINDS = Object.keys(NOTICE_KINDS) as readonly NoticeKind[];

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

export type Choices = ReadonlyMap<NoticeKind, NoticeChoice>;

/** Returns the choices in a form, or the first kind with an invalid value, or null when the form has no choices. */
export function readChoices(form: FormData): Choices | { unknown: NoticeKind } | null {
  const choices = new Map<NoticeKind, NoticeChoice>();
  for (const kind of KINDS) {
    const { mail, inApp } = fieldsOf(kind);
    const value = form.get(mail);
    // An unticked checkbox sends nothing. So the radio buttons `mail` show whether the form has fields for this kind.
    if (value === null) continue;
    const pace = pacesOf(kind).find((one) => one === value);
    if (!pace) return { unknown: kind };
    choices.set(kind, { inApp: form.get(inApp) === "on", mail: pace });
  }
  return choices.size > 0 ? choices : null;
}
