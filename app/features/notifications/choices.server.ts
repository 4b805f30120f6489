import type { Viewer } from "#app/domain/viewer.ts";
import { noticeChoices, saveNoticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { isConfirmed } from "#app/platform/session.server.ts";
import type { NotificationChoices } from "./settings-schema.ts";

/**
 * Whether the user must confirm their identity before the choices are saved: when they switch off the mails about
 * sign-ins. A thief of a session would do this first.
 */
export async function needsConfirmation(
  request: Request,
  viewer: Viewer,
  choices: NotificationChoices,
): Promise<boolean> {
  if (choices.account?.mail !== "off" || (await isConfirmed(request))) return false;
  return (await noticeChoices(viewer.id))?.account.mail !== "off";
}

/** Saves the choices for these kinds. @throws Refused "too_often" */
export async function changeChoices(viewer: Viewer, choices: NotificationChoices): Promise<void> {
  await limit("notice_choices", viewer.id);
  await saveNoticeChoices(viewer.id, choices);
}
