import { href } from "react-router";
import { z } from "zod";
import { NOTICE_KINDS } from "#app/domain/notification-kinds.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { m } from "#app/paraglide/messages.js";
import { EDIT_FIELDS, mergeStored } from "#app/platform/edits.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { changeChoices, needsConfirmation } from "./choices.server.ts";
import {
  choiceIn,
  choiceTexts,
  fieldsOf,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  pacesOf,
  type SavedSettings,
} from "./settings-schema.ts";

const SETTINGS_PATH = href("/notifications/settings");
const CONFIRM_PATH = `${href("/profile/security/confirm")}?next=${encodeURIComponent(SETTINGS_PATH)}`;

const unknown = { error: () => m.notification_settings_unknown() };

const FIELDS = Object.fromEntries(
  NOTIFICATION_KINDS.flatMap((kind) => {
    const { mail, inApp } = fieldsOf(kind);
    return [
      [mail, z.enum(pacesOf(kind), unknown).optional()],
      [inApp, z.string().optional()],
    ];
  }),
);

/** The form has the fields of all kinds of notices, or only of some. */
const settingsSchema = z.object(FIELDS).transform((fields, context): NotificationChoices => {
  const chosen = NOTIFICATION_KINDS.map((kind) => [kind, choiceIn(kind, fields)] as const).filter(
    ([, choice]) => choice !== null,
  );
  if (chosen.length === 0) context.addIssue({ code: "custom", message: unknown.error() });
  return Object.fromEntries(chosen);
});

/** Saves the settings of a form, and answers it. */
export function submitSettings(request: Request, who: (request: Request) => Promise<Viewer>) {
  return submit(request, {
    who,
    schema: settingsSchema,
    coerces: false,
    read: sentSettings,
    command: async (choices, viewer) => {
      const mustConfirm = await needsConfirmation(request, viewer, choices);
      const { account: _, ...others } = choices;
      const saved = mustConfirm ? others : choices;
      await changeChoices(viewer, saved);
      const value: SavedSettings = { saved, confirm: mustConfirm ? CONFIRM_PATH : null };
      if (mustConfirm) return { to: CONFIRM_PATH, value };
      const toast = { title: m.ui_success(), description: m.notification_settings_all_saved() };
      return { to: SETTINGS_PATH, toast, value };
    },
  });
}

/** A change that was made elsewhere meanwhile is kept. What was chosen here wins, because it was just pressed. */
async function sentSettings(request: Request, viewer: Viewer) {
  const form = await readForm(request, [...Object.keys(FIELDS), ...EDIT_FIELDS]);
  if (form) mergeStored(form, await storedTexts(viewer));
  return form && { form };
}

async function storedTexts(viewer: Viewer) {
  const stored = (await noticeChoices(viewer.id)) ?? NOTICE_KINDS;
  return Object.assign({}, ...NOTIFICATION_KINDS.map((kind) => choiceTexts(kind, stored[kind]))) as Record<
    string,
    string
  >;
}
