import {
  MAIL_PACES,
  type MailPace,
  NOTICE_KINDS,
  type NoticeChoice,
  type NoticeKind,
} from "#app/domain/notification-kinds.ts";

/** The kinds in the order of the settings. */
export const KINDS = Object.keys(NOTICE_KINDS) as readonly NoticeKind[];

/** What can be chosen by mail. A sign-in from a new browser is told at once or not: tomorrow is too late. */
export function pacesOf(kind: NoticeKind): readonly MailPace[] {
  return kind === "account" ? MAIL_PACES.filter((pace) => pace !== "daily") : MAIL_PACES;
}

/** The fields of a kind in a form: its pace by mail, and a box that is ticked for the app. */
export function fieldsOf(kind: NoticeKind): { mail: string; inApp: string } {
  return { mail: `mail_${kind}`, inApp: `in_app_${kind}` };
}

export type Choices = ReadonlyMap<NoticeKind, NoticeChoice>;

/** The kinds that a form holds, or the first whose pace is none; null when it holds nothing of this. */
export function readChoices(form: FormData): Choices | { unknown: NoticeKind } | null {
  const choices = new Map<NoticeKind, NoticeChoice>();
  for (const kind of KINDS) {
    const { mail, inApp } = fieldsOf(kind);
    const said = form.get(mail);
    // An unticked box sends nothing: the pace says whether the form has this kind.
    if (said === null) continue;
    const pace = pacesOf(kind).find((one) => one === said);
    if (!pace) return { unknown: kind };
    choices.set(kind, { inApp: form.get(inApp) === "on", mail: pace });
  }
  return choices.size > 0 ? choices : null;
}
